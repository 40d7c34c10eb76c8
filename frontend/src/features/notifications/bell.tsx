import { useQuery } from '@tanstack/react-query';
import { Button, theme } from 'antd';
import { useRef, useState, type CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { chunkQuery } from '../../lib/chunk';
import { useShortcuts, withShortcut } from '../../lib/shortcuts';
import { STAFF_SHORTCUTS } from '../../lib/staff-shortcuts';
import { unreadQuery } from '../../records/notifications';
import { BellIcon } from '../../ui/icons';
import { Modal } from '../../ui/modal';
import { QueryView } from '../../ui/placeholders';
import { Tooltip } from '../../ui/tooltip';
import styles from './notifications.module.css';

// A chunk of its own, because every page loads the shell.
const panelQuery = chunkQuery('notifications', () => import('./notifications-panel'));

/** Distance between the panel and the window's edge, in pixels. */
const MARGIN = 12;

/** The button with the number of unread notifications, which opens their panel. */
export function Bell() {
  const { token } = theme.useToken();
  const { data } = useQuery(unreadQuery);
  const bell = useRef<HTMLButtonElement>(null);
  const [right, setRight] = useState<number | null>(null);
  const panel = useQuery({ ...panelQuery, enabled: right !== null });
  const count = data?.count ?? 0;
  const open = () => {
    const edge = bell.current?.getBoundingClientRect().right ?? 0;
    setRight(Math.max(MARGIN, window.innerWidth - edge - 2 * MARGIN));
  };
  const close = () => setRight(null);
  useShortcuts(STAFF_SHORTCUTS, { notifications: open });
  return (
    <>
      <Tooltip text={withShortcut('Notifications', STAFF_SHORTCUTS.notifications)}>
        <Button
          ref={bell}
          type="text"
          aria-label={count === 0 ? 'Notifications' : `Notifications, ${count} unread`}
          aria-expanded={right !== null}
          icon={<BellIcon />}
          onClick={open}
        >
          {count > 0 && <span className={`strong numbers ${styles.count}`}>{count > 99 ? '99+' : count}</span>}
        </Button>
      </Tooltip>
      {right !== null &&
        createPortal(
          <Modal label="Notifications" className={styles.window} onClose={close}>
            <div
              className={`frame flex overlay ${styles.panel}`}
              style={{ '--from-edge': `${right}px`, '--accent': token.colorPrimary } as CSSProperties}
            >
              <QueryView query={panel} failed="The notifications could not be loaded" loading={null}>
                {({ NotificationsPanel }) => <NotificationsPanel onClose={close} />}
              </QueryView>
            </div>
          </Modal>,
          document.body,
        )}
    </>
  );
}
