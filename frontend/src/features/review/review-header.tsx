import type { ReviewBranding } from '@gmb-moments/backend/contract/review';
import type { ReactNode } from 'react';
import { useLogo } from '../../components/use-logo';
import { useConnection } from '../../lib/socket';

interface ReviewHeaderProps {
  title: string;
  business: string;
  brand: Pick<ReviewBranding['agency'], 'name' | 'logoUrl'>;
  /** Stands in for a logo. */
  icon: ReactNode;
}

/** Whose content this is and who asks; small, because it stays in view on a phone. */
export function ReviewHeader({ title, business, brand, icon }: ReviewHeaderProps) {
  const { logoUrl, onError } = useLogo(brand.logoUrl);
  return (
    <header className="review-header">
      <div className="review-header-inner review-header-stacked">
        {logoUrl ? (
          <img
            className="review-logo"
            src={logoUrl}
            alt={`${brand.name} logo`}
            width={44}
            height={44}
            onError={onError}
          />
        ) : (
          <span className="review-logo review-logo-default">{icon}</span>
        )}
        <div className="review-header-text">
          <h1>{title}</h1>
          <p>{business}</p>
        </div>
        <div className="review-header-brand">
          <span className="review-brand">{brand.name}</span>
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
