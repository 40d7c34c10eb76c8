import { OPTIMIZATION_FIELDS } from '@gmb-moments/backend/contract/optimization-fields';
import { emptyRecord } from '@gmb-moments/backend/contract/record-fields';
import type {
  OptimizationDetail,
  OptimizationListItem,
  OptimizationView,
} from '@gmb-moments/backend/contract/optimizations';
import { failure, fakeServer } from '../../test/server';
import { aClient } from '../../records/moments.fixture';
import { anEmptyOptimization } from '../../records/optimizations.fixture';

/** Records and responses for tests of the list and the wizard. */

export function anItem(more: Partial<OptimizationListItem> = {}): OptimizationListItem {
  return {
    id: 'o1',
    clientId: 'client-1',
    client: { id: 'client-1', business: 'Rose & Thorn' },
    businessName: 'Rose & Thorn Florists',
    status: 'in_progress',
    currentStep: 3,
    sharedAt: null,
    openedAt: null,
    dueOn: null,
    daysLeft: null,
    createdAt: '2026-01-01T00:00:00Z',
    ...more,
  };
}

/** A draft after the first step. */
export function aDraft(more: Partial<OptimizationView> = {}): OptimizationView {
  return anEmptyOptimization({
    ...emptyRecord(OPTIMIZATION_FIELDS),
    ...anItem({ status: 'draft', currentStep: 1 }),
    website: 'https://rose.example',
    ...more,
  });
}

/** Makes the fake server store one draft; it returns `''` for `null`. */
export function serveDraft(given: OptimizationView | null): void {
  let draft = given;
  const change = (fields: unknown) => {
    const known = Object.entries(fields as object).map(([name, value]) => [name, value ?? '']);
    draft = { ...(draft ?? aDraft({ website: '' })), ...Object.fromEntries(known) };
    return draft;
  };
  fakeServer.on('POST /api/gmb-optimizations', ({ json }) => ({ status: 201, body: change(json) }));
  fakeServer.on('PATCH /api/gmb-optimizations/o1', ({ json }) => ({ body: change(json) }));
  fakeServer.on('GET /api/gmb-optimizations/o1', () =>
    draft
      ? { body: { optimization: draft, client: aClient() } satisfies OptimizationDetail }
      : failure(404, 'NOT_FOUND', 'Optimization not found'),
  );
}
