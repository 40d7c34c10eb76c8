import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Form, Typography } from 'antd';
import { useRef } from 'react';
import { ChangedMeanwhile } from '../../components/changed-meanwhile';
import { clientsQuery } from '../clients/clients.api';
import { useWizard, type WizardState } from './use-wizard';
import { useWizardFocus } from './use-wizard-focus';
import { WIZARD_FIELDS } from './wizard-fields';
import { WizardBasics } from './wizard-basics';
import { WizardGmbData } from './wizard-gmb-data';
import { WizardReview } from './wizard-review';
import { BASICS, GMB_DATA, REVIEW, WIZARD_STEPS, WizardSteps } from './wizard-steps';

interface Props {
  /** The draft to go on with; `null` begins a new one. */
  draft: OptimizationView | null;
  onStartNew: () => void;
}

/** The three steps that make an optimization. */
export function Wizard({ draft, onStartNew }: Props) {
  const wizard = useWizard(draft);
  const area = useRef<HTMLDivElement>(null);
  useWizardFocus(wizard, area);
  return (
    <div style={{ maxWidth: 880 }}>
      {wizard.guard}
      {draft && <Resumed name={draft.businessName} onStartNew={() => wizard.leaveFor(onStartNew)} />}
      <WizardSteps current={wizard.step} />
      <ChangedMeanwhile
        what="this draft"
        row={wizard.row}
        fields={WIZARD_FIELDS}
        isRefused={wizard.isRefused}
        style={{ marginBottom: 16 }}
      />
      <Card>
        <Form
          form={wizard.form}
          layout="vertical"
          initialValues={wizard.initialValues}
          disabled={wizard.busy}
          onFinish={wizard.goOn}
          onValuesChange={wizard.onValuesChange}
          scrollToFirstError={{ focus: true, block: 'center' }}
          noValidate
        >
          <div ref={area}>
            <Step wizard={wizard} draft={draft} />
          </div>
          <Buttons wizard={wizard} />
        </Form>
      </Card>
    </div>
  );
}

function Resumed({ name, onStartNew }: { name: string; onStartNew: () => void }) {
  return (
    <Alert
      type="info"
      showIcon
      title={`You are continuing the draft for ${name}.`}
      action={
        <Button size="small" onClick={onStartNew}>
          Start a new one
        </Button>
      }
      style={{ marginBottom: 24, overflowWrap: 'anywhere' }}
    />
  );
}

function Step({ wizard, draft }: { wizard: WizardState; draft: OptimizationView | null }) {
  const { data: clients } = useQuery(clientsQuery);
  const values = wizard.values();
  const { title, content } = WIZARD_STEPS[wizard.step]!;
  const clientName = clients?.find(({ id }) => id === values.clientId)?.business ?? draft?.client.business ?? '';
  return (
    <>
      <header style={{ marginBottom: 20 }}>
        {/* Only the last step is led to by its heading: the others have a first field. */}
        <Typography.Title
          level={2}
          tabIndex={wizard.step === REVIEW ? -1 : undefined}
          style={{ margin: 0, fontSize: 20, outline: 'none' }}
        >
          {title}
        </Typography.Title>
        <Typography.Text type="secondary">
          Step {wizard.step + 1} of {WIZARD_STEPS.length} · {content}
        </Typography.Text>
      </header>
      {wizard.step === BASICS && <WizardBasics client={draft?.client} />}
      {wizard.step === GMB_DATA && <WizardGmbData />}
      {wizard.step === REVIEW && <WizardReview values={values} clientName={clientName} />}
    </>
  );
}

function Buttons({ wizard: { step, busy, goBack } }: { wizard: WizardState }) {
  const submitText = busy ? 'Saving...' : 'Create Optimization';
  return (
    <Flex gap="small" style={{ paddingTop: 8 }}>
      <Button onClick={goBack} disabled={step === BASICS || busy}>
        Back
      </Button>
      {/* Not disabled while saving, so that it keeps the focus. */}
      <Button type="primary" htmlType="submit" loading={busy} disabled={false}>
        {step === REVIEW ? submitText : 'Next'}
      </Button>
    </Flex>
  );
}
