import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StoredRecord } from '../../ui/record-edits';
import { isEditConflict, isNotFound, reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import {
  allOptimizations,
  createOptimization,
  optimizationQuery,
  updateOptimization,
  type WizardChanges,
} from '../../records/optimizations';
import { wizardDrafts } from './wizard-drafts';
import { FIELD_VIEWS } from './wizard-fields';
import { changesOf, newDraftOf, REVIEW, valuesOf, type WizardValues } from './wizard-values';

const DRAFT_GONE = 'The draft no longer exists. Try again to save what you entered as a new one.';

/**
 * The wizard's record on the server: the first save creates it, later ones change it. If it was deleted meanwhile, a
 * save fails and the next one creates a new record.
 */
export function useDraft(opened: OptimizationView | null) {
  const queryClient = useQueryClient();
  const [id, setId] = useState(opened?.id ?? null);
  const { data } = useQuery({ ...optimizationQuery(id ?? ''), enabled: id !== null });
  const onSuccess = (optimization: OptimizationView) => {
    queryClient.setQueryData(optimizationQuery(optimization.id).queryKey, (old) => old && { ...old, optimization });
    void queryClient.invalidateQueries(allOptimizations);
    setId(optimization.id);
  };
  const creation = useToastMutation({
    mutationFn: createOptimization,
    failure: (error) => ['Error', `Failed to create GMB optimization\n${reasonOf(error)}`],
    onSuccess,
  });
  const change = useToastMutation({
    mutationFn: (request: { id: string; changes: WizardChanges }) => updateOptimization(request.id, request.changes),
    failure: (error) => [
      'Error',
      `Failed to save GMB optimization\n${isNotFound(error) ? DRAFT_GONE : reasonOf(error)}`,
    ],
    onSuccess,
    onError: async (error, request) => {
      if (isNotFound(error)) {
        wizardDrafts.drop(request.id);
        setId(null);
      }
      // The live event about the other edit may not have arrived yet.
      if (isEditConflict(error)) await queryClient.invalidateQueries(optimizationQuery(request.id));
    },
  });

  return {
    /** `null` until the first save. */
    id,
    stored: data && id !== null ? storedRecord(data.optimization) : undefined,
    /**
     * Saves a step; the last one submits the draft. Without a record, one is created with all values.
     * @param revision the revision on which the values are based
     */
    async save(step: number, values: WizardValues, revision: number | undefined): Promise<OptimizationView> {
      const changes = changesOf(step, values);
      if (id !== null) return change.mutateAsync({ id, changes: { ...changes, revision } });
      const created = await creation.mutateAsync(newDraftOf(values));
      if (step !== REVIEW) return created;
      // A new record is always a draft, so submitting is a second request. If it fails, a reload continues the draft.
      wizardDrafts.keep(created.id, REVIEW);
      return change.mutateAsync({ id: created.id, changes: { ...changes, revision: created.revision } });
    },
  };
}

/** A draft as a record for `useEdits`. */
export function storedRecord(draft: OptimizationView): StoredRecord<WizardValues> {
  const { revision, editor } = draft;
  return { values: valuesOf(draft), revision, editor, what: 'this draft', fields: FIELD_VIEWS };
}
