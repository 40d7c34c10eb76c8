import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import { createContext, use, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { ChevronRightIcon } from './icons';
import styles from './page-header.module.css';

/** The platform's name for the title of browser tabs. */
export const BrandNameContext = createContext(DEFAULT_BRAND_NAME);

/** The number of unread notifications for the title of browser tabs. */
export const UnreadCountContext = createContext(0);

/** The element in the shell's header into which pages render breadcrumbs. */
export const BreadcrumbSlotContext = createContext<HTMLElement | null>(null);

interface PageHeaderProps {
  title: string;
  /** The parent page, for the breadcrumbs. */
  parent?: { title: string; path: string };
  /** Shown beside the title. */
  status?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** With a title of at least this length, the actions are below it. */
const LONG_TITLE_CHARACTERS = 40;

/**
 * The title of a page, also for the browser tab, with actions beside it; below it on a phone, or if the title is
 * long.
 */
export function PageHeader({ title, parent, status, subtitle, actions }: PageHeaderProps) {
  const brandName = use(BrandNameContext);
  const unread = use(UnreadCountContext);
  const heading = (
    <h1 dir="auto" className={`ink anywhere ${styles['title']}`}>
      {title}
    </h1>
  );
  const titleRoom = title.length < LONG_TITLE_CHARACTERS ? '200px' : 'min(100%, 600px)';
  const room = status ? 'auto' : titleRoom;
  return (
    <header className="row wrap between" style={{ gap: status ? '8px 16px' : 16, marginBottom: 20 }}>
      <title>{`${unread > 0 ? `(${unread}) ` : ''}${title} · ${brandName}`}</title>
      {parent && <Breadcrumbs parent={parent} title={title} />}
      <div className="shrink" style={{ flex: `1 1 ${room}` }}>
        {status ? (
          <div className={`row wrap ${styles['line']}`}>
            {heading}
            {status}
          </div>
        ) : (
          heading
        )}
        {subtitle && <span className="muted anywhere">{subtitle}</span>}
      </div>
      {actions && <div className="flex wrap gap-8">{actions}</div>}
    </header>
  );
}

/** The breadcrumbs, in the shell's header. */
function Breadcrumbs({ parent, title }: { parent: { title: string; path: string }; title: string }) {
  const slot = use(BreadcrumbSlotContext);
  if (!slot) return null;
  return createPortal(
    <nav aria-label="Breadcrumbs" className={`row medium nowrap gap-6 ${styles['crumbs']}`}>
      <Link to={parent.path} className={styles['parent']}>
        {parent.title}
      </Link>
      <ChevronRightIcon size={14} />
      <span dir="auto" aria-current="page">
        {title}
      </span>
    </nav>,
    slot,
  );
}
