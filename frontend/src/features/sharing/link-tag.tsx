import type { LinkView } from '@gmb-moments/backend/contract/links';
import { ClockIcon, EyeIcon, LockIcon, RevokedIcon } from '../../ui/icons';

/** The state of a link as a tag. */
export function LinkTag({ link }: { link: Pick<LinkView, 'state' | 'firstOpenedAt' | 'lockedAt'> }) {
  const { state, firstOpenedAt, lockedAt } = link;
  if (state !== 'open') {
    return (
      <span className="tag soft-neutral">
        <RevokedIcon size={12} />
        {state === 'revoked' ? 'Revoked' : 'Expired'}
      </span>
    );
  }
  if (lockedAt) {
    return (
      <span className="tag soft-rejected">
        <LockIcon size={12} />
        Locked
      </span>
    );
  }
  return firstOpenedAt ? (
    <span className="tag soft-neutral">
      <EyeIcon size={12} />
      Opened
    </span>
  ) : (
    <span className="tag soft-pending">
      <ClockIcon size={12} />
      Not opened
    </span>
  );
}
