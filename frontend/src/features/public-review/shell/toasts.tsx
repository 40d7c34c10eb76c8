import { useEffect, useEffectEvent, useState } from 'react';
import { TOAST_SECONDS, toast, type ToastAction, type ToastKind } from '../../../lib/toast';
import { Icon } from './icon';
import styles from './toasts.module.css';
import { useKeys } from './use-keys';

/** Seconds in which a toast offers its action. */
const ACTION_SECONDS = 6;

interface Toast {
  kind: ToastKind;
  title: string;
  description?: string;
  action?: ToastAction;
}

/**
 * Draws the toasts of its page, one at a time, also when the connection is lost: at the top, since the buttons of the next
 * step are further down; on a phone in one line at the bottom.
 */
export function Toasts() {
  const [current, setCurrent] = useState<{ number: number; shown?: Toast }>({ number: 0 });
  useEffect(() => {
    const set = (shown?: Toast) => setCurrent(({ number }) => ({ number: number + 1, shown }));
    return toast.drawnBy({
      showToast: (kind, title, description, action) => set({ kind, title, description, action }),
      clearToasts: () => set(),
    });
  }, []);
  if (!current.shown) return null;
  return <ToastCard key={current.number} {...current.shown} onClose={() => setCurrent(({ number }) => ({ number }))} />;
}

const ICONS = { success: 'check', error: 'cross', info: 'info' } as const;

function ToastCard({ kind, title, description, action, onClose }: Toast & { onClose: () => void }) {
  const [isRead, setRead] = useState(false);
  const seconds = action ? ACTION_SECONDS : TOAST_SECONDS[kind];
  const close = useEffectEvent(onClose);
  // The timer pauses while the pointer or the focus is on the toast.
  useEffect(() => {
    if (isRead) return undefined;
    const timer = setTimeout(() => close(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [isRead, seconds]);
  const act = () => {
    onClose();
    action?.run();
  };
  useKeys(action ? { [action.key]: act } : {}, true);
  return (
    <div
      className={`${styles.toast} ${styles[kind]}`}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
    >
      <Icon name={ICONS[kind]} />
      <div>
        <strong>{title}</strong>
        {description && <p>{description}</p>}
        {action && (
          <button type="button" className={styles.action} onClick={act}>
            {action.label}
          </button>
        )}
      </div>
      <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
        <Icon name="cross" size={16} />
      </button>
    </div>
  );
}
