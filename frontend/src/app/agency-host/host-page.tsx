import { DEFAULT_BRAND_NAME, SETTINGS_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageSpinner } from '../../ui/page-spinner';
import { BrandLogo, ReviewShell } from '../../features/public-review/shell/review-shell';
import shell from '../../features/public-review/shell/shell.module.css';
import { brandingQuery } from '../../records/settings';
import styles from './host-page.module.css';

interface HostPageProps {
  /** Title of the browser tab, before the brand's name. */
  title?: string;
  children: ReactNode;
}

/** A public page in the brand of its host. It does not load the libraries of staff pages. */
export function HostPage({ title, children }: HostPageProps) {
  const { data, isPending } = useQuery(brandingQuery);
  if (isPending) return <PageSpinner />;
  const name = data?.name || DEFAULT_BRAND_NAME;
  return (
    <ReviewShell title={title ? `${title} · ${name}` : name} color={data?.primaryColor ?? SETTINGS_DEFAULT_COLOR}>
      <header className={shell.header}>
        <div className={`row wide gap-14 ${shell.bar}`}>
          <BrandLogo url={data?.logoUrl} alt="" placeholder={null} />
          <p className={styles.brand}>{name}</p>
        </div>
      </header>
      <main className={shell.main}>{children}</main>
    </ReviewShell>
  );
}
