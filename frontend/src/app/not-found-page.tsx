import { useQuery } from '@tanstack/react-query';
import { Result } from 'antd';
import { Link } from 'react-router-dom';
import { BrandTheme } from '../components/brand-theme';
import { brandingQuery } from '../features/settings/settings.api';

/** The page for unknown paths. */
export function NotFoundPage() {
  const { data: branding } = useQuery(brandingQuery);
  return (
    <BrandTheme primary={branding?.primaryColor}>
      <div style={{ display: 'grid', placeContent: 'center', minHeight: '70dvh' }}>
        <title>404 Page Not Found</title>
        <Result
          status="warning"
          title={<h1 style={{ fontSize: 'inherit', margin: 0 }}>404 Page Not Found</h1>}
          subTitle="There is no page at this address."
          extra={<Link to="/">Go to the start page</Link>}
        />
      </div>
    </BrandTheme>
  );
}
