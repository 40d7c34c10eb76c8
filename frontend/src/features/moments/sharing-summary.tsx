import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { withKey } from '../../lib/keys';
import { sharingQuery } from '../../records/sharing/sharing';
import { UsersIcon } from '../../ui/icons';
import { KEYS } from './moment-keys';
import styles from './moment-page.module.css';
import { usePageState } from './page-state';

/** How many reviewers have a link, how far they are, and the button that shows them. */
export function SharingSummary() {
  const { moment, images, workbench } = usePageState();
  const { data } = useQuery(sharingQuery('moments', moment.id));
  const count = data?.links.filter(({ state }) => state === 'open').length ?? 0;
  const decided = images.filter(({ status }) => status !== 'pending').length;
  return (
    <div className={`row shrink ${styles['summary']}`}>
      <span className={`clip grow ${styles['sharedWith']}`}>
        {data && (
          <>
            <strong>{withReviewers(count)}</strong>
            {count > 0 && ` · ${decided} of ${images.length} decided`}
          </>
        )}
      </span>
      <Button
        type="text"
        icon={<UsersIcon />}
        title={withKey('Who may see it', KEYS.sharing)}
        aria-expanded={workbench.isSharing}
        onClick={workbench.toggleSharing}
      >
        Sharing
      </Button>
    </div>
  );
}

function withReviewers(count: number): string {
  if (count === 0) return 'No reviewer yet';
  return count === 1 ? 'Shared with 1 reviewer' : `Shared with ${count} reviewers`;
}
