import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Card, Typography } from 'antd';
import type { ReactNode } from 'react';
import { brandingQuery } from '../records/settings';
import { BrandTheme } from '../ui/brand-theme';
import { Logo } from '../ui/logo';
import { Toasts } from '../ui/toasts';
import { useLogo } from '../ui/use-logo';
import styles from './sign-in-card.module.css';

interface SignInCardProps {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
}

/** The layout of pages for staff without a session: the platform's brand, and one card. */
export function SignInCard({ title, text, children }: SignInCardProps) {
  const branding = useQuery(brandingQuery);
  const { logoUrl, onError } = useLogo(branding.data?.logoUrl);
  const brand = branding.data?.name || DEFAULT_BRAND_NAME;
  return (
    <BrandTheme primary={branding.data?.primaryColor}>
      <Toasts variant="staff" />
      <title>{`${title} · ${brand}`}</title>
      <main className={`centered gap-24 ${styles['page']}`}>
        <div className={`centered gap-12 ${styles['brand']}`}>
          {logoUrl && <Logo source={logoUrl} size={64} alt="" onError={onError} />}
          <Typography.Title level={1} className={styles['brandName']}>
            {brand}
          </Typography.Title>
        </div>
        <Card className={styles['card']}>
          <Typography.Title level={2} className={styles['title']}>
            {title}
          </Typography.Title>
          {text && (
            <Typography.Paragraph type="secondary" className={styles['text']}>
              {text}
            </Typography.Paragraph>
          )}
          {children}
        </Card>
      </main>
    </BrandTheme>
  );
}
