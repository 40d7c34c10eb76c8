import type { OptimizationRunView } from '@gmb-moments/backend/contract/optimizations';
import type { RunItemState, Section } from '@gmb-moments/backend/contract/statuses';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aGeneration, anEmptyOptimization, anOptimization, aRegeneration } from '../../records/optimizations.fixture';
import {
  cardOf,
  change,
  editFaqsAsJson,
  editorOf,
  emitProgress,
  openPage,
  progress,
  serve,
  serveRuns,
} from './optimization-page.fixture';

const GENERATE = 'POST /api/gmb-optimizations/opt-1/generate';
const BANNER = 'Generating AI Suggestions... (This may take a moment)';

/** A run in which some sections have ended. */
function ended(states: Partial<Record<Section, [RunItemState, string?]>>, more: Partial<OptimizationRunView> = {}) {
  const run = aGeneration();
  const sections = run.sections.map((item) => {
    const [state, message = ''] = states[item.section] ?? [item.state];
    return { ...item, state, message };
  });
  const count = (state: RunItemState) => sections.filter((item) => item.state === state).length;
  return aGeneration({ sections, done: count('done'), failed: count('failed'), total: 5 - count('skipped'), ...more });
}

const ALL_DONE = ended(
  { description: ['done'], services: ['done'], serviceAreas: ['done'], faqs: ['done'], keywords: ['done'] },
  { state: 'completed' },
);

const REFUSED = 'The AI provider refused the API key.';
const ALL_FAILED = aGeneration({
  state: 'failed',
  failed: 5,
  sections: aGeneration().sections.map((item) => ({ ...item, state: 'failed', message: REFUSED })),
});

/** Makes the fake server start a run. */
function serveStart(runId = 'run-1') {
  fakeServer.on(GENERATE, () => {
    serveRuns(aGeneration({ runId, state: 'queued' }));
    return { status: 202, body: { jobId: runId } };
  });
}

