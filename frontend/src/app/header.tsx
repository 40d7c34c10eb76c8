import { LogoutOutlined, MenuFoldOutlined, MenuUnfoldOutlined, MoonOutlined, SunOutlined } from '../components/icons';
import { Button, Flex, Layout, theme } from 'antd';
import { Hint } from '../components/hint';
import { LiveIndicator } from '../components/live-indicator';
import { useLogout } from '../features/auth/use-logout';
import { toggleThemeMode, useThemeMode } from '../lib/theme-mode';

interface HeaderProps {
  sidebarOpen: boolean;
  onToggleSidebar: () => void;
}

/** The bar above every admin page. */
export function Header({ sidebarOpen, onToggleSidebar }: HeaderProps) {
  const { token } = theme.useToken();
  const dark = useThemeMode() === 'dark';
  const logout = useLogout();
  return (
    <Layout.Header
      style={{
        position: 'sticky',
        top: 0,
        zIndex: 10,
        height: 56,
        lineHeight: 'normal',
        padding: '0 12px',
        borderBottom: `1px solid ${token.colorBorderSecondary}`,
      }}
    >
      <Flex align="center" gap={4} style={{ height: '100%' }}>
        <Hint text="Toggle sidebar (Ctrl+B)">
          <Button
            type="text"
            aria-label="Toggle sidebar"
            aria-expanded={sidebarOpen}
            icon={sidebarOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
            onClick={onToggleSidebar}
          />
        </Hint>
        <Flex flex={1} justify="end" align="center" gap={4}>
          <LiveIndicator />
          <span style={{ width: 8 }} />
          <Hint text={dark ? 'Light theme' : 'Dark theme'}>
            <Button
              type="text"
              aria-label={dark ? 'Switch to light theme' : 'Switch to dark theme'}
              icon={dark ? <SunOutlined /> : <MoonOutlined />}
              onClick={toggleThemeMode}
            />
          </Hint>
          <Button type="text" icon={<LogoutOutlined />} loading={logout.isPending} onClick={() => logout.mutate()}>
            Logout
          </Button>
        </Flex>
      </Flex>
    </Layout.Header>
  );
}
