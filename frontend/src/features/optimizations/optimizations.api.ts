import type {
  CreateOptimizationBody,
  GenerationStarted,
  OptimizationDetail,
  OptimizationListItem,
  OptimizationRunView,
  OptimizationView,
  UpdateOptimizationBody,
} from '@gmb-moments/backend/contract/optimizations';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../../lib/http';
import { pathOf } from '../../lib/query-client';

const ASYNC = { headers: { Prefer: 'respond-async' } };

/** One page of the list, newest first, with the number of all. */
export function optimizationListQuery(params: { limit: number; offset: number }) {
  return queryOptions({
    queryKey: ['/api/gmb-optimizations', params] as const,
    queryFn: ({ queryKey, signal }) => http.getPage<OptimizationListItem>(pathOf(queryKey), { signal }),
  });
}

/** Has the list read again, as every change of an optimization asks for. */
export function refreshOptimizationList(client: QueryClient): Promise<void> {
  const [path] = optimizationListQuery({ limit: 0, offset: 0 }).queryKey;
  return client.invalidateQueries({
    queryKey: [path],
    predicate: ({ queryKey: [, second] }) => typeof second === 'object',
  });
}

/** One optimization with its client. */
export function optimizationQuery(id: string) {
  return queryOptions({
    queryKey: ['/api/gmb-optimizations', id] as const,
    queryFn: ({ queryKey, signal }) => http.get<OptimizationDetail>(pathOf(queryKey), { signal }),
  });
}

/** Its generations: those that are going on, else the last one. */
export function optimizationRunsQuery(id: string) {
  return queryOptions({
    queryKey: ['/api/gmb-optimizations', id, 'runs'] as const,
    queryFn: ({ queryKey, signal }) => http.get<OptimizationRunView[]>(pathOf(queryKey), { signal }),
  });
}

/** A body whose empty texts may be `null` (spec 5, "Wizard step 2"). */
type OrNull<Body> = { [Field in keyof Body]: Body[Field] | (undefined extends Body[Field] ? null : never) };

/** What the wizard changes: the fields of a step, and the status that submits it. */
export type WizardChanges = Partial<OrNull<CreateOptimizationBody>> &
  Pick<UpdateOptimizationBody, 'status' | 'revision'>;

/** Creates a draft. */
export function createOptimization(body: OrNull<CreateOptimizationBody>): Promise<OptimizationView> {
  return http.post('/api/gmb-optimizations', body);
}

/** Changes the record or the suggestions; `sectionVersions` are the versions that edited suggestions started from. */
export function updateOptimization(
  id: string,
  body: UpdateOptimizationBody | WizardChanges,
): Promise<OptimizationView> {
  return http.patch(`/api/gmb-optimizations/${id}`, body);
}

/** Removes an optimization; its public preview ends. */
export function deleteOptimization(id: string): Promise<void> {
  return http.delete(`/api/gmb-optimizations/${id}`);
}

/** Starts writing every suggestion that is missing, or joins the generation that is at it. Its progress comes as live events. */
export function generateSuggestions(id: string): Promise<GenerationStarted> {
  return http.post(`/api/gmb-optimizations/${id}/generate`, undefined, ASYNC);
}

/** Starts writing one suggestion anew. */
export function regenerateSection(id: string, section: Section, userFeedback: string): Promise<GenerationStarted> {
  return http.post(`/api/gmb-optimizations/${id}/regenerate/${section}`, { userFeedback }, ASYNC);
}

/** Address of the page where the client reviews the suggestions. */
export function previewLink({
  publicLink,
  publicOrigin,
}: Pick<OptimizationView, 'publicLink' | 'publicOrigin'>): string {
  return `${publicOrigin ?? window.location.origin}/gmb-preview/${publicLink}`;
}
