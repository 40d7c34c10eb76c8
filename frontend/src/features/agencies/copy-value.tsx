import { Flex, theme } from 'antd';
import { CopyButton } from '../../components/copy-button';
import { toast } from '../../lib/toast';

interface CopyValueProps {
  label: string;
  value: string;
  /** What the copy button is called; without it after the label. */
  copyLabel?: string;
}

/** An entry of a description list, with a button that copies it. */
export function CopyValue({ label, value, copyLabel = `Copy ${label}` }: CopyValueProps) {
  const { token } = theme.useToken();
  return (
    <div style={{ minWidth: 0 }}>
      <dt style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{label}</dt>
      <Flex component="dd" align="center" gap={4} style={{ margin: 0 }}>
        <span style={{ fontFamily: token.fontFamilyCode, overflowWrap: 'anywhere' }}>{value}</span>
        <CopyButton type="text" text={value} aria-label={copyLabel} onCopied={() => toast.success('Copied')}>
          {null}
        </CopyButton>
      </Flex>
    </div>
  );
}
