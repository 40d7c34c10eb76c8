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

/** Query keys: all optimizations; only the pages of the list; only single optimizations. */
export const allOptimizations = { queryKey: [PATH] };
export const optimizationLists = listsOf(PATH);
export const optimizationRecords = recordsOf(PATH);

const ASYNC = { headers: { Prefer: 'respond-async' } };

/** One page of the list, newest first, with the number of those that match. */
export function optimizationListQuery(params: OptimizationQuery) {
  return pageQuery<OptimizationListItem>(PATH, params);
}

/** One optimization with its client. */
export function optimizationQuery(id: string) {
  return queryOptions<OptimizationDetail>({ queryKey: [PATH, id] });
}

/** The runs of an optimization: the active ones, or else the last one. */
export function optimizationRunsQuery(id: string) {
  return queryOptions<OptimizationRunView[]>({ queryKey: [PATH, id, 'runs'] });
}

/** What the client approved of an optimization. */
export function profileQuery(id: string) {
  return queryOptions<ProfileView>({ queryKey: [PATH, id, 'profile'] });
}

/** Address of the same as a file. */
export function profileAddress(id: string): string {
  return `${PATH}/${id}/profile`;
}

/** Notes that an approved section is where it belongs. @param version the one that is */
export function applySection(id: string, section: Section, version: number): Promise<ProfileView> {
  return http.put(`${PATH}/${id}/applied/${section}`, { version });
}

/** Takes that back. */
export function takeSectionBack(id: string, section: Section): Promise<ProfileView> {
  return http.delete(`${PATH}/${id}/applied/${section}`);
}

/** A body whose empty texts may be `null`. */
type OrNull<Body> = { [Field in keyof Body]: Body[Field] | (undefined extends Body[Field] ? null : never) };

/** The request body of the wizard: the fields of a step, and the status that submits it. */
export type WizardChanges = Partial<OrNull<CreateOptimizationBody>> &
  Pick<UpdateOptimizationBody, 'status' | 'revision'>;

/** Creates a draft. */
export function createOptimization(body: OrNull<CreateOptimizationBody>): Promise<OptimizationView> {
  return http.post(PATH, body);
}

/** Changes the record or the suggestions; `sectionVersions` are the versions that edited suggestions started from. */
export function updateOptimization(
  id: string,
  body: UpdateOptimizationBody | WizardChanges,
): Promise<OptimizationView> {
  return http.patch(`${PATH}/${id}`, body);
}

/** Removes an optimization; its public preview ends. */
export function deleteOptimization(id: string): Promise<void> {
  return http.delete(`${PATH}/${id}`);
}

/** Starts writing every suggestion that is missing, or joins the generation that is running. Its progress comes as live events. */
export function generateSuggestions(id: string): Promise<GenerationStarted> {
  return http.post(`${PATH}/${id}/generate`, undefined, ASYNC);
}

/** Starts regenerating one suggestion. */
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
 * Puts the draft of a rejected section before the client; without one the text as it is, which takes an answer.
 * @param reply answers the client's feedback as well; `''` leaves the answer that is there
 */
export function resubmitSection(id: string, section: Section, reply: string): Promise<OptimizationView> {
  return http.post(`${PATH}/${id}/resubmit/${section}`, { reply });
}

/** Address of the page where the client reviews the suggestions. */
export function previewAddress({
  publicLink,
  publicOrigin,
}: Pick<OptimizationView, 'publicLink' | 'publicOrigin'>): string {
  return `${publicOrigin ?? window.location.origin}/gmb-preview/${publicLink}`;
}