describe('generating suggestions', () => {
  beforeEach(signedIn);

  it('starts by itself when there is no description, and shows the progress and the success', async () => {
    serveStart();
    await openPage(anEmptyOptimization());
    expect(await screen.findByText(BANNER)).toBeVisible();
    expect(await screen.findByText('0/5')).toBeVisible();
    expect(fakeServer.calls(GENERATE).map(({ headers }) => headers.prefer)).toEqual(['respond-async']);
    for (const title of ['Business Description', 'FAQs']) expect(editorOf(title)).toHaveAttribute('readonly');

    const keywords = anEmptyOptimization({ keywordsSuggestion: ['florist plymouth'] });
    change(keywords);
    progress(ended({ keywords: ['done'] }));
    expect(await screen.findByText('1/5')).toBeVisible();
    expect(editorOf('Target Keywords')).toHaveValue('florist plymouth');
    expect(editorOf('Target Keywords')).not.toHaveAttribute('readonly');
    expect(editorOf('FAQs')).toHaveAttribute('readonly');

    change(anOptimization());
    progress(ALL_DONE);
    expect(await screen.findByText('Generated')).toBeVisible();
    expect(await screen.findByText('AI suggestions generated successfully')).toBeVisible();
    expect(screen.queryByText(BANNER)).toBeNull();
    expect(editorOf('FAQs')).not.toHaveAttribute('readonly');
    expect(fakeServer.calls(GENERATE)).toHaveLength(1);
  });

  it('does not start when there is a description, or while it is running', async () => {
    await openPage(anOptimization({ faqsSuggestion: '' }));
    expect(await screen.findByText('Generate missing suggestions')).toBeVisible();
    expect(fakeServer.calls(GENERATE)).toHaveLength(0);
  });

  it('does not start for a draft, until its wizard was submitted', async () => {
    serveStart();
    const draft = anEmptyOptimization({ status: 'draft', currentStep: 1 });
    const { user } = await openPage(draft);
    expect(await screen.findByText('Generate missing suggestions')).toBeVisible();
    expect(await screen.findByText(/Suggestions are written once it is submitted\./)).toBeVisible();
    await user.click(screen.getByText('History'));
    expect(fakeServer.calls(GENERATE)).toHaveLength(0);
    change({ ...draft, status: 'in_progress', currentStep: 3, currentServices: 'Bouquets' });
    expect(await screen.findByText(BANNER)).toBeVisible();
    expect(fakeServer.calls(GENERATE)).toHaveLength(1);
  });

  it('starts for a draft where staff ask for it', async () => {
    serveStart();
    const { user } = await openPage(anEmptyOptimization({ status: 'draft' }));
    await user.click(await screen.findByText('Generate missing suggestions'));
    expect(await screen.findByText(BANNER)).toBeVisible();
    expect(fakeServer.calls(GENERATE)).toHaveLength(1);
  });

  it('shows the true count after a reload, and starts nothing a second time', async () => {
    await openPage(anEmptyOptimization(), [ended({ keywords: ['done'], services: ['done'] })]);
    expect(await screen.findByText(BANNER)).toBeVisible();
    expect(await screen.findByText('2/5')).toBeVisible();
    expect(fakeServer.calls(GENERATE)).toHaveLength(0);
    change(anOptimization());
    progress(ALL_DONE);
    expect(await screen.findByText('AI suggestions generated successfully')).toBeVisible();
  });

  it('shows no error when another tab started it first', async () => {
    fakeServer.on(GENERATE, failure(409, 'ALL_SUGGESTED', 'All sections already have suggestions'));
    await openPage(anEmptyOptimization());
    await waitFor(() => expect(fakeServer.calls(GENERATE)).toHaveLength(1));
    expect(await screen.findByText('Generate missing suggestions')).toBeVisible();
    expect(screen.queryByText('Failed to generate optimizations')).toBeNull();
  });

  it('says why it could not be started', async () => {
    fakeServer.on(GENERATE, failure(503, 'QUEUE_UNAVAILABLE', 'The queue is not reachable.'));
    await openPage(anEmptyOptimization());
    await waitFor(() =>
      expect(screen.getByText('Failed to generate optimizations').closest('[role=alert]')).toBeVisible(),
    );
    expect(await screen.findByText('503: The queue is not reachable.')).toBeVisible();
    expect(await screen.findByText('Generate missing suggestions')).toBeVisible();
    expect(fakeServer.calls(GENERATE)).toHaveLength(1);
  });

  it('says which sections failed and why, and writes them on request', async () => {
    const { user } = await openPage(anEmptyOptimization(), [aGeneration()]);
    await screen.findByText(BANNER);
    const partly = anOptimization({ faqsSuggestion: '' });
    change(partly);
    const why = 'The AI provider gave no answer in time.';
    const run = ended(
      { description: ['done'], services: ['done'], serviceAreas: ['done'], faqs: ['failed', why], keywords: ['done'] },
      { state: 'completed' },
    );
    progress(run, { section: run.sections[3] });
    expect(await screen.findByText('Partial Success')).toBeVisible();
    expect(await screen.findByText('Generated 4 of 5 suggestions. FAQs failed.')).toBeVisible();
    expect(await cardOf('FAQs').findByText('No suggestion could be written')).toBeVisible();
    expect(await cardOf('FAQs').findByText(why)).toBeVisible();

    serveStart('run-2');
    await user.click(screen.getByText('Generate missing suggestions'));
    expect(await screen.findByText(BANNER)).toBeVisible();
    await waitFor(() => expect(cardOf('FAQs').queryByText(why)).toBeNull());
  });

  it('shows why nothing could be generated', async () => {
    await openPage(anEmptyOptimization(), [aGeneration()]);
    await screen.findByText(BANNER);
    progress(ALL_FAILED);
    await waitFor(() =>
      expect(screen.getByText('Failed to generate optimizations').closest('[role=alert]')).toBeVisible(),
    );
    for (const title of ['Services', 'FAQs']) expect(await cardOf(title).findByText(REFUSED)).toBeVisible();
  });

  it('shows the failure also when the page is opened again, and retries by itself', async () => {
    fakeServer.on(GENERATE, failure(503, 'QUEUE_UNAVAILABLE', 'The queue is not reachable.'));
    await openPage(anEmptyOptimization(), [ALL_FAILED]);
    expect(await cardOf('Services').findByText(REFUSED)).toBeVisible();
    await waitFor(() => expect(fakeServer.calls(GENERATE)).toHaveLength(1));
  });

  it('says that a section was changed meanwhile', async () => {
    await openPage(anOptimization({ faqsSuggestion: '' }), [aGeneration()]);
    await screen.findByText(BANNER);
    const message = 'FAQs was changed meanwhile, so the new suggestion was dropped.';
    const run = ended(
      {
        description: ['done'],
        services: ['done'],
        serviceAreas: ['done'],
        faqs: ['skipped', message],
        keywords: ['done'],
      },
      { state: 'completed' },
    );
    progress(run);
    expect(await cardOf('FAQs').findByText(message)).toBeVisible();
  });

  it('shows that the runs could not be loaded, and retries', async () => {
    serve(anEmptyOptimization());
    fakeServer.on('GET /api/gmb-optimizations/opt-1/runs', failure(503, 'DATABASE_UNAVAILABLE', 'Not now.'));
    const { user } = renderRoute('/gmb-optimizations/opt-1');
    expect(await screen.findByText('What the AI is doing could not be loaded')).toBeVisible();
    expect(fakeServer.calls(GENERATE)).toHaveLength(0);
    serveStart();
    serveRuns();
    await user.click(await screen.findByText('Try again'));
    expect(await screen.findByText(BANNER)).toBeVisible();
  });
});

