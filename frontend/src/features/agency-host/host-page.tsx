import { DEFAULT_BRAND_NAME, SETTINGS_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageSpinner } from '../../components/page-spinner';
import { useLogo } from '../../components/use-logo';
import { ReviewTheme } from '../review/review-theme';
import { brandingQuery } from '../settings/settings.api';
import './host-page.css';

interface HostPageProps {
  /** What the page is about, in the browser's tab; without it the tab shows the brand alone. */
  title?: string;
  children: ReactNode;
}

/** A public page in the brand of the host it was opened at. It needs none of the admin's libraries. */
export function HostPage({ title, children }: HostPageProps) {
  const { data, isPending } = useQuery(brandingQuery);
  const { logoUrl, onError } = useLogo(data?.logoUrl);
  if (isPending) return <PageSpinner />;
  const name = data?.name || DEFAULT_BRAND_NAME;
  return (
    <ReviewTheme color={data?.primaryColor ?? SETTINGS_DEFAULT_COLOR}>
      <title>{title ? `${title} · ${name}` : name}</title>
      <meta name="robots" content="noindex" />
      <header className="review-header">
        <div className="review-header-inner">
          {logoUrl && <img className="review-logo" src={logoUrl} alt="" width={44} height={44} onError={onError} />}
          <p className="host-brand">{name}</p>
        </div>
      </header>
      <main className="review-main">{children}</main>
    </ReviewTheme>
  );
}
