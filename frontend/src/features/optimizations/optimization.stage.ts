import type { OptimizationRunView, OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { screen, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { aDetail, anOptimization } from './optimization.fixture';

/** Says what the server knows of the optimization from now on. */
export function serve(optimization: OptimizationView): void {
  fakeServer.on('GET /api/gmb-optimizations/opt-1', { body: aDetail(optimization) });
}

/** Tells connected pages that the optimization was changed, and lets the server answer it. */
export function change(optimization: OptimizationView): void {
  serve(optimization);
  fakeServer.emit('optimization.changed', optimization);
}

/** Says which generations the server answers from now on. */
export function serveRuns(...runs: OptimizationRunView[]): void {
  fakeServer.on('GET /api/gmb-optimizations/opt-1/runs', { body: runs });
}

/** Tells connected pages how far a generation is, and lets the server answer it. */
export function progress(run: OptimizationRunView, ended: { section?: OptimizationRunView['sections'][number] } = {}) {
  serveRuns(run);
  hear(run, ended);
}

/** Tells connected pages how far a generation is. */
export function hear(
  { optimizationId, runId, state, total, done, failed }: OptimizationRunView,
  { section }: { section?: OptimizationRunView['sections'][number] } = {},
): void {
  const failure = section?.message && { message: section.message, detail: section.detail };
  const told = section && { section: section.section, ...(failure || {}) };
  fakeServer.emit('optimization.progress', { optimizationId, runId, state, total, done, failed, ...told });
}

/** Opens the page of an optimization that the server knows in this state, once live events arrive. */
export async function openPage(optimization = anOptimization(), runs: OptimizationRunView[] = []) {
  serve(optimization);
  serveRuns(...runs);
  const page = renderRoute('/gmb-optimizations/opt-1');
  await screen.findByText('Public Preview Link');
  await screen.findByText('Live');
  return page;
}

/** The card of a section. */
export const cardOf = (title: string) => within(screen.getByLabelText(title, { selector: '[role=region]' }));

/** The editor of a section's suggestion. */
export const editorOf = (title: string) => screen.getByLabelText<HTMLTextAreaElement>(`${title}: AI Suggestion`);
