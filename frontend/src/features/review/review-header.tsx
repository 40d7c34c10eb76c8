import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import type { ReviewBranding, ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { useConnection } from '../../lib/socket';
import { PictureIcon } from './icons';

interface ReviewHeaderProps {
  view: ReviewMomentView;
  branding: ReviewBranding | undefined;
}

/** Whose content this is and who asks; small, because it stays in view on a phone. */
export function ReviewHeader({ view, branding }: ReviewHeaderProps) {
  const brand = branding?.agency.name || DEFAULT_BRAND_NAME;
  const logo = branding?.agency.logoUrl;
  return (
    <header className="review-header">
      <div className="review-header-inner">
        {logo ? (
          <img className="review-logo" src={logo} alt={`${brand} logo`} width={44} height={44} />
        ) : (
          <span className="review-logo review-logo-default">
            <PictureIcon size={24} />
          </span>
        )}
        <div className="review-header-text">
          <h1>{view.moment.title}</h1>
          <p>{view.client.business || 'Loading...'}</p>
        </div>
        <div className="review-header-brand">
          <span className="review-brand">{brand}</span>
          <Connection />
        </div>
      </div>
    </header>
  );
}

/** Whether what is on screen follows what the team does. */
function Connection() {
  const connection = useConnection();
  const text = { connecting: '', live: 'Live', reconnecting: 'Reconnecting…' }[connection];
  return <output className={`review-live ${connection === 'live' ? 'review-live-on' : ''}`}>{text}</output>;
}