describe('regenerating a section', () => {
  beforeEach(signedIn);

  /** Opens the dialog of the services. */
  async function openDialog(optimization = anOptimization()) {
    const page = await openPage(optimization);
    await page.user.click(screen.getByLabelText('Regenerate Services'));
    return { ...page, dialog: within(await screen.findByRole('dialog')) };
  }

  function serveRegeneration(section: Section = 'services') {
    const run = aRegeneration(section);
    fakeServer.on(`POST /api/gmb-optimizations/opt-1/regenerate/${section}`, () => {
      serveRuns(run);
      return { status: 202, body: { jobId: run.runId } };
    });
    return run;
  }

  it('sends the feedback, shows that the section is being written, and shows the result', async () => {
    const run = serveRegeneration();
    const { user, dialog } = await openDialog();
    const field = dialog.getByLabelText<HTMLTextAreaElement>('Feedback (optional)');
    expect(field.rows).toBe(4);
    await waitFor(() => expect(field).toHaveFocus());
    await user.type(field, ' No weddings ');
    await user.click(dialog.getByText('Regenerate'));
    await waitFor(() => expect(editorOf('Services')).toHaveAttribute('readonly'));
    const [request] = fakeServer.calls('POST /api/gmb-optimizations/opt-1/regenerate/services');
    expect(request!.json).toEqual({ userFeedback: 'No weddings' });
    expect(request!.headers.prefer).toBe('respond-async');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText(BANNER)).toBeNull();
    expect(editorOf('FAQs')).not.toHaveAttribute('readonly');

    const { sectionVersions } = anOptimization();
    const changed = anOptimization({
      servicesSuggestion: 'Bouquets',
      sectionVersions: { ...sectionVersions, services: 3 },
    });
    change(changed);
    progress({
      ...run,
      state: 'completed',
      done: 1,
      sections: [{ section: 'services', state: 'done', message: '', detail: '' }],
    });
    expect(await screen.findByText('Regenerated')).toBeVisible();
    expect(await screen.findByText('Section regenerated successfully')).toBeVisible();
    expect(editorOf('Services')).toHaveValue('Bouquets');
    expect(editorOf('Services')).not.toHaveAttribute('readonly');
  });

  it('does nothing when it is cancelled', async () => {
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fakeServer.requests.filter(({ method }) => method === 'POST')).toHaveLength(0);
  });

  it('shows why it could not be started, and keeps the feedback', async () => {
    const message = 'Services is being written at the moment. Please try again when it is done.';
    const path = 'POST /api/gmb-optimizations/opt-1/regenerate/services';
    fakeServer.on(path, failure(409, 'GENERATION_RUNNING', message));
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Feedback (optional)'), 'Shorter');
    await user.click(dialog.getByText('Regenerate'));
    await waitFor(() => expect(screen.getByText('Failed to regenerate').closest('[role=alert]')).toBeVisible());
    expect(await dialog.findByText(`409: ${message}`)).toBeVisible();
    expect(await dialog.findByLabelText('Feedback (optional)')).toHaveValue('Shorter');
    await user.click(dialog.getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByLabelText('Regenerate FAQs'));
    const other = within(await screen.findByRole('dialog'));
    // Not from a toast with the same text outside of the dialog.
    expect(other.queryByText(`409: ${message}`, { ignore: '[role=alert] p' })).toBeNull();
    expect(await other.findByLabelText('Feedback (optional)')).toHaveValue('');
  });

  it('says why it failed, in the section too', async () => {
    const run = serveRegeneration();
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByText('Regenerate'));
    await waitFor(() => expect(editorOf('Services')).toHaveAttribute('readonly'));
    const why = 'The AI provider gave no answer in time.';
    const detail = 'The AI provider did not answer within 60 seconds. Allow it more with AI_TIMEOUT_MS.';
    const sections = [{ section: 'services' as const, state: 'failed' as const, message: why, detail }];
    progress({ ...run, state: 'failed', failed: 1, sections }, { section: sections[0] });
    await waitFor(() => expect(screen.getByText('Failed to regenerate').closest('[role=alert]')).toBeVisible());
    expect(await cardOf('Services').findByText(why)).toBeVisible();
    expect(cardOf('Services').getByText('No new suggestion could be written')).toBeVisible();
    expect(cardOf('Services').getByText(detail)).not.toBeVisible();
    await user.click(cardOf('Services').getByText('Technical details'));
    expect(cardOf('Services').getByText(detail)).toBeVisible();
    expect(editorOf('Services')).toHaveValue('Bouquets\nWedding flowers');
  });

  it('says that what was written was dropped, because the section was changed meanwhile', async () => {
    const run = serveRegeneration();
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByText('Regenerate'));
    await waitFor(() => expect(editorOf('Services')).toHaveAttribute('readonly'));
    const message = 'Services was changed meanwhile, so the new suggestion was dropped.';
    progress({
      ...run,
      state: 'completed',
      total: 0,
      sections: [{ section: 'services', state: 'skipped', message, detail: '' }],
    });
    expect(await screen.findByText('Not regenerated')).toBeVisible();
    expect(await cardOf('Services').findByText(message)).toBeVisible();
  });

  it('warns of unsaved edits and of an approval, and shows which client feedback is used', async () => {
    const { user } = await openPage(anOptimization({ servicesApproved: 'approved', faqsFeedback: 'Too long' }));
    await user.click(cardOf('Services').getByText('Services'));
    await user.type(editorOf('Services'), '!');
    await user.click(screen.getByLabelText('Regenerate Services'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('You have unsaved edits in this section')).toBeVisible();
    expect(await dialog.findByText(/The client approved this section/)).toBeVisible();
    await user.click(dialog.getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByLabelText('Regenerate FAQs'));
    const other = within(await screen.findByRole('dialog'));
    expect(await other.findByText(/The client’s feedback is taken into account: “Too long”/)).toBeVisible();
    expect(other.queryByText('You have unsaved edits in this section')).toBeNull();
  });

  it('shows how one ended while another is still running', async () => {
    editFaqsAsJson();
    const services = serveRegeneration();
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByText('Regenerate'));
    await waitFor(() => expect(editorOf('Services')).toHaveAttribute('readonly'));
    const failed = {
      section: 'services',
      state: 'failed',
      message: 'No answer.',
      detail: 'Check OPENAI_API_KEY.',
    } as const;
    const run = { ...services, state: 'failed' as const, failed: 1, sections: [failed] };
    serveRuns(run, aRegeneration('faqs'));
    emitProgress(run);
    await waitFor(() => expect(screen.getByText('Failed to regenerate').closest('[role=alert]')).toBeVisible());
    expect(await cardOf('Services').findByText('No answer.')).toBeVisible();
    expect(cardOf('Services').getByText('Technical details')).toBeVisible();
    await waitFor(() => expect(editorOf('FAQs')).toHaveAttribute('readonly'));
  });

  it('is offered where the record was changed since the section was written, until it is being written', async () => {
    const run = serveRegeneration();
    const { user } = await openPage(anOptimization({ outdatedSections: ['services'] }));
    expect(await cardOf('Services').findByText(/were changed since this was written/)).toBeVisible();
    expect(cardOf('FAQs').queryByText(/were changed since this was written/)).toBeNull();
    await user.click(cardOf('Services').getByText('Write it again'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByText('Regenerate'));
    await waitFor(() => expect(editorOf('Services')).toHaveAttribute('readonly'));
    expect(cardOf('Services').queryByText(/were changed since this was written/)).toBeNull();
    change(anOptimization({ servicesSuggestion: 'Bouquets' }));
    progress({
      ...run,
      state: 'completed',
      done: 1,
      sections: [{ section: 'services', state: 'done', message: '', detail: '' }],
    });
    expect(await screen.findByText('Section regenerated successfully')).toBeVisible();
    expect(cardOf('Services').queryByText(/were changed since this was written/)).toBeNull();
  });

  it('shows the result of a colleague’s run without a toast', async () => {
    const run = aRegeneration('services');
    await openPage(anOptimization(), [run]);
    await waitFor(() => expect(editorOf('Services')).toHaveAttribute('readonly'));
    progress({
      ...run,
      state: 'completed',
      done: 1,
      sections: [{ section: 'services', state: 'done', message: '', detail: '' }],
    });
    await waitFor(() => expect(editorOf('Services')).not.toHaveAttribute('readonly'));
    expect(screen.queryByText('Regenerated')).toBeNull();
  });
});
