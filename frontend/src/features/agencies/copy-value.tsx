import { theme } from 'antd';
import { Fragment } from 'react';
import { CopyButton } from '../../components/copy-button';
import { toast } from '../../lib/toast';
import { DnsEntry, type DnsEntryProps } from './dns-entry';

interface CopyValueProps extends Pick<DnsEntryProps, 'label' | 'layout'> {
  value: string;
  /** What the copy button is called; without it after the label. */
  copyLabel?: string;
}

/** An entry of a description list, with a button that copies it. */
export function CopyValue({ label, layout, value, copyLabel = `Copy ${label}` }: CopyValueProps) {
  const { token } = theme.useToken();
  return (
    <DnsEntry label={label} layout={layout}>
      <span style={{ fontFamily: token.fontFamilyCode, overflowWrap: 'anywhere' }}>{breakable(value)}</span>
      <CopyButton type="text" text={value} aria-label={copyLabel} onCopied={() => toast.success('Copied')}>
        {null}
      </CopyButton>
    </DnsEntry>
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
