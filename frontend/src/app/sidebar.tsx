import {
  AppstoreOutlined,
  BankOutlined,
  DashboardOutlined,
  PictureOutlined,
  RocketOutlined,
  SettingOutlined,
  TeamOutlined,
} from '../components/icons';
import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import { Flex, Menu, theme } from 'antd';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useHintTiming } from '../components/hint';
import { Logo } from '../components/logo';
import { useLogo } from '../components/use-logo';
import type { PlatformBrand } from './platform-brand';
import './sidebar.css';

const ENTRIES: [path: string, label: string, icon: ReactNode][] = [
  ['/', 'Dashboard', <DashboardOutlined key="icon" />],
  ['/agencies', 'Agencies', <BankOutlined key="icon" />],
  ['/clients', 'Clients', <TeamOutlined key="icon" />],
  ['/moments', 'Moments', <PictureOutlined key="icon" />],
  ['/gmb-optimizations', 'GMB Optimization', <RocketOutlined key="icon" />],
  ['/settings', 'Settings', <SettingOutlined key="icon" />],
];

interface SidebarProps {
  brand: PlatformBrand | undefined;
  layout: 'expanded' | 'collapsed' | 'sheet';
  onNavigate?: () => void;
}

/** The brand and the menu. */
export function Sidebar({ brand, layout, onNavigate }: SidebarProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const tooltip = useHintTiming();
  const current = ENTRIES.findLast(([path]) => pathname === path || pathname.startsWith(`${path}/`))?.[0];
  return (
    <nav aria-label="Main menu">
      <Brand brand={brand} compact={layout === 'collapsed'} />
      <Menu
        className="sidebar-menu"
        mode="inline"
        // Its links are stops of the Tab key; the list around them need not be one more.
        tabIndex={-1}
        tooltip={tooltip}
        inlineCollapsed={layout === 'collapsed'}
        selectedKeys={current ? [current] : []}
        items={ENTRIES.map(([path, label, icon]) => ({
          key: path,
          icon,
          title: label,
          label: <Link to={path}>{label}</Link>,
        }))}
        onClick={({ key, domEvent }) => {
          // A click is the link's own; Enter lands on the menu entry.
          if (domEvent.type === 'keydown') {
            // Otherwise the same Enter would click what has the focus next.
            domEvent.preventDefault();
            void navigate(key);
          }
          onNavigate?.();
        }}
        style={{ borderInlineEnd: 0 }}
      />
    </nav>
  );
}

function Brand({ brand, compact }: { brand: PlatformBrand | undefined; compact: boolean }) {
  const { token } = theme.useToken();
  const { logoUrl, onError } = useLogo(brand?.logoUrl);
  const name = brand?.brandName || DEFAULT_BRAND_NAME;
  return (
    <Flex
      align="center"
      gap={12}
      style={{
        height: 56,
        marginBottom: 8,
        padding: compact ? '0 7px' : '0 20px',
        overflow: 'hidden',
        borderBottom: `1px solid ${token.colorBorderSecondary}`,
      }}
    >
      {logoUrl && <Logo source={logoUrl} size={compact ? 32 : 40} alt={name} onError={onError} />}
      {compact && !logoUrl && (
        <AppstoreOutlined style={{ fontSize: 20, margin: 6, color: token.colorLink }} title={name} aria-label={name} />
      )}
      {!compact && (brand?.brandName || !logoUrl) && (
        <span
          // The logo beside it says the same.
          aria-hidden={logoUrl !== null}
          title={name}
          style={{
            minWidth: 0,
            fontSize: token.fontSizeLG,
            fontWeight: token.fontWeightStrong,
            color: token.colorText,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {name}
        </span>
      )}
    </Flex>
  );
}
