import type { OptimizationRunView, OptimizationView } from '../src/contract/optimizations.js';
import { isRunActive } from '../src/contract/statuses.js';
import type { Agent } from './app.js';
import { eventually } from './eventually.js';
import { createClient, createOptimization } from './factories.js';

/** A submitted optimization of which enough is known for each section to be written. */
export async function submittedOptimization(staff: Agent, fields: object = {}): Promise<OptimizationView> {
  const client = await createClient(staff, {
    business: 'Rosa’s Flowers',
    description: 'We bind bouquets for weddings in Lisbon.',
    serviceAreas: 'Lisbon, Almada',
    targetKeywords: ['florist lisbon', 'wedding flowers'],
    categories: ['Florist'],
    address: 'Rua Augusta 1, Lisbon',
  });
  const { id } = await createOptimization(staff, {
    clientId: client.id,
    address: 'Rua Augusta 1, Lisbon',
    categories: 'Florist',
    currentServices: 'Bouquets\nWedding flowers',
    currentServiceAreas: 'Lisbon\nAlmada',
    ...fields,
  });
  const { body } = await staff.patch(`/api/gmb-optimizations/${id}`).send({ status: 'in_progress' }).expect(200);
  return body as OptimizationView;
}

export async function readOptimization(staff: Agent, { id }: { id: string }): Promise<OptimizationView> {
  const { body } = await staff.get(`/api/gmb-optimizations/${id}`).expect(200);
  return body.optimization as OptimizationView;
}

/** Starts generating every missing suggestion; returns the run's id. */
export async function generateAll(staff: Agent, { id }: { id: string }): Promise<string> {
  const call = staff.post(`/api/gmb-optimizations/${id}/generate`).set('Prefer', 'respond-async');
  return (await call.expect(202)).body.jobId as string;
}

/** Starts regenerating one suggestion; returns the run's id. */
export async function regenerate(
  staff: Agent,
  { id }: { id: string },
  section: string,
  userFeedback = '',
): Promise<string> {
  const call = staff.post(`/api/gmb-optimizations/${id}/regenerate/${section}`).set('Prefer', 'respond-async');
  return (await call.send({ userFeedback }).expect(202)).body.jobId as string;
}

export async function runsOf(staff: Agent, { id }: { id: string }): Promise<OptimizationRunView[]> {
  return (await staff.get(`/api/gmb-optimizations/${id}/runs`).expect(200)).body as OptimizationRunView[];
}

/**
 * Waits up to 60 s until no run of an optimization is active, and returns the last run. A worker may be killed
 * meanwhile.
 */
export function endedGeneration(staff: Agent, optimization: { id: string }): Promise<OptimizationRunView> {
  return eventually(async () => {
    const runs = await runsOf(staff, optimization);
    const last = runs.at(-1);
    if (last && runs.every(({ state }) => !isRunActive(state))) return last;
    throw new Error(`The generation has not ended: ${JSON.stringify(runs)}`);
  }, 60_000);
}
