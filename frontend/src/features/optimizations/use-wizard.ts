import type { ClientView } from '@gmb-moments/backend/contract/clients';
import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLeaveGuard } from '../../ui/leave-guard';
import { refusedFields, useEdits } from '../../ui/use-edits';
import { toast } from '../../lib/toast';
import { clientsQuery } from '../../records/clients';
import { storedRecord, useDraft } from './use-draft';
import { wizardDrafts, wizardPath } from './wizard-drafts';
import {
  BASICS,
  GMB_DATA,
  newValues,
  prefill,
  prefillOf,
  REVIEW,
  stepOfField,
  valuesOf,
  type Prefill,
  type WizardValues,
} from './wizard-values';

/**
 * The state of the wizard. Each step is saved before the next one; the last one opens the page of the optimization.
 * @param client the client of a new draft, if it is known
 */
export function useWizard(opened: OptimizationView | null, client?: ClientView) {
  const [step, setStep] = useState(() => (opened ? (wizardDrafts.stepOf(opened.id) ?? GMB_DATA) : BASICS));
  const draft = useDraft(opened);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const prefilled = useRef<Prefill>(client && !opened ? prefillOf(client) : {});

  /** Saves the step and goes to another one; after the last step, to the optimization's page. */
  const save = useMutation({
    mutationFn: async (_next: number) => {
      const sent = record.values;
      const answer = await draft.save(step, sent, record.revision);
      record.saved(storedRecord(answer), sent);
      return answer;
    },
    onSuccess: ({ id }, next) => (next > REVIEW ? finish(id) : moveTo(id, next)),
    // Goes to the step with the first refused field.
    onError: (failure) => {
      const stepsOfRefused = refusedFields(failure).map(({ field }) => stepOfField(field));
      setStep(stepsOfRefused.find((refused) => refused !== undefined) ?? step);
    },
  });
  const record = useEdits(draft.stored ?? { values: opened ? valuesOf(opened) : newValues(client) }, save, {
    warnsBeforeTyping: true,
  });
  const { confirmLeave, leaveFreely, guard } = useLeaveGuard(() => record.isDirty);

  function moveTo(id: string, next: number) {
    wizardDrafts.keep(id, next);
    // Stored, so that a reload continues this draft, even if another tab has started one.
    void leaveFreely(() => navigate(wizardPath(id), { replace: true }));
    setStep(next);
    toast.success('Draft saved', 'Your progress has been saved');
  }

  function finish(id: string) {
    wizardDrafts.drop(id);
    toast.success('Success', 'GMB Optimization created successfully');
    return leaveFreely(() => navigate(`/gmb-optimizations/${id}`));
  }

  function goBackTo(earlier: number) {
    if (step === GMB_DATA) return record.submit(() => save.mutate(earlier));
    // The last step has no fields.
    if (draft.id) wizardDrafts.keep(draft.id, earlier);
    setStep(earlier);
  }

  /** Fills in a new draft from the chosen client's record. */
  function prefillFrom({ clientId }: Partial<WizardValues>) {
    if (!clientId || draft.id !== null) return;
    const chosen = queryClient.getQueryData(clientsQuery.queryKey)?.find(({ id }) => id === clientId);
    if (!chosen) return;
    const next = prefillOf(chosen);
    record.edit(prefill(record.values, next, prefilled.current));
    prefilled.current = next;
  }

  return {
    record,
    step,
    guard,
    goBackTo,
    /** Submit handler of the step's form. */
    goOn: () => save.mutate(step + 1),
    prefillFrom,
    /** Leaves the wizard; asks first about unsaved input. */
    leave: confirmLeave,
  };
}

export type WizardState = ReturnType<typeof useWizard>;
