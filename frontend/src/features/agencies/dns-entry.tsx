import { theme } from 'antd';
import type { ReactNode } from 'react';

export interface DnsEntryProps {
  label: string;
  /** Where the label stands: above the value, or before it in a row. */
  layout?: 'stacked' | 'row';
  children: ReactNode;
}

/** An entry of a description list. */
export function DnsEntry({ label, layout = 'stacked', children }: DnsEntryProps) {
  const { token } = theme.useToken();
  const isRow = layout === 'row';
  return (
    <div
      style={
        isRow ? { display: 'grid', gridTemplateColumns: '64px minmax(0, 1fr)', alignItems: 'center' } : { minWidth: 0 }
      }
    >
      <dt style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{label}</dt>
      <dd style={{ display: 'flex', alignItems: 'center', gap: 4, minHeight: token.controlHeight, margin: 0 }}>
        {children}
      </dd>
    </div>
  );
}
