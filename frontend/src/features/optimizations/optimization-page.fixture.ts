import type { OptimizationRunView, OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { screen, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { aDetail, anOptimization } from '../../records/optimizations.fixture';

/** Sets the optimization of the fake server. */
export function serve(optimization: OptimizationView): void {
  fakeServer.on('GET /api/gmb-optimizations/opt-1', { body: aDetail(optimization) });
}

/** Changes the optimization on the fake server and emits its event. */
export function change(optimization: OptimizationView): void {
  serve(optimization);
  fakeServer.emit('optimization.changed', optimization);
}

/** Sets the runs of the fake server. */
export function serveRuns(...runs: OptimizationRunView[]): void {
  fakeServer.on('GET /api/gmb-optimizations/opt-1/runs', { body: runs });
}

/** Changes a run on the fake server and emits its progress event. */
export function progress(run: OptimizationRunView, ended: { section?: OptimizationRunView['sections'][number] } = {}) {
  serveRuns(run);
  emitProgress(run, ended);
}

/** Emits the progress of a run. */
export function emitProgress(
  { optimizationId, runId, state, total, done, failed }: OptimizationRunView,
  { section }: { section?: OptimizationRunView['sections'][number] } = {},
): void {
  const failure = section?.message && { message: section.message, detail: section.detail };
  const item = section && { section: section.section, ...(failure || {}) };
  fakeServer.emit('optimization.progress', { optimizationId, runId, state, total, done, failed, ...item });
}

/** Renders the page of an optimization in this state, and waits for the live connection. */
export async function openPage(optimization = anOptimization(), runs: OptimizationRunView[] = []) {
  serve(optimization);
  serveRuns(...runs);
  const page = renderRoute('/gmb-optimizations/opt-1');
  await screen.findByText('Public Preview Link');
  await screen.findByText('Live');
  return page;
}

/** Switches the FAQ editor to JSON. */
export function editFaqsAsJson(): void {
  localStorage.setItem('faq-editor', 'json');
}

/** The pane of a section. */
export const cardOf = (title: string) => within(screen.getByLabelText(title, { selector: 'section' }));

/** The editor of a section's suggestion. */
export const editorOf = (title: string) => screen.getByLabelText<HTMLTextAreaElement>(`${title}: AI Suggestion`);
