import { AppIcon, LandmarkIcon, DashboardIcon, ImagesIcon, SparklesIcon, SettingsIcon, UsersIcon } from '../ui/icons';
import type { UserView } from '@gmb-moments/backend/contract/auth';
import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import { Menu, theme } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { WorkCount } from '../features/work/work-count';
import { textOn } from '@gmb-moments/backend/contract/contrast';
import { useShortcuts } from '../lib/shortcuts';
import { useIsMobile } from '../lib/media-queries';
import { STAFF_SHORTCUTS } from '../lib/staff-shortcuts';
import { brandFill } from '../lib/theme';
import { usePlatformBrand } from '../records/settings';
import { useTooltipTiming } from '../ui/tooltip';
import { Logo } from '../ui/logo';
import { useLogo } from '../ui/use-logo';
import styles from './shell.module.css';

/** The pages of the menu. */
export const MAIN_PAGES: [path: string, label: string, icon: ReactNode][] = [
  ['/', 'Dashboard', <DashboardIcon key="icon" />],
  ['/agencies', 'Agencies', <LandmarkIcon key="icon" />],
  ['/clients', 'Clients', <UsersIcon key="icon" />],
  ['/moments', 'Moments', <ImagesIcon key="icon" />],
  ['/gmb-optimizations', 'GMB Optimization', <SparklesIcon key="icon" />],
  ['/settings', 'Settings', <SettingsIcon key="icon" />],
];

interface SidebarProps {
  /** The member of staff who uses the page. */
  user: UserView;
  layout: 'expanded' | 'collapsed' | 'slide-over';
  onNavigate?: () => void;
}

/** The content of the sidebar: brand, menu, and the signed-in user. */
export function Sidebar({ user, layout, onNavigate }: SidebarProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const tooltip = useTooltipTiming();
  const current = MAIN_PAGES.findLast(([path]) => pathname === path || pathname.startsWith(`${path}/`))?.[0];
  return (
    <nav aria-label="Main menu" className={`column ${styles['menuPane']}`}>
      <Brand compact={layout === 'collapsed'} />
      <Menu
        className={styles['menu'] ?? ''}
        mode="inline"
        // Aligned with the brand's logo.
        inlineIndent={10}
        // Not focusable, unlike the links in it.
        tabIndex={-1}
        tooltip={tooltip}
        inlineCollapsed={layout === 'collapsed'}
        selectedKeys={current ? [current] : []}
        items={MAIN_PAGES.map(([path, label, icon]) => ({
          key: path,
          icon,
          title: label,
          label: (
            <Link to={path}>
              {label}
              {path === '/' && <WorkCount />}
            </Link>
          ),
        }))}
        onClick={({ key, domEvent }) => {
          // Only for Enter, which reaches the menu entry; clicks are handled by the link.
          if (domEvent.type === 'keydown') {
            // Otherwise the same Enter would also activate the element that gets the focus.
            domEvent.preventDefault();
            void navigate(key);
          }
          onNavigate?.();
        }}
        style={{ borderInlineEnd: 0 }}
      />
      <SignedIn user={user} compact={layout === 'collapsed'} />
    </nav>
  );
}

function SignedIn({ user: { name, email }, compact }: { user: UserView; compact: boolean }) {
  const words = (name || email).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const initials = words.slice(0, 2).map((word) => Array.from(word)[0]);
  return (
    <div className={`row muted gap-10 ${styles['user']} ${compact ? styles['compact'] : ''}`} title={email}>
      <span aria-hidden className={`centered no-shrink strong sunken disc ${styles['initials']}`}>
        {initials.join('').toUpperCase()}
      </span>
      {!compact && <span className="clip shrink">{name || email}</span>}
    </div>
  );
}

function Brand({ compact }: { compact: boolean }) {
  const brand = usePlatformBrand();
  const { logoUrl, onError } = useLogo(brand?.logoUrl);
  const { fill } = brandFill(theme.useToken().token);
  const name = brand?.brandName || DEFAULT_BRAND_NAME;
  return (
    <div className={`row gap-10 ${styles['brand']} ${compact ? styles['compact'] : ''}`}>
      {logoUrl && <Logo source={logoUrl} size={26} alt={name} onError={onError} />}
      {!logoUrl && (
        <span className={`centered no-shrink ${styles['mark']}`} style={{ background: fill, color: textOn(fill) }}>
          {compact ? (
            <AppIcon role="img" aria-label={name}>
              <title>{name}</title>
            </AppIcon>
          ) : (
            <AppIcon />
          )}
        </span>
      )}
      {!compact && (brand?.brandName || !logoUrl) && (
        // Hidden, because the logo beside it has the same `alt` text.
        <span aria-hidden={logoUrl !== null} title={name} className={`clip shrink ink ${styles['name']}`}>
          {name}
        </span>
      )}
    </div>
  );
}

const COOKIE = 'sidebar_state';
const SEVEN_DAYS_S = 7 * 24 * 60 * 60;

/** The sidebar: expanded or collapsed, stored in a cookie. Below 768 px, a sheet over the page. */
export function useSidebar() {
  const isMobile = useIsMobile();
  const [isExpanded, setExpanded] = useState(() => !document.cookie.split('; ').includes(`${COOKIE}=false`));
  const [isSlideOverOpen, setSlideOverOpen] = useState(false);

  const toggle = () => {
    if (isMobile) {
      setSlideOverOpen(!isSlideOverOpen);
      return;
    }
    document.cookie = `${COOKIE}=${!isExpanded}; path=/; max-age=${SEVEN_DAYS_S}; samesite=lax`;
    setExpanded(!isExpanded);
  };
  // The sheet is a dialog itself.
  useShortcuts(STAFF_SHORTCUTS, { sidebar: toggle }, { scope: isSlideOverOpen ? 'both' : 'page' });
  return {
    isMobile,
    isExpanded,
    isSlideOverOpen: isMobile && isSlideOverOpen,
    toggle,
    closeSlideOver: () => setSlideOverOpen(false),
  };
}
