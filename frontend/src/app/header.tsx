import { Button, Layout, Badge } from 'antd';
import { LogOutIcon, PanelLeftIcon, PanelLeftOpenIcon, MoonIcon, SunIcon } from '../ui/icons';
import { Tooltip } from '../ui/tooltip';
import { useLogout } from '../features/auth/use-login';
import { Bell } from '../features/notifications/bell';
import { RunPill } from '../features/runs/run-pill';
import { SearchButton } from './search/search-button';
import { withShortcut } from '../lib/shortcuts';
import { STAFF_SHORTCUTS } from '../lib/staff-shortcuts';
import { toggleThemeMode, useThemeMode } from '../lib/theme-mode';
import styles from './shell.module.css';
import { useConnection } from '../lib/socket';

interface HeaderProps {
  isSidebarOpen: boolean;
  onToggleSidebar: () => void;
  /** Ref callback for the element into which pages render their breadcrumbs. */
  onBreadcrumbSlot: (slot: HTMLElement | null) => void;
}

/** The header of every staff page. */
export function Header({ isSidebarOpen, onToggleSidebar, onBreadcrumbSlot }: HeaderProps) {
  const isDark = useThemeMode() === 'dark';
  const logout = useLogout();
  return (
    <Layout.Header className={`row underlined gap-8 ${styles['header']}`}>
      <Tooltip text={withShortcut('Toggle sidebar', STAFF_SHORTCUTS.sidebar)}>
        <Button
          type="text"
          aria-label="Toggle sidebar"
          aria-expanded={isSidebarOpen}
          icon={isSidebarOpen ? <PanelLeftIcon /> : <PanelLeftOpenIcon />}
          onClick={onToggleSidebar}
        />
      </Tooltip>
      <div className="grow" ref={onBreadcrumbSlot} />
      <RunPill />
      {/* Logging out from the search uses the mutation of the Logout button, which then shows a spinner. */}
      <SearchButton onLogout={() => logout.mutate()} />
      <LiveIndicator />
      <Bell />
      <Tooltip text={isDark ? 'Light theme' : 'Dark theme'}>
        <Button
          type="text"
          aria-label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
          icon={isDark ? <SunIcon /> : <MoonIcon />}
          onClick={toggleThemeMode}
        />
      </Tooltip>
      <Button type="text" icon={<LogOutIcon />} loading={logout.isPending} onClick={() => logout.mutate()}>
        Logout
      </Button>
    </Layout.Header>
  );
}

/** The state of the live connection; empty before the first connection. */
export function LiveIndicator() {
  const connection = useConnection();
  return (
    <output className="nowrap">
      {connection === 'live' && <Badge status="success" text="Live" />}
      {connection === 'reconnecting' && <Badge status="processing" text="Reconnecting…" />}
    </output>
  );
}
