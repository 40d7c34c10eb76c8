import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { aGeneration, anOptimization, aRegeneration } from '../../records/optimizations.fixture';
import { editorOf, serve, serveRuns } from './optimization-page.fixture';
import { anItem, serveDraft } from './wizard.fixture';
import { button, choose, field, ROSE } from './wizard-page.fixture';

const PATH = '/api/gmb-optimizations/opt-1';
const LIST = 'GET /api/gmb-optimizations';

type Page = ReturnType<typeof renderRoute>;

/** Renders the list of optimizations, and opens a page from it. */
async function openFromList(path: string): Promise<Page> {
  const page = renderRoute('/gmb-optimizations');
  await screen.findByText('Rose & Thorn Florists');
  await screen.findByText('Live');
  await waitFor(() => expect(page.client.isFetching()).toBe(0));
  await act(() => page.router.navigate(path));
  return page;
}

async function saveEdits({ user }: Page) {
  await screen.findByText('Public Preview Link');
  fireEvent.change(editorOf('Services'), { target: { value: 'Bouquets' } });
  await user.click(screen.getByText('Save Changes'));
  await screen.findByText('Changes saved successfully');
}

async function generate({ user }: Page) {
  await user.click(await screen.findByText('Generate missing suggestions'));
  await waitFor(() => expect(fakeServer.calls(`POST ${PATH}/generate`)).toHaveLength(1));
}

async function regenerate({ user }: Page) {
  await user.click(await screen.findByLabelText('Regenerate Services'));
  await user.click(within(await screen.findByRole('dialog')).getByText('Regenerate'));
  await waitFor(() => expect(fakeServer.calls(`POST ${PATH}/regenerate/services`)).toHaveLength(1));
}

async function remove({ user, router }: Page) {
  await user.click(await screen.findByText('Delete'));
  await user.click(within(await screen.findByRole('dialog')).getByText('Delete'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/gmb-optimizations'));
}

async function create({ user }: Page) {
  await choose(user, 'Rose & Thorn');
  await user.click(button('Next'));
  await field('Phone');
}

describe('the list of optimizations', () => {
  beforeEach(() => {
    signedIn();
    const saved = anOptimization({ faqsSuggestion: '' });
    fakeServer.on(LIST, { body: [anItem()], headers: { 'X-Total-Count': '1' } });
    fakeServer.on('GET /api/clients', { body: [ROSE] });
    serve(saved);
    serveRuns();
    serveDraft(null);
    fakeServer.on(`PATCH ${PATH}`, { body: anOptimization({ servicesSuggestion: 'Bouquets', faqsSuggestion: '' }) });
    fakeServer.on(`POST ${PATH}/generate`, { status: 202, body: { jobId: aGeneration().runId } });
    fakeServer.on(`POST ${PATH}/regenerate/services`, {
      status: 202,
      body: { jobId: aRegeneration('services').runId },
    });
    fakeServer.on(`DELETE ${PATH}`, { status: 204 });
  });

  it.each([
    ['suggestions were saved', '/gmb-optimizations/opt-1', saveEdits],
    ['a generation was started', '/gmb-optimizations/opt-1', generate],
    ['a section was regenerated', '/gmb-optimizations/opt-1', regenerate],
    ['one was deleted', '/gmb-optimizations/opt-1', remove],
    ['one was created', '/gmb-optimizations/create', create],
  ])('is refetched after %s', async (_what, path, change) => {
    const page = await openFromList(path);
    const before = fakeServer.calls(LIST).length;
    await change(page);
    await act(() => page.router.navigate('/gmb-optimizations'));
    await waitFor(() => expect(fakeServer.calls(LIST).length).toBeGreaterThan(before));
  });

  it('is not refetched without a change', async () => {
    const page = await openFromList('/gmb-optimizations/opt-1');
    const before = fakeServer.calls(LIST).length;
    await screen.findByText('Public Preview Link');
    await act(() => page.router.navigate('/gmb-optimizations'));
    expect(await screen.findByText('Rose & Thorn Florists')).toBeVisible();
    expect(fakeServer.calls(LIST)).toHaveLength(before);
  });
});
