import { Alert, Descriptions } from 'antd';
import type { ReactNode } from 'react';
import type { WizardValues } from './wizard-values';

interface Props {
  values: WizardValues;
  clientName: string;
}

/** Step 3: what is about to be submitted. */
export function WizardReview({ values, clientName }: Props) {
  const facts: [string, ReactNode][] = [
    ['Client', clientName],
    ['Business Name', values.businessName],
    ['Website', values.website],
    ['GMB Link', values.gmbLink],
  ];
  return (
    <>
      <Descriptions
        bordered
        column={1}
        size="small"
        items={facts.map(([label, value]) => ({ key: label, label, children: value || '—' }))}
        styles={{ label: { width: 140 }, content: { overflowWrap: 'anywhere' } }}
        style={{ marginBottom: 16 }}
      />
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
