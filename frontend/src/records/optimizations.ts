import type {
  CreateOptimizationBody,
  GenerationStarted,
  OptimizationDetail,
  OptimizationListItem,
  OptimizationQuery,
  OptimizationRunView,
  OptimizationView,
  RegenerateSectionBody,
  UpdateOptimizationBody,
} from '@gmb-moments/backend/contract/optimizations';
import type { ProfileView } from '@gmb-moments/backend/contract/profile';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http';
import { listsOf, recordsOf } from '../lib/live-cache';
import { pageQuery } from '../lib/query-client';

const PATH = '/api/gmb-optimizations';

/** Filters for the cached optimizations: all of them, the pages of the list, the single records. */
export const allOptimizations = { queryKey: [PATH] };
export const optimizationLists = listsOf(PATH);
export const optimizationRecords = recordsOf(PATH);

const ASYNC = { headers: { Prefer: 'respond-async' } };

/** One page of the list, newest first, with the number of optimizations that match. */
export function optimizationListQuery(params: OptimizationQuery) {
  return pageQuery<OptimizationListItem>(PATH, params);
}

/** One optimization with its client. */
export function optimizationQuery(id: string) {
  return queryOptions<OptimizationDetail>({ queryKey: [PATH, id] });
}

/** The active runs of an optimization, or the last one if none is active. */
export function optimizationRunsQuery(id: string) {
  return queryOptions<OptimizationRunView[]>({ queryKey: [PATH, id, 'runs'] });
}

/** The approved texts of an optimization, and which of them are on the Google profile. */
export function profileQuery(id: string) {
  return queryOptions<ProfileView>({ queryKey: [PATH, id, 'profile'] });
}

/** Path that downloads the approved texts as a file. */
export function profileAddress(id: string): string {
  return `${PATH}/${id}/profile`;
}

/** Marks an approved section as applied to the Google profile. @param version the version that was applied */
export function applySection(id: string, section: Section, version: number): Promise<ProfileView> {
  return http.put(`${PATH}/${id}/applied/${section}`, { version });
}

/** Marks a section as not applied. */
export function takeSectionBack(id: string, section: Section): Promise<ProfileView> {
  return http.delete(`${PATH}/${id}/applied/${section}`);
}

/** A request body whose optional fields may also be `null`. */
type OrNull<Body> = { [Field in keyof Body]: Body[Field] | (undefined extends Body[Field] ? null : never) };

/** The request body of the wizard: the fields of a step, and the status that submits it. */
export type WizardChanges = Partial<OrNull<CreateOptimizationBody>> &
  Pick<UpdateOptimizationBody, 'status' | 'revision'>;

/** Creates an optimization with the status `draft`. */
export function createOptimization(body: OrNull<CreateOptimizationBody>): Promise<OptimizationView> {
  return http.post(PATH, body);
}

/** Changes the record or its suggestions; `sectionVersions` names the versions on which the edits are based. */
export function updateOptimization(
  id: string,
  body: UpdateOptimizationBody | WizardChanges,
): Promise<OptimizationView> {
  return http.patch(`${PATH}/${id}`, body);
}

/** Deletes an optimization; its public link stops working. */
export function deleteOptimization(id: string): Promise<void> {
  return http.delete(`${PATH}/${id}`);
}

/**
 * Starts a run for all missing suggestions; answers with the active run if there is one. Progress arrives as live
 * events.
 */
export function generateSuggestions(id: string): Promise<GenerationStarted> {
  return http.post(`${PATH}/${id}/generate`, undefined, ASYNC);
}

/** Starts a run that regenerates one suggestion. */
export function regenerateSection(
  id: string,
  section: Section,
  body: RegenerateSectionBody,
): Promise<GenerationStarted> {
  return http.post(`${PATH}/${id}/regenerate/${section}`, body, ASYNC);
}

/** Answers the client's feedback on a section; `''` removes the answer. */
export function replyToSection(id: string, section: Section, reply: string): Promise<OptimizationView> {
  return http.put(`/api/gmb-optimizations/${id}/reply/${section}`, { reply });
}

/**
 * Sets a rejected section back to pending, with its draft as the new suggestion. Without a draft, an answer is
 * required.
 * @param reply a new answer to the client's feedback; `''` keeps the existing one
 */
export function resubmitSection(id: string, section: Section, reply: string): Promise<OptimizationView> {
  return http.post(`${PATH}/${id}/resubmit/${section}`, { reply });
}

/** URL of the page where the client reviews the suggestions. */
export function previewAddress({
  publicLink,
  publicOrigin,
}: Pick<OptimizationView, 'publicLink' | 'publicOrigin'>): string {
  return `${publicOrigin ?? window.location.origin}/gmb-preview/${publicLink}`;
}
