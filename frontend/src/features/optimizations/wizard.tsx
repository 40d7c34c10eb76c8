import type { ClientView } from '@gmb-moments/backend/contract/clients';
import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Descriptions, Form, Steps, theme, type FormInstance } from 'antd';
import { useEffect, useId, useRef, type CSSProperties, type RefObject } from 'react';
import { EditConflictAlert } from '../../ui/edit-conflict-alert';
import { RecordForm } from '../../ui/record-form';
import { refusedFields } from '../../ui/use-edits';
import { textOn } from '@gmb-moments/backend/contract/contrast';
import { useIsWide } from '../../lib/media-queries';
import { brandFill } from '../../lib/theme';
import { clientsQuery } from '../../records/clients';
import { useWizard, type WizardState } from './use-wizard';
import { BasicFields, FIELD_VIEWS, GmbDataFields } from './wizard-fields';
import { BASICS, fieldsOfStep, GMB_DATA, REVIEW, type WizardValues } from './wizard-values';
import styles from './wizard.module.css';

const STEPS = [
  { title: 'Basic Info', content: 'Business details' },
  { title: 'Current GMB Data', content: 'Existing information' },
  { title: 'Review & Submit', content: 'Finalize optimization' },
] as const;

interface WizardProps {
  /** The draft to continue; `null` starts a new one. */
  draft: OptimizationView | null;
  /** The client of a new draft, if it is known. */
  client?: ClientView | undefined;
  onStartNew: () => void;
}

/** The wizard that creates an optimization in three steps. */
export function Wizard({ draft, client, onStartNew }: WizardProps) {
  const wizard = useWizard(draft, client);
  const area = useRef<HTMLDivElement>(null);
  const [form] = Form.useForm<WizardValues>();
  useFocus(wizard, form, area);
  return (
    <div className={styles['wizard']}>
      {wizard.guard}
      {draft && (
        <Alert
          type="info"
          showIcon
          title={
            isSubmitted(draft)
              ? `The optimization for ${draft.businessName} was submitted. What you change here changes it.`
              : `You are continuing the draft for ${draft.businessName}.`
          }
          action={
            <Button size="small" onClick={() => wizard.leave(onStartNew)}>
              Start a new one
            </Button>
          }
          // On a phone, the button wraps below the text.
          styles={{ section: { flex: '1 1 200px' } }}
          style={{ flexWrap: 'wrap', gap: 8, marginBottom: 24, overflowWrap: 'anywhere' }}
        />
      )}
      <WizardSteps current={wizard.step} />
      <EditConflictAlert conflict={wizard.record.conflict} style={{ marginBottom: 16 }} />
      <Card>
        <RecordForm edits={wizard.record} form={form} onSubmit={wizard.goOn} onChange={wizard.prefillFrom}>
          <div ref={area}>
            <Step wizard={wizard} draft={draft} />
          </div>
          <Buttons wizard={wizard} />
        </RecordForm>
      </Card>
    </div>
  );
}

/** Moves the focus: to a new step, to a refused field, and back to the last focused element when saving failed. */
function useFocus(
  { record, step }: WizardState,
  form: FormInstance<WizardValues>,
  area: RefObject<HTMLElement | null>,
): void {
  const { isPending: isSaving, error } = record.save;
  const shown = useRef(step);
  const origin = useRef<Element>(null);

  useEffect(() => {
    if (isSaving) {
      origin.current = document.activeElement;
      return;
    }
    // Disabling the fields while saving removes the focus.
    const { current } = origin;
    if (document.activeElement === document.body && current instanceof HTMLElement) current.focus();
  }, [isSaving]);

  useEffect(() => {
    // Disabled fields cannot be focused.
    if (isSaving || shown.current === step) return;
    shown.current = step;
    // Scrolls to the top, so that the step's heading is visible.
    window.scrollTo({ top: 0 });
    area.current?.querySelector<HTMLElement>('input, textarea, [tabindex="-1"]')?.focus({ preventScroll: true });
  }, [step, isSaving, area]);

  useEffect(() => {
    const [refused] = refusedFields(error);
    if (refused) form.scrollToField(refused.field, { focus: true, block: 'center' });
  }, [error, form]);
}

// On a phone, titles of three words do not fit in one line.
const NARROW_TITLES = {
  itemTitle: { paddingInline: 8, fontSize: 13, lineHeight: 1.3, whiteSpace: 'normal' },
} as const;

