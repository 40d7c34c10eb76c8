import type { ClientView } from '@gmb-moments/backend/contract/clients';
import type { FieldError } from '@gmb-moments/backend/contract/errors';
import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useEditConflict } from '../../ui/edit-conflict';
import { focusConflict } from '../../ui/edit-conflict-alert';
import { HttpError } from '../../lib/http';
import { useLeaveGuard } from '../../ui/leave-guard';
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
  WIZARD_FIELDS,
  type Prefill,
  type WizardValues,
} from './wizard-values';

/**
 * The steps of the wizard, each saved before the next, up to the page of the new optimization.
 * @param client the one that a new draft is for, if it is known
 */
export function useWizard(opened: OptimizationView | null, client?: ClientView) {
  const [form] = Form.useForm<WizardValues>();
  const [initialValues] = useState(() => (opened ? valuesOf(opened) : newValues(client)));
  const [step, setStep] = useState(() => (opened ? (wizardDrafts.stepOf(opened.id) ?? GMB_DATA) : BASICS));
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const draft = useDraft(opened);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // Refs, because these are read before the next render.
  const isAttempting = useRef(false);
  const lastSaved = useRef(initialValues);
  const prefilled = useRef<Prefill>(client && !opened ? prefillOf(client) : {});

  const currentValues = (): WizardValues => ({ ...initialValues, ...form.getFieldsValue(true) });
  const { confirmLeave, guard } = useLeaveGuard(() => fingerprint(currentValues()) !== fingerprint(lastSaved.current));
  const conflict = useEditConflict(draft.stored, {
    save: { isPending: isSaving, error: error as Error | null },
    typed: currentValues,
    fill: (stored) => {
      form.setFieldsValue(stored);
      lastSaved.current = { ...lastSaved.current, ...stored };
    },
  });

  async function saveStep(): Promise<OptimizationView> {
    const sent = currentValues();
    const answer = await draft.save(step, sent, conflict.base?.revision);
    lastSaved.current = sent;
    conflict.saved(storedRecord(answer));
    return answer;
  }

  async function moveTo(next: number) {
    const { id } = await saveStep();
    wizardDrafts.keep(id, next);
    // A reload continues this draft, also when another tab has started one.
    void navigate(wizardPath(id), { replace: true });
    setStep(next);
    toast.success('Draft saved', 'Your progress has been saved');
  }

  async function submit() {
    const { id } = await saveStep();
    wizardDrafts.drop(id);
    toast.success('Success', 'GMB Optimization created successfully');
    await navigate(`/gmb-optimizations/${id}`);
  }

  /** Runs one save at a time. When the server refuses fields, the wizard goes to the step that has the first of them. */
  async function attempt(save: () => Promise<void>) {
    if (isAttempting.current) return;
    if (conflict.hasConflict) return focusConflict();
    isAttempting.current = true;
    setSaving(true);
    setError(null);
    try {
      await save();
    } catch (failure) {
      setError(failure);
      const stepsOfRefused = refusedFields(failure).map(({ field }) => stepOfField(field));
      setStep(stepsOfRefused.find((refused) => refused !== undefined) ?? step);
    } finally {
      isAttempting.current = false;
      setSaving(false);
    }
  }

  function goBackTo(earlier: number) {
    if (step === GMB_DATA) return void attempt(() => moveTo(earlier));
    // The last step has no fields: nothing to save.
    if (draft.id) wizardDrafts.keep(draft.id, earlier);
    setStep(earlier);
  }

  /** Removes the server's refusals from fields that were changed since. */
  function clearRefusals(changed: (keyof WizardValues)[]) {
    const refused = new Set<string>(refusedFields(error).map(({ field }) => field));
    form.setFields(changed.filter((name) => refused.has(name)).map((name) => ({ name, errors: [] })));
  }

  /** Fills a new draft in from the record of its client. */
  function prefillFrom(clientId: string) {
    const chosen = queryClient.getQueryData(clientsQuery.queryKey)?.find(({ id }) => id === clientId);
    if (!chosen) return;
    const next = prefillOf(chosen);
    form.setFieldsValue(prefill(currentValues(), next, prefilled.current));
    prefilled.current = next;
  }

  return {
    form,
    initialValues,
    currentValues,
    step,
    isSaving,
    /** Why the last attempt to save failed; `null` while there is none. */
    error,
    conflict,
    guard,
    goBackTo,
    goOn: () => void attempt(() => (step === REVIEW ? submit() : moveTo(step + 1))),
    onValuesChange: (changed: Partial<WizardValues>) => {
      clearRefusals(WIZARD_FIELDS.filter((name) => name in changed));
      if (changed.clientId && draft.id === null) prefillFrom(changed.clientId);
    },
    /** Leaves the draft; asks first if something is not saved. */
    leave: (go: () => void) =>
      confirmLeave(() => {
        lastSaved.current = currentValues();
        go();
      }),
  };
}

export type WizardState = ReturnType<typeof useWizard>;

/** The fields that the server refused. */
export function refusedFields(error: unknown): FieldError[] {
  return error instanceof HttpError ? error.details : [];
}

function fingerprint(values: WizardValues): string {
  return JSON.stringify(WIZARD_FIELDS.map((name) => values[name] ?? null));
}
