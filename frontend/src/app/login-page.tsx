import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Card, Flex, Typography } from 'antd';
import { useEffect } from 'react';
import { Navigate, useLocation, type Location } from 'react-router-dom';
import { BrandTheme } from '../ui/brand-theme';
import { Logo } from '../ui/logo';
import { PageSpinner } from '../ui/page-spinner';
import { Toasts } from '../ui/toasts';
import { useLogo } from '../ui/use-logo';
import { brandingQuery, useBrandLive } from '../records/settings';
import { LoginNotAvailable } from './agency-host/closed-pages';
import { MainHostOnly } from './agency-host/main-host-only';
import { forgetReads, userQuery } from '../records/session';
import { LoginForm } from '../features/auth/login-form';
import { useLogin } from '../features/auth/use-login';

/** Sign-in for staff, on the main hosts. */
export function LoginPage() {
  return (
    <MainHostOnly instead={<LoginNotAvailable />}>
      <Login />
    </MainHostOnly>
  );
}

function Login() {
  const queryClient = useQueryClient();
  const user = useQuery(userQuery);
  const branding = useQuery(brandingQuery);
  const { logoUrl, onError } = useLogo(branding.data?.logoUrl);
  useBrandLive();
  const { state } = useLocation() as Location<{ from?: Location } | null>;
  const signIn = useLogin();
  const isSignedOut = user.data === null;
  // What was read with a session that ended must not be seen after the next sign-in.
  useEffect(() => {
    if (isSignedOut) forgetReads(queryClient);
  }, [isSignedOut, queryClient]);

  if (user.data) return <Navigate to={state?.from ?? '/'} replace />;
  if (user.isPending) return <PageSpinner />;
  const brand = branding.data?.name || DEFAULT_BRAND_NAME;
  return (
    <BrandTheme primary={branding.data?.primaryColor}>
      <Toasts look="staff" />
      <title>{`Admin Login · ${brand}`}</title>
      <Flex
        component="main"
        vertical
        align="center"
        justify="center"
        gap={24}
        style={{ minHeight: '100dvh', padding: 16 }}
      >
        <Flex vertical align="center" gap={12} style={{ maxWidth: 480 }}>
          {logoUrl && <Logo source={logoUrl} size={64} alt="" onError={onError} />}
          <Typography.Title
            level={1}
            style={{ margin: 0, fontSize: 28, textAlign: 'center', overflowWrap: 'anywhere' }}
          >
            {brand}
          </Typography.Title>
        </Flex>
        <Card style={{ width: '100%', maxWidth: 400 }}>
          <Typography.Title level={2} style={{ margin: 0, fontSize: 20 }}>
            Admin Login
          </Typography.Title>
          <Typography.Paragraph type="secondary">Sign in to manage your GMB moments and clients</Typography.Paragraph>
          <LoginForm pending={signIn.isPending} onSubmit={(body) => signIn.mutate(body)} />
        </Card>
      </Flex>
    </BrandTheme>
  );
}
