import type { NotificationView } from '@gmb-moments/backend/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Fragment, useRef, useState } from 'react';
import { reasonOf } from '../../lib/http';
import { directionOf, useShortcuts } from '../../lib/shortcuts';
import { useIsMobile } from '../../lib/media-queries';
import { useToastMutation } from '../../lib/toast-mutation';
import {
  allNotifications,
  markAllRead,
  markRead,
  markUnread,
  notificationsQuery,
  unreadQuery,
} from '../../records/notifications';
import { CheckCheckIcon, CrossIcon, SettingsIcon } from '../../ui/icons';
import { LinkButton } from '../../ui/link-button';
import { EmptyState, Loading, QueryView } from '../../ui/placeholders';
import { NotificationEntry } from './notification-entry';
import styles from './notifications.module.css';

/** Number of entries that are loaded first, and added by Show more. */
const PAGE_SIZE = 20;

/** The panel's shortcuts, in the order in which its footer lists them. */
const PANEL_SHORTCUTS = {
  move: { label: 'J K', description: 'Move', keys: ['j', 'k', 'arrowdown', 'arrowup'] },
  open: { label: 'Enter', description: 'Open' },
  toggle: { label: 'U', description: 'Mark unread', keys: ['u'] },
  close: { label: 'B', description: 'Close', keys: ['b'] },
};

/** The list of the user's notifications, newest first, with shortcuts. */
export function NotificationsPanel({ onClose }: { onClose: () => void }) {
  const isMobile = useIsMobile();
  const [tab, setTab] = useState<'all' | 'unread'>('all');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(notificationsQuery({ limit, ...(tab === 'unread' && { unread: true }) }));
  const unread = useQuery(unreadQuery).data?.count ?? 0;
  const change = useToastMutation({
    mutationFn: (action: () => Promise<void>) => action(),
    failure: (error) => ['Not changed', reasonOf(error)],
    refresh: [allNotifications],
  });
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
  const move = (delta: number) => {
    const all = links();
    const at = all.findIndex((link) => link.closest('article')?.contains(document.activeElement));
    all[at < 0 ? 0 : at + delta]?.focus();
  };
  const toggle = () => {
    const focused = list.current?.querySelector<HTMLElement>('article:focus-within [data-entry]')?.dataset['entry'];
    const entry = query.data?.items.find(({ id }) => id === focused);
    if (entry) change.mutate(() => (entry.isRead ? markUnread(entry.id) : markRead(entry.id)));
  };
  useShortcuts(
    PANEL_SHORTCUTS,
    { move: (_event, name) => move(directionOf(name)), toggle, close: onClose },
    { scope: 'dialog' },
  );
  const onOpen = ({ id, isRead }: NotificationView) => {
    onClose();
    if (!isRead) change.mutate(() => markRead(id));
  };
  return (
    <div className="column grow" data-dialog-keys>
      <header className={`row no-shrink gap-4 ${styles.head}`}>
        <h2 className="fill heading">Notifications</h2>
        <Button
          type="text"
          icon={<CheckCheckIcon />}
          title="Mark all as read"
          className={styles.markAll ?? ''}
          disabled={unread === 0}
          onClick={() => change.mutate(markAllRead)}
        >
          Mark all as read
        </Button>
        <LinkButton
          type="text"
          to="/settings#notifications"
          icon={<SettingsIcon />}
          aria-label="Settings of notifications"
          onFollow={onClose}
        />
        {isMobile && <Button type="text" icon={<CrossIcon />} aria-label="Close" onClick={onClose} />}
      </header>
      <div className={`flex no-shrink underlined gap-20 ${styles.tabs}`} role="group" aria-label="Which notifications">
        <button type="button" aria-pressed={tab === 'all'} onClick={() => setTab('all')}>
          All
        </button>
        <button type="button" aria-pressed={tab === 'unread'} onClick={() => setTab('unread')}>
          Unread {unread > 0 && <span>{unread}</span>}
        </button>
      </div>
      <div className={styles.list} ref={list}>
        <QueryView
          query={query}
          failed="The notifications could not be loaded"
          loading={
            <Loading label="Loading the notifications">
              {Array.from({ length: 4 }, (_none, index) => (
                <div key={index} className={styles.skeleton} />
              ))}
            </Loading>
          }
        >
          {({ items }) => <Entries items={items} isUnread={tab === 'unread'} onOpen={onOpen} />}
        </QueryView>
        {query.data && query.data.total > query.data.items.length && (
          <Button type="text" block loading={query.isFetching} onClick={() => setLimit(limit + PAGE_SIZE)}>
            Show more
          </Button>
        )}
      </div>
      <footer className={`flex no-shrink muted small ruled surface-2 gap-16 ${styles.keys}`} aria-hidden>
        {Object.values(PANEL_SHORTCUTS).map(({ label, description }) => (
          <span key={label}>
            {label.split(' ').map((key) => (
              <Fragment key={key}>
                <kbd>{key}</kbd>{' '}
              </Fragment>
            ))}
            {description}
          </span>
        ))}
      </footer>
    </div>
  );
}

interface EntriesProps {
  items: NotificationView[];
  isUnread: boolean;
  onOpen: (entry: NotificationView) => void;
}

function Entries({ items, isUnread, onOpen }: EntriesProps) {
  const [midnight] = useState(() => new Date().setHours(0, 0, 0, 0));
  const isToday = ({ at }: NotificationView) => Date.parse(at) >= midnight;
  const groups = { Today: items.filter(isToday), Earlier: items.filter((entry) => !isToday(entry)) };
  if (items.length === 0)
    return (
      <EmptyState
        text={isUnread ? 'Nothing unread' : 'No notifications yet'}
        hint="What your clients decide, and work that failed, will stand here."
      />
    );
  return Object.entries(groups).map(
    ([name, entries]) =>
      entries.length > 0 && (
        <section key={name} aria-label={name}>
          <h3
            className={
              name === 'Today' ? 'visually-hidden nowrap' : `ruled underlined surface-2 muted small ${styles.group}`
            }
          >
            {name}
          </h3>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <NotificationEntry entry={entry} onOpen={() => onOpen(entry)} />
              </li>
            ))}
          </ul>
        </section>
      ),
  );
}
