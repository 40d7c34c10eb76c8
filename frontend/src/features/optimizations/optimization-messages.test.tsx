import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aGeneration, anEmptyOptimization, aRegeneration } from '../../records/optimizations.fixture';
import { editorOf, openPage, progress } from './optimization-page.fixture';

const PATH = '/api/gmb-optimizations/opt-1';

describe('the toast about an optimization', () => {
  beforeEach(signedIn);

  it('whose generation failed without a reason', async () => {
    const run = aGeneration();
    await openPage(anEmptyOptimization(), [run]);
    await screen.findByText(/^Generating AI Suggestions/);
    const sections = run.sections.map((section) => ({ ...section, state: 'failed' as const, message: '' }));
    progress({ ...run, state: 'failed', failed: 5, sections });
    // The first toast is rendered twice.
    await waitFor(() => expect(screen.getByText('Failed to generate optimizations')).toBeVisible());
    expect(await screen.findByText('Failed to generate suggestions')).toBeVisible();
  });

  it('that was deleted while it was edited', async () => {
    fakeServer.on(`PATCH ${PATH}`, failure(404, 'NOT_FOUND', 'Optimization not found'));
    const { user } = await openPage();
    fireEvent.change(editorOf('Services'), { target: { value: 'Bouquets' } });
    await user.click(screen.getByText('Save Changes'));
    expect(await screen.findByText('Failed to save changes')).toBeVisible();
    expect(screen.getByText('Optimization not found')).toBeVisible();
  });
});

describe('feedback for a regeneration', () => {
  beforeEach(signedIn);

  it('is optional', async () => {
    const { runId } = aRegeneration('services');
    fakeServer.on(`POST ${PATH}/regenerate/services`, { status: 202, body: { jobId: runId } });
    const { user } = await openPage();
    await user.click(screen.getByLabelText('Regenerate Services'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Feedback (optional)')).toHaveValue('');
    await user.click(dialog.getByText('Regenerate'));
    const calls = () => fakeServer.calls(`POST ${PATH}/regenerate/services`);
    await waitFor(() => expect(calls()).toHaveLength(1));
    expect(calls()[0]!.json).toEqual({ userFeedback: '' });
  });
});
