import { useIsFetching, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { OptimizationRunView, OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { isRunActive, SECTIONS, type Section } from '@gmb-moments/backend/contract/statuses';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { HttpError, messageOf, reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { useRuns } from '../../records/runs';
import { toastGeneration, toastRegeneration, GENERATE_FAILED, REGENERATE_FAILED } from './generation-toasts';
import {
  generateSuggestions,
  optimizationLists,
  optimizationQuery,
  optimizationRunsQuery,
  regenerateSection,
  updateOptimization,
} from '../../records/optimizations';
import { missingSections, suggestionFields, suggestionText } from './sections';

/** Why the last run did not write a section. */
export interface SectionOutcome {
  state: 'failed' | 'skipped';
  message: string;
  /** Technical details; `''` for none. */
  detail: string;
}

interface RegenerateRequest {
  section: Section;
  feedback: string;
  /** Whether the result is a draft, which the client sees after resubmitting. */
  asDraft?: boolean;
}

/** A suggestion before its regeneration. */
interface Replaced {
  section: Section;
  text: string;
  version: number;
}

/** Starts and watches runs of an optimization, and shows their results in toasts. */
export function useGeneration(optimization: OptimizationView) {
  const { id } = optimization;
  const queryClient = useQueryClient();
  const startedHere = useRef(new Map<string, Replaced>());
  const outcomes = useOutcomes(optimization);
  const undo = useToastMutation({
    mutationFn: ({ section, text, version }: Replaced) =>
      updateOptimization(id, { ...suggestionFields(section, text), sectionVersions: { [section]: version + 1 } }),
    success: ['Undone', 'The earlier text is back'],
    failure: (error) => ['Failed to save changes', reasonOf(error)],
    refresh: [optimizationQuery(id), optimizationLists],
  });
  const { runs, follow } = useRuns(optimizationRunsQuery(id), (run) => {
    outcomes.note(run);
    if (run.kind === 'generate') toastGeneration(run);
    // Show a toast only for regenerations that were started on this page.
    else if (startedHere.current.has(run.runId)) {
      const replaced = startedHere.current.get(run.runId)!;
      toastRegeneration(run, replaced.text === '' ? undefined : () => undo.mutate(replaced));
    }
  });

  const start = useToastMutation({
    mutationFn: () => generateSuggestions(id),
    // Another tab or user has generated the suggestions already.
    failure: (error) =>
      error instanceof HttpError && error.code === 'ALL_SUGGESTED' ? null : [GENERATE_FAILED, messageOf(error)],
    onSuccess: ({ jobId: runId }) => {
      follow(queued(optimization, runId, 'generate', missingSections(optimization)));
      void queryClient.invalidateQueries(optimizationLists);
    },
  });
  const regenerate = useToastMutation({
    mutationFn: ({ section, feedback, asDraft }: RegenerateRequest) =>
      regenerateSection(id, section, { userFeedback: feedback, ...(asDraft && { asDraft }) }),
    failure: (error) => [REGENERATE_FAILED, messageOf(error)],
    onSuccess: ({ jobId: runId }, { section, asDraft }) => {
      // A draft does not replace the suggestion, so there is nothing to undo.
      const text = asDraft ? '' : suggestionText(optimization, section);
      startedHere.current.set(runId, { section, text, version: optimization.sectionVersions[section] });
      follow(queued(optimization, runId, 'regenerate', [section]));
      void queryClient.invalidateQueries(optimizationLists);
    },
  });
  useAutomaticStart(optimization, runs, () => start.mutate());

  const active = (runs.data ?? []).filter(({ state }) => isRunActive(state));
  const isWriting = (section: Section) =>
    active.some(({ sections }) => sections.some((item) => item.section === section && item.state === 'waiting'));
  return {
    runs,
    start,
    regenerate,
    /**
     * Regenerates several sections with the client's feedback, one after the other; stops at the first refusal.
     */
    regenerateEach: async (sections: Section[], { asDraft = false } = {}) => {
      for (const section of sections) {
        try {
          await regenerate.mutateAsync({ section, feedback: '', asDraft });
        } catch {
          return;
        }
      }
    },
    /** The active run for missing suggestions. */
    generation: active.find(({ kind }) => kind === 'generate') ?? null,
    /** Whether a run is active; also `false` while the runs load. */
    isBusy: active.length > 0 || start.isPending,
    isWriting,
    outcomeOf: (section: Section) => (isWriting(section) ? null : outcomes.of(section, runs.data ?? [])),
  };
}

export type Generation = ReturnType<typeof useGeneration>;

/**
 * Starts a run when the page opens, if the description has no suggestion and no run is active. Not for drafts:
 * suggestions need the data that staff enter in the wizard.
 */
function useAutomaticStart(
  { id, status, descriptionSuggestion }: OptimizationView,
  runs: UseQueryResult<OptimizationRunView[]>,
  start: () => void,
): void {
  // Waits for the current fetch, because the cached data may be outdated.
  const isRead = useIsFetching({ queryKey: optimizationQuery(id).queryKey }) === 0 && runs.isSuccess;
  const isSettled = isRead && status !== 'draft';
  const isDecided = useRef(false);
  const decide = useEffectEvent(() => {
    if (isDecided.current) return;
    isDecided.current = true;
    if (descriptionSuggestion === '' && !runs.data?.some(({ state }) => isRunActive(state))) start();
  });
  useEffect(() => {
    if (isSettled) decide();
  }, [isSettled]);
}

type SectionOutcomes = Partial<Record<Section, SectionOutcome & { version: number }>>;

/**
 * Why sections were not written: outcomes seen on this page, until the section changes, and failures of the last run.
 */
function useOutcomes(optimization: OptimizationView) {
  const [noted, setNoted] = useState<SectionOutcomes>({});
  const queryClient = useQueryClient();

  function note(run: OptimizationRunView) {
    // The section may have changed since the last render.
    const cached = queryClient.getQueryData(optimizationQuery(run.optimizationId).queryKey);
    const { sectionVersions } = cached?.optimization ?? optimization;
    const ends = run.sections.map(({ section, state, message, detail }) => [
      section,
      state === 'failed' || state === 'skipped'
        ? { state, message, detail, version: sectionVersions[section] }
        : undefined,
    ]);
    setNoted((before) => ({ ...before, ...Object.fromEntries(ends) }));
  }

  function of(section: Section, runs: OptimizationRunView[]): SectionOutcome | null {
    const seen = noted[section];
    if (seen?.version === optimization.sectionVersions[section]) return seen;
    if (suggestionText(optimization, section) !== '') return null;
    const item = runs.flatMap(({ sections }) => sections).findLast((one) => one.section === section);
    return item?.state === 'failed' ? { ...item, state: 'failed' } : null;
  }

  return { note, of };
}

function queued(
  { id }: OptimizationView,
  runId: string,
  kind: OptimizationRunView['kind'],
  sections: Section[],
): OptimizationRunView {
  return {
    runId,
    optimizationId: id,
    kind,
    state: 'queued',
    total: sections.length,
    done: 0,
    failed: 0,
    sections: SECTIONS.filter((section) => sections.includes(section)).map((section) => ({
      section,
      state: 'waiting',
      message: '',
      detail: '',
    })),
  };
}
