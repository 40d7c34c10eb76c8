import type { HistoryAction } from '@gmb-moments/backend/contract/history';
import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import styles from './moment-rows.module.css';

const TEXTS: Partial<Record<HistoryAction, string>> = {
  'moment.created': 'Created',
  'moment.duplicated': 'Duplicated',
  'moment.renamed': 'Renamed',
  'moment.moved': 'Moved to this client',
  'moment.reordered': 'Images reordered',
  'moment.shared': 'Shared, not opened',
  'moment.opened': 'Opened by the client',
  'image.uploaded': 'Images added',
  'image.edited': 'Captions edited',
  'image.restored': 'Earlier text restored',
  'image.captioned': 'Captions written',
  'image.replaced': 'Image replaced',
  'image.deleted': 'Image deleted',
  'image.approved': 'Image approved',
  'image.decision_undone': 'Decision taken back',
  'image.resubmitted': 'Image resubmitted',
  'image.resubmit_undone': 'Resubmission undone',
};

/** What happened to a moment last. */
export function MomentActivity({ moment }: { moment: MomentListItem }) {
  const { action } = moment.lastActivity;
  if (action === 'image.rejected') return <span className={styles['feedback']}>{activityText(moment)}</span>;
  return <>{activityText(moment)}</>;
}

function activityText({ lastActivity, status, rejectedCount, run }: MomentListItem): string {
  if (run) return 'Captions are being written';
  if (lastActivity.action === 'image.rejected')
    return rejectedCount === 1 ? 'Feedback on 1 image' : `Feedback on ${rejectedCount} images`;
  if (lastActivity.action === 'image.approved' && status === 'approved') return 'Approved by the client';
  return TEXTS[lastActivity.action] ?? 'Changed';
}
