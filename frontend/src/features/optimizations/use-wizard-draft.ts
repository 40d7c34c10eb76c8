import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isEditedMeanwhile } from '../../components/edited-row';
import { HttpError, reasonOf } from '../../lib/http';
import { useStaffEvent } from '../../lib/live';
import { toast } from '../../lib/toast';
import { createOptimization, optimizationQuery, updateOptimization, type WizardChanges } from './optimizations.api';
import { wizardDrafts } from './wizard-draft-storage';
import { BASICS, REVIEW } from './wizard-steps';
import { basicsOf, gmbDataOf, newDraftOf, type WizardValues } from './wizard-values';

/** The wizard's record on the server: created by its first step, changed by the others (spec 4, "Wizard"). */
export function useWizardDraft(opened: OptimizationView | null) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(opened);
  const id = draft?.id ?? null;
  const newest = (seen: OptimizationView) =>
    setDraft((known) => (known?.id === seen.id && known.revision > seen.revision ? known : seen));
  useStaffEvent('optimization.changed', (changed) => changed.id === id && newest(changed));

  const stored = (saved: OptimizationView) => {
    newest(saved);
    const { queryKey } = optimizationQuery(saved.id);
    client.setQueryData(queryKey, (old) => old && { ...old, optimization: saved });
    void client.invalidateQueries({ queryKey: ['/api/gmb-optimizations'] });
  };
  const creation = useMutation({
    mutationFn: createOptimization,
    onSuccess: stored,
    onError: (error) => toast.error('Error', `Failed to create GMB optimization\n${reasonOf(error)}`),
  });
  const change = useMutation({
    mutationFn: (request: { id: string; changes: WizardChanges }) => updateOptimization(request.id, request.changes),
    onSuccess: stored,
    onError: async (error, request) => {
      const isGone = error instanceof HttpError && error.status === 404;
      if (isGone) forget(request.id);
      toast.error('Error', `Failed to save GMB optimization\n${isGone ? GONE : reasonOf(error)}`);
      // Whoever was faster is to be seen, also when the live event of it has not arrived.
      if (isEditedMeanwhile(error)) await readAgain(request.id);
    },
  });

  async function readAgain(lost: string) {
    const { queryKey, queryFn } = optimizationQuery(lost);
    const detail = await client.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => null);
    if (detail) newest(detail.optimization);
  }

  function forget(gone: string) {
    wizardDrafts.drop(gone);
    setDraft(null);
  }

  /** Saves what a step holds, as the draft was seen in a revision; the last one submits. Without a draft, one is created with all that was entered. */
  async function save(step: number, values: WizardValues, revision: number | undefined): Promise<OptimizationView> {
    if (id !== null) return change.mutateAsync({ id, changes: { ...changesOf(step, values), revision } });
    const created = await creation.mutateAsync(newDraftOf(values));
    wizardDrafts.keep(created.id, step);
    if (step !== REVIEW) return created;
    return change.mutateAsync({ id: created.id, changes: { ...changesOf(step, values), revision: created.revision } });
  }

  return { id, draft, save };
}

const GONE = 'The draft no longer exists. Try again to save what you entered as a new one.';

function changesOf(step: number, values: WizardValues): WizardChanges {
  if (step === BASICS) return basicsOf(values);
  return step === REVIEW ? { ...gmbDataOf(values), status: 'in_progress' } : gmbDataOf(values);
}
