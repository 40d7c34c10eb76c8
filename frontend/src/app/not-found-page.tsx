import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { BrandTheme } from '../ui/brand-theme';
import { Missing } from '../ui/placeholders';
import { brandingQuery } from '../records/settings';
import styles from './not-found-page.module.css';

/** The page for unknown paths. */
export function NotFoundPage() {
  const { data: branding } = useQuery(brandingQuery);
  return (
    <BrandTheme primary={branding?.primaryColor}>
      <div className={`grid ${styles['page']}`}>
        <Missing
          title="404 Page Not Found"
          hint="There is no page at this address."
          action={<Link to="/">Go to the start page</Link>}
        />
      </div>
    </BrandTheme>
  );
}
