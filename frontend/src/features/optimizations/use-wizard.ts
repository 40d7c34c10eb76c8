import type { FieldError } from '@gmb-moments/backend/contract/errors';
import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { focusRivalNote } from '../../components/changed-meanwhile';
import { isEditedMeanwhile, useEditedRow, type StoredRow } from '../../components/edited-row';
import { HttpError } from '../../lib/http';
import { useLeaveGuard } from '../../lib/leave-guard';
import { toast } from '../../lib/toast';
import { clientsQuery } from '../clients/clients.api';
import { useWizardDraft } from './use-wizard-draft';
import { wizardDrafts, wizardPath } from './wizard-draft-storage';
import { BASICS, GMB_DATA, REVIEW } from './wizard-steps';
import {
  EMPTY_VALUES,
  prefillOf,
  refill,
  valuesOf,
  type Prefill,
  type WizardField,
  type WizardValues,
} from './wizard-values';

/** The wizard's way: from step to step, each saved before the next, up to the page of the new optimization. */
export function useWizard(opened: OptimizationView | null) {
  const [form] = Form.useForm<WizardValues>();
  const [initialValues] = useState(() => (opened ? valuesOf(opened) : EMPTY_VALUES));
  const [step, setStep] = useState(() => (opened ? (wizardDrafts.stepOf(opened.id) ?? GMB_DATA) : BASICS));
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<FieldError[]>([]);
  const [isRefused, setIsRefused] = useState(false);
  const draft = useWizardDraft(opened);
  const navigate = useNavigate();
  const prefill = usePrefill();
  // Asked in the very call that leaves or saves, before a render.
  const running = useRef(false);
  const saved = useRef(initialValues);

  const values = (): WizardValues => ({ ...initialValues, ...form.getFieldsValue(true) });
  const { askToLeave, guard } = useLeaveGuard(() => fingerprint(values()) !== fingerprint(saved.current));
  const row = useEditedRow(draft.draft ? storedRow(draft.draft) : undefined, {
    typed: values,
    fill: (stored) => {
      form.setFieldsValue(stored);
      saved.current = { ...saved.current, ...stored };
    },
    isSaving: busy,
  });

  async function save(): Promise<OptimizationView> {
    const sent = values();
    const answer = await draft.save(step, sent, row.base?.revision);
    saved.current = sent;
    row.saved(storedRow(answer));
    return answer;
  }

  async function moveTo(next: number) {
    const { id } = await save();
    wizardDrafts.keep(id, next);
    // A reload goes on with this draft, whatever another tab has begun.
    void navigate(wizardPath(id), { replace: true });
    setStep(next);
    toast.success('Draft saved', 'Your progress has been saved');
  }

  async function submit() {
    const { id } = await save();
    wizardDrafts.drop(id);
    toast.success('Success', 'GMB Optimization created successfully');
    await navigate(`/gmb-optimizations/${id}`);
  }

  /** One save at a time; what the server refuses is told at its field. */
  async function run(action: () => Promise<void>) {
    if (running.current) return;
    if (row.isContested) return focusRivalNote();
    running.current = true;
    setBusy(true);
    setRefused([]);
    setIsRefused(false);
    try {
      await action();
    } catch (error) {
      const details = error instanceof HttpError ? error.details : [];
      setRefused(details);
      setIsRefused(isEditedMeanwhile(error));
      const wrong = details.map(({ field }) => stepOfField(field)).find((place) => place !== undefined);
      if (wrong !== undefined) setStep(wrong);
    }
    running.current = false;
    setBusy(false);
  }

  function goBack() {
    if (step === GMB_DATA) void run(() => moveTo(BASICS));
    else {
      const previous = step - 1;
      if (draft.id) wizardDrafts.keep(draft.id, previous);
      setStep(previous);
    }
  }

  function onValuesChange(changed: Partial<WizardValues>) {
    const names = Object.keys(changed) as WizardField[];
    const known = names.filter((name) => refused.some(({ field }) => field === name));
    form.setFields(known.map((name) => ({ name, errors: [] })));
    if (changed.clientId && draft.id === null) form.setFieldsValue(prefill(changed.clientId, values()));
  }

  /** Leaves the draft; what is not saved is asked about first. */
  function leaveFor(go: () => void) {
    askToLeave(() => {
      saved.current = values();
      go();
    });
  }

  return {
    form,
    initialValues,
    values,
    step,
    busy,
    refused,
    draftId: draft.id,
    /** What colleagues make of the draft meanwhile. */
    row,
    isRefused,
    guard,
    goBack,
    goOn: () => void run(() => (step === REVIEW ? submit() : moveTo(step + 1))),
    onValuesChange,
    leaveFor,
  };
}

export type WizardState = ReturnType<typeof useWizard>;

/** What a client's record fills in, when it is chosen. */
function usePrefill() {
  const client = useQueryClient();
  const before = useRef<Prefill>(null);
  return (clientId: string, values: WizardValues): Partial<Prefill> => {
    const chosen = client.getQueryData(clientsQuery.queryKey)?.find(({ id }) => id === clientId);
    if (!chosen) return {};
    const next = prefillOf(chosen);
    const filled = refill(values, next, before.current);
    before.current = next;
    return filled;
  };
}

const BASIC_FIELDS: readonly string[] = ['clientId', 'businessName', 'website', 'gmbLink'] satisfies WizardField[];

function stepOfField(field: string): number | undefined {
  if (BASIC_FIELDS.includes(field)) return BASICS;
  return field in EMPTY_VALUES ? GMB_DATA : undefined;
}

function storedRow(draft: OptimizationView): StoredRow<WizardValues> {
  return { values: valuesOf(draft), revision: draft.revision, editor: draft.editor };
}

function fingerprint(values: WizardValues): string {
  return JSON.stringify((Object.keys(EMPTY_VALUES) as WizardField[]).map((name) => values[name] ?? null));
}
