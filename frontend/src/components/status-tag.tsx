import type { ImageStatus, MomentStatus, OptimizationStatus } from '@gmb-moments/backend/contract/statuses';
import { Tag, theme } from 'antd';
import { readable } from '../lib/contrast';

type Status = MomentStatus | ImageStatus | OptimizationStatus;
type Tone = 'Success' | 'Error' | 'Warning' | 'Info';

const TONES: Record<Status, Tone | undefined> = {
  draft: undefined,
  generated: 'Info',
  pending: 'Warning',
  approved: 'Success',
  rejected: 'Error',
  in_progress: 'Info',
  completed: 'Success',
};

const LABELS: Record<Status, string> = {
  draft: 'Draft',
  generated: 'Generated',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  in_progress: 'In Progress',
  completed: 'Completed',
};

interface StatusTagProps {
  status: Status;
  /** What to say instead of the status's own name. */
  label?: string;
  /** Makes the tag a button. */
  onClick?: () => void;
}

/** A status as a coloured label that can be read in both themes. */
export function StatusTag({ status, label = LABELS[status], onClick }: StatusTagProps) {
  const { token } = theme.useToken();
  const tone = TONES[status];
  const background = tone ? token[`color${tone}Bg`] : token.colorFillTertiary;
  const style = {
    margin: 0,
    background,
    borderColor: tone ? token[`color${tone}Border`] : token.colorBorder,
    color: tone ? readable(token[`color${tone}Text`], background) : token.colorText,
  };
  if (!onClick) return <Tag style={style}>{label}</Tag>;
  return (
    <button
      type="button"
      onClick={onClick}
      style={{
        all: 'unset',
        display: 'inline-flex',
        cursor: 'pointer',
        borderRadius: token.borderRadiusSM,
        outline: 'revert',
      }}
    >
      <Tag style={{ ...style, cursor: 'pointer' }}>{label}</Tag>
    </button>
  );
}
