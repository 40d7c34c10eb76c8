import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { HISTORY_WORDS } from '../../records/history-words';
import styles from './moment-rows.module.css';

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
  return HISTORY_WORDS[lastActivity.action].last ?? 'Changed';
}
