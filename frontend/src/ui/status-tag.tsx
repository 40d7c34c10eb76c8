import type { ItemStatus, MomentStatus, OptimizationStatus } from '@gmb-moments/backend/contract/statuses';
import type { ReactNode } from 'react';
import { CheckIcon, CircleDashedIcon, ClockIcon, CrossIcon } from './icons';
import styles from './status-tag.module.css';

type Status = MomentStatus | ItemStatus | OptimizationStatus;
type Tone = 'neutral' | 'pending' | 'approved' | 'rejected';

const TONES: Record<Status, Tone> = {
  draft: 'neutral',
  generated: 'neutral',
  pending: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  in_progress: 'neutral',
  completed: 'approved',
};

/** Icons, so that a status is not only shown by colour. */
const ICONS: Record<Tone, ReactNode> = {
  neutral: <CircleDashedIcon size={12} />,
  pending: <ClockIcon size={12} />,
  approved: <CheckIcon size={12} />,
  rejected: <CrossIcon size={12} />,
};

/** The labels of the statuses. */
export const STATUS_LABELS: Record<Status, string> = {
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
  /** A label instead of the status's own. */
  label?: string;
  /** Makes the tag a button. */
  onClick?: () => void;
}

/** A status as a tag with icon and label. */
export function StatusTag({ status, label = STATUS_LABELS[status], onClick }: StatusTagProps) {
  const tone = TONES[status];
  const className = `tag soft-${tone}`;
  const content = (
    <>
      {ICONS[tone]}
      {label}
    </>
  );
  if (!onClick) return <span className={className}>{content}</span>;
  return (
    <button type="button" className={className} onClick={onClick}>
      {content}
    </button>
  );
}

/** The icon of a status, for use beside its name. */
export function StatusIcon({ status }: { status: Status }) {
  const tone = TONES[status];
  return <span className={`centered no-shrink disc soft-${tone} ${styles['icon']}`}>{ICONS[tone]}</span>;
}
