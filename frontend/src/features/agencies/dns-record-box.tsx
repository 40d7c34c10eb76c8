import { theme } from 'antd';
import type { ReactNode } from 'react';
import { useIsMobile } from '../../lib/media';
import { CopyValue } from './copy-value';
import type { DnsRecord } from './domain-records';

const WIDE = '64px minmax(0, 2fr) minmax(0, 3fr) 100px';
const NARROW = 'minmax(0, 2fr) minmax(0, 3fr)';

/** One DNS record, as it is entered at a provider. */
export function DnsRecordBox({ record: { type, name, value } }: { record: DnsRecord }) {
  const { token } = theme.useToken();
  const narrow = useIsMobile();
  const of = `of the ${type} record`;
  return (
    <div
      role="group"
      aria-label={`${type} record`}
      style={{
        padding: '8px 12px',
        background: token.colorFillQuaternary,
        border: `1px solid ${token.colorBorderSecondary}`,
        borderRadius: token.borderRadius,
      }}
    >
      <dl style={{ display: 'grid', gridTemplateColumns: narrow ? NARROW : WIDE, gap: 8, margin: 0 }}>
        <Entry label="Type">{type}</Entry>
        {name === '@' ? (
          <Entry label="Name">@ or blank</Entry>
        ) : (
          <CopyValue label="Name" value={name} copyLabel={`Copy name ${of}`} />
        )}
        <CopyValue label="Value" value={value} copyLabel={`Copy value ${of}`} />
        <Entry label="TTL">Auto or 3600</Entry>
      </dl>
    </div>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <div>
      <dt style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{label}</dt>
      <dd style={{ margin: 0, minHeight: token.controlHeight, alignContent: 'center' }}>{children}</dd>
    </div>
  );
}
