import type { Approval } from '@gmb-moments/backend/contract/statuses';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { contrast } from '../../lib/contrast';
import { themeFor } from '../../lib/theme';
import { signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aGeneration, anEmptyOptimization, aRegeneration } from './optimization.fixture';
import { editorOf, openPage, progress } from './optimization.stage';
import { SectionBadge } from './section-badge';

const PATH = '/api/gmb-optimizations/opt-1';

describe('what is said about an optimization', () => {
  beforeEach(signedIn);

  it('whose generation failed without a reason', async () => {
    const run = aGeneration();
    await openPage(anEmptyOptimization(), [run]);
    await screen.findByText(/^Generating AI Suggestions/);
    const sections = run.sections.map((section) => ({ ...section, state: 'failed' as const, message: '' }));
    progress({ ...run, state: 'failed', failed: 5, sections });
    // The first notification of all is drawn twice.
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

describe('the badge of a section', () => {
  const token = { colorFillSecondary: 'rgba(1, 2, 3, 0.1)', colorPrimary: '#2a4f9e', colorError: '#b3261e' };

  function draw(approval: Approval) {
    render(
      <ConfigProvider theme={{ token }}>
        <SectionBadge approval={approval} />
      </ConfigProvider>,
    );
  }

  it.each([
    ['Pending Review', 'pending', token.colorFillSecondary],
    ['Approved', 'approved', token.colorPrimary],
    ['Needs Revision', 'rejected', token.colorError],
  ] as const)('reads %s, and is quiet, in the brand’s colour or red', (label, approval, background) => {
    draw(approval);
    expect(screen.getByText(label)).toHaveStyle({ background });
  });

  it('has the brand’s own colour, however light', () => {
    render(
      <ConfigProvider theme={themeFor({ mode: 'light', primary: '#facc15' })}>
        <SectionBadge approval="approved" />
      </ConfigProvider>,
    );
    expect(screen.getByText('Approved')).toHaveStyle({ background: '#facc15', color: '#000' });
  });

  it('can be read on its colour', () => {
    draw('approved');
    draw('rejected');
    expect(contrast(screen.getByText('Approved').style.color, token.colorPrimary)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(screen.getByText('Needs Revision').style.color, token.colorError)).toBeGreaterThanOrEqual(4.5);
  });
});