/** The progress through the steps; on a phone without descriptions. */
function WizardSteps({ current }: { current: number }) {
  const hasRoom = useIsWide();
  const { token } = theme.useToken();
  const { fill, edge } = brandFill(token);
  // Ant Design uses one colour for the circle, the tick and the line of a completed step.
  const style = {
    '--ant-cmp-steps-item-icon-active-bg-color': fill,
    '--ant-cmp-steps-item-icon-active-border-color': edge,
    '--ant-cmp-steps-item-icon-active-text-color': textOn(fill),
  } as CSSProperties;
  return (
    <Steps
      current={current}
      responsive={false}
      size={hasRoom ? 'medium' : 'small'}
      titlePlacement={hasRoom ? 'horizontal' : 'vertical'}
      items={STEPS.map(({ title, content }) => (hasRoom ? { title, content, style } : { title, style }))}
      styles={hasRoom ? undefined : NARROW_TITLES}
      style={{ marginBottom: 24 }}
    />
  );
}

function isSubmitted(draft: OptimizationView | null): boolean {
  return draft !== null && draft.status !== 'draft';
}

function Step({ wizard, draft }: { wizard: WizardState; draft: OptimizationView | null }) {
  const { title, content } = STEPS[wizard.step]!;
  return (
    <>
      <header className={styles['stepHead']}>
        {/* The last step has no field, so its heading takes the focus. */}
        <h2 tabIndex={wizard.step === REVIEW ? -1 : undefined} className={`ink strong ${styles['stepTitle']}`}>
          {title}
        </h2>
        <span className="muted">
          Step {wizard.step + 1} of {STEPS.length} · {content}
        </span>
      </header>
      {wizard.step === BASICS && <BasicFields client={draft?.client} isSubmitted={isSubmitted(draft)} />}
      {wizard.step === GMB_DATA && <GmbDataFields />}
      {wizard.step === REVIEW && <SummaryStep wizard={wizard} draft={draft} />}
    </>
  );
}

/** Step 3: an overview of the entered values. */
function SummaryStep({ wizard, draft }: { wizard: WizardState; draft: OptimizationView | null }) {
  const { data: clients } = useQuery(clientsQuery);
  const { values } = wizard.record;
  const clientName = clients?.find(({ id }) => id === values.clientId)?.business ?? draft?.client.business;
  return (
    <>
      <EnteredValues step={BASICS} values={{ ...values, clientId: clientName }} onEdit={wizard.goBackTo} />
      <EnteredValues step={GMB_DATA} values={values} onEdit={wizard.goBackTo} />
      <Alert
        type="info"
        showIcon
        title={
          <>
            <strong>Your data is already saved as a draft.</strong> Create the optimization, and the AI writes its
            suggestions.
          </>
        }
        style={{ marginBottom: 24 }}
      />
    </>
  );
}

interface EnteredValuesProps {
  step: typeof BASICS | typeof GMB_DATA;
  values: WizardValues;
  onEdit: (step: number) => void;
}

/** The values of a step, with a button to go back to it. */
function EnteredValues({ step, values, onEdit }: EnteredValuesProps) {
  const { title } = STEPS[step];
  const headingId = useId();
  const facts = fieldsOfStep(step).map((name) => {
    const view = FIELD_VIEWS[name];
    const value = values[name];
    const text = typeof value === 'object' ? value.join(', ') : value?.trim();
    return { key: name, label: typeof view === 'string' ? view : view.label, children: text || '—' };
  });
  return (
    <section aria-labelledby={headingId} className={`column gap-8 ${styles['entered']}`}>
      <div className="row between">
        <h3 id={headingId} className={styles['part']}>
          {title}
        </h3>
        <Button size="small" aria-label={`Edit ${title}`} onClick={() => onEdit(step)}>
          Edit
        </Button>
      </div>
      <Descriptions
        bordered
        column={1}
        size="small"
        items={facts}
        styles={{
          label: { width: 140, verticalAlign: 'top' },
          content: { overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
        }}
      />
    </section>
  );
}

function Buttons({ wizard: { record, step, goBackTo } }: { wizard: WizardState }) {
  const isSaving = record.save.isPending;
  const submitText = isSaving ? 'Saving...' : 'Create Optimization';
  return (
    <div className={`flex gap-8 ${styles['buttons']}`}>
      <Button onClick={() => goBackTo(step - 1)} disabled={step === BASICS || isSaving}>
        Back
      </Button>
      {/* Not disabled while saving, so that it keeps the focus. */}
      <Button type="primary" htmlType="submit" loading={isSaving} disabled={false}>
        {step === REVIEW ? submitText : 'Next'}
      </Button>
    </div>
  );
}
