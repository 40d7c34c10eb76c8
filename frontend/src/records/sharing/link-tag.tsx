import type { LinkView } from '@gmb-moments/backend/contract/links';
import { ClockIcon, EyeIcon, RevokedIcon } from '../../ui/icons';
import styles from './sharing-pane.module.css';

/** What became of a link, as a small label. */
export function LinkTag({ link: { state, firstOpenedAt } }: { link: Pick<LinkView, 'state' | 'firstOpenedAt'> }) {
  if (state !== 'open') {
    return (
      <span className={styles['tag']}>
        <RevokedIcon size={12} />
        {state === 'revoked' ? 'Revoked' : 'Expired'}
      </span>
    );
  }
  return firstOpenedAt ? (
    <span className={styles['tag']}>
      <EyeIcon size={12} />
      Opened
    </span>
  ) : (
    <span className={`${styles['tag']} ${styles['waiting']}`}>
      <ClockIcon size={12} />
      Not opened
    </span>
  );
}
