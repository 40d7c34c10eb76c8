import type { LinkView } from '@gmb-moments/backend/contract/links';
import { ClockIcon, EyeIcon, RevokedIcon } from '../../ui/icons';

/** What became of a link, as a small label. */
export function LinkTag({ link: { state, firstOpenedAt } }: { link: Pick<LinkView, 'state' | 'firstOpenedAt'> }) {
  if (state !== 'open') {
    return (
      <span className="tag soft-neutral">
        <RevokedIcon size={12} />
        {state === 'revoked' ? 'Revoked' : 'Expired'}
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
