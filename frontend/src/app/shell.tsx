import type { UserView } from '@gmb-moments/backend/contract/auth';
import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import { Layout, theme } from 'antd';
import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { SignInAgain } from '../features/auth/sign-in-again';
import { useStaffLive } from '../lib/live';
import { toast } from '../lib/toast';
import { BrandName } from '../components/brand-name';
import { BrandTheme } from '../components/brand-theme';
import { Sheet } from '../components/sheet';
import { Header } from './header';
import { usePlatformBrand } from './platform-brand';
import { Sidebar } from './sidebar';
import { useSidebar } from './sidebar-state';

interface ShellProps {
  /** Who works here. */
  user: UserView;
  /** Whether their session stands. */
  isSignedIn: boolean;
}

/** The admin shell around every page of staff, in the platform's colour. */
export function Shell({ user, isSignedIn }: ShellProps) {
  useStaffLive();
  useEffect(() => toast.prepare(), []);
  const brand = usePlatformBrand();
  return (
    <BrandTheme primary={brand?.primaryColor}>
      <BrandName value={brand?.brandName || DEFAULT_BRAND_NAME}>
        <ShellLayout>
          <Outlet />
        </ShellLayout>
        <SignInAgain user={user} open={!isSignedIn} />
      </BrandName>
    </BrandTheme>
  );
}

function ShellLayout({ children }: { children: React.ReactNode }) {
  const { token } = theme.useToken();
  const brand = usePlatformBrand();
  const sidebar = useSidebar();
  return (
    <Layout hasSider={!sidebar.mobile} style={{ minHeight: '100dvh' }}>
      {sidebar.mobile ? (
        <Sheet
          open={sidebar.sheetOpen}
          onClose={sidebar.closeSheet}
          placement="left"
          size="18rem"
          aria-label="Menu"
          closable={false}
          styles={{ body: { padding: 0 } }}
        >
          <Sidebar brand={brand} layout="sheet" onNavigate={sidebar.closeSheet} />
        </Sheet>
      ) : (
        <Layout.Sider
          theme="light"
          width="16rem"
          collapsedWidth="3rem"
          collapsed={!sidebar.expanded}
          style={{
            position: 'sticky',
            top: 0,
            height: '100dvh',
            overflow: 'hidden auto',
            borderInlineEnd: `1px solid ${token.colorBorderSecondary}`,
          }}
        >
          <Sidebar brand={brand} layout={sidebar.expanded ? 'expanded' : 'collapsed'} />
        </Layout.Sider>
      )}
      <Layout style={{ minWidth: 0 }}>
        <Header sidebarOpen={sidebar.mobile ? sidebar.sheetOpen : sidebar.expanded} onToggleSidebar={sidebar.toggle} />
        <Layout.Content style={{ padding: sidebar.mobile ? 16 : 24, width: '100%', maxWidth: 1440, margin: '0 auto' }}>
          {children}
        </Layout.Content>
      </Layout>
    </Layout>
  );
}
