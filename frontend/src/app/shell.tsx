import type { UserView } from '@gmb-moments/backend/contract/auth';
import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Layout } from 'antd';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { BrandTheme } from '../ui/brand-theme';
import { Sheet } from '../ui/dialog';
import { BreadcrumbSlotContext, BrandNameContext, UnreadCountContext } from '../ui/page-header';
import { SignInAgain } from '../features/auth/sign-in-again';
import { DialogHost } from './dialogs';
import { Header } from './header';
import styles from './shell.module.css';
import { Sidebar, useSidebar } from './sidebar';
import { unreadQuery } from '../records/notifications';
import { usePlatformBrand } from '../records/settings';
import { useStaffLive } from '../records/staff-live';
import { WithinScope } from './within-scope';

interface ShellProps {
  /** The member of staff who uses the page. */
  user: UserView;
  /** Whether the user's session is valid. */
  isSignedIn: boolean;
}

/** The frame of every staff page: sidebar, header and content, in the platform's colour. */
export function Shell({ user, isSignedIn }: ShellProps) {
  useStaffLive();
  const brand = usePlatformBrand();
  const unread = useQuery(unreadQuery).data?.count ?? 0;
  return (
    <BrandTheme primary={brand?.primaryColor}>
      <BrandNameContext value={brand?.brandName || DEFAULT_BRAND_NAME}>
        <UnreadCountContext value={unread}>
          <ShellLayout user={user} />
        </UnreadCountContext>
        <SignInAgain user={user} open={!isSignedIn} />
      </BrandNameContext>
    </BrandTheme>
  );
}

function ShellLayout({ user }: Pick<ShellProps, 'user'>) {
  const sidebar = useSidebar();
  const [breadcrumbSlot, setBreadcrumbSlot] = useState<HTMLElement | null>(null);
  return (
    <Layout hasSider={!sidebar.isMobile} className={styles['shell']}>
      {sidebar.isSlideOverOpen && (
        <Sheet label="Menu" side="left" width="18rem" isPane onClose={sidebar.closeSlideOver}>
          <Sidebar user={user} layout="slide-over" onNavigate={sidebar.closeSlideOver} />
        </Sheet>
      )}
      {!sidebar.isMobile && (
        <Layout.Sider
          theme="light"
          width="16rem"
          collapsedWidth="3rem"
          collapsed={!sidebar.isExpanded}
          className={styles['sider']}
        >
          <Sidebar user={user} layout={sidebar.isExpanded ? 'expanded' : 'collapsed'} />
        </Layout.Sider>
      )}
      <Layout className={styles['column']}>
        <Header
          isSidebarOpen={sidebar.isMobile ? sidebar.isSlideOverOpen : sidebar.isExpanded}
          onToggleSidebar={sidebar.toggle}
          onBreadcrumbSlot={setBreadcrumbSlot}
        />
        <Layout.Content className={styles['content']}>
          <BreadcrumbSlotContext value={breadcrumbSlot}>
            <DialogHost>
              <WithinScope user={user}>
                <Outlet />
              </WithinScope>
            </DialogHost>
          </BreadcrumbSlotContext>
        </Layout.Content>
      </Layout>
    </Layout>
  );
}
