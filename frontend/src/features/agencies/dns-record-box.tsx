import { theme } from 'antd';
import { useIsMobile } from '../../lib/media';
import { CopyValue } from './copy-value';
import { DnsEntry } from './dns-entry';
import type { DnsRecord } from './domain-records';

const WIDE = '64px minmax(0, 3fr) minmax(0, 4fr) 100px';

/** One DNS record, as it is entered at a provider. */
export function DnsRecordBox({ record: { type, name, value } }: { record: DnsRecord }) {
  const { token } = theme.useToken();
  const narrow = useIsMobile();
  const layout = narrow ? 'row' : 'stacked';
  const of = `of the ${type} record`;
  return (
    <div
      role="group"
      aria-label={`${type} record`}
      style={{
        padding: narrow ? '4px 12px' : '8px 12px',
        background: token.colorFillQuaternary,
        border: `1px solid ${token.colorBorderSecondary}`,
        borderRadius: token.borderRadius,
      }}
    >
      <dl style={{ display: 'grid', gridTemplateColumns: narrow ? '100%' : WIDE, gap: narrow ? 0 : 8, margin: 0 }}>
        <DnsEntry label="Type" layout={layout}>
          {type}
        </DnsEntry>
        {name === '@' ? (
          <DnsEntry label="Name" layout={layout}>
            @ or blank
          </DnsEntry>
        ) : (
          <CopyValue label="Name" layout={layout} value={name} copyLabel={`Copy name ${of}`} />
        )}
        <CopyValue label="Value" layout={layout} value={value} copyLabel={`Copy value ${of}`} />
        <DnsEntry label="TTL" layout={layout}>
          Auto or 3600
        </DnsEntry>
      </dl>
    </div>
  );
}
