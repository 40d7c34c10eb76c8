import { theme } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button';
import { useIsMobile } from '../../lib/media';
import { toast } from '../../lib/toast';
import type { DnsRecord } from './domain-records';

const WIDE = '64px minmax(0, 3fr) minmax(0, 4fr) 100px';

/** One DNS record, as it is entered at a provider. */
export function DnsRecordBox({ record: { type, name, value } }: { record: DnsRecord }) {
  const { token } = theme.useToken();
  const isMobile = useIsMobile();
  const layout = isMobile ? 'row' : 'stacked';
  const of = `of the ${type} record`;
  return (
    <div
      role="group"
      aria-label={`${type} record`}
      style={{
        padding: isMobile ? '4px 12px' : '8px 12px',
        background: token.colorFillQuaternary,
        border: `1px solid ${token.colorBorderSecondary}`,
        borderRadius: token.borderRadius,
      }}
    >
      <dl style={{ display: 'grid', gridTemplateColumns: isMobile ? '100%' : WIDE, gap: isMobile ? 0 : 8, margin: 0 }}>
        <Entry label="Type" layout={layout}>
          {type}
        </Entry>
        {name === '@' ? (
          <Entry label="Name" layout={layout}>
            @ or blank
          </Entry>
        ) : (
          <CopyValue label="Name" layout={layout} value={name} copyLabel={`Copy name ${of}`} />
        )}
        <CopyValue label="Value" layout={layout} value={value} copyLabel={`Copy value ${of}`} />
        <Entry label="TTL" layout={layout}>
          Auto or 3600
        </Entry>
      </dl>
    </div>
  );
}

interface EntryProps {
  label: string;
  /** Position of the label: above the value, or before it in a row. */
  layout?: 'stacked' | 'row';
}

/** An entry of a description list. */
function Entry({ label, layout = 'stacked', children }: EntryProps & { children: ReactNode }) {
  const { token } = theme.useToken();
  const row = { display: 'grid', gridTemplateColumns: '64px minmax(0, 1fr)', alignItems: 'center' };
  return (
    <div style={layout === 'row' ? row : { minWidth: 0 }}>
      <dt style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{label}</dt>
      <dd style={{ display: 'flex', alignItems: 'center', gap: 4, minHeight: token.controlHeight, margin: 0 }}>
        {children}
      </dd>
    </div>
  );
}

interface CopyValueProps extends EntryProps {
  value: string;
  /** Name of the copy button. */
  copyLabel?: string;
}

/** An entry of a description list, with a button that copies it. */
export function CopyValue({ label, layout, value, copyLabel = `Copy ${label}` }: CopyValueProps) {
  const { token } = theme.useToken();
  return (
    <Entry label={label} layout={layout}>
      <span style={{ fontFamily: token.fontFamilyCode, overflowWrap: 'anywhere' }}>{breakable(value)}</span>
      <CopyButton type="text" text={value} aria-label={copyLabel} onCopied={() => toast.success('Copied')}>
        {null}
      </CopyButton>
    </Entry>
  );
}

/** Names and addresses that are too long for a line break where their parts meet. */
function breakable(value: string) {
  return value.split(/(?<=[.:])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
