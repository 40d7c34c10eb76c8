import { Check, Info, X } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useTranslator } from '../lib/texts/translator';
import { useTopDialog } from '../lib/dialog-stack';
import { createStore, useStore } from '../lib/store';
import { TOAST_SECONDS, toast, useToast, type Toast } from '../lib/toast';
import styles from './toasts.module.css';

/**
 * `staff`: in the middle of the header, where there are no controls; `client`: in a slot, or at the top of the page.
 */
type Variant = 'staff' | 'client';

/** Seconds for which a toast with an action is shown. */
const ACTION_SECONDS: Record<Variant, number> = { staff: 10, client: 6 };

const ICONS = { success: Check, error: X, info: Info };

/** Renders the current toast above everything, also above modal dialogs. */
export function Toasts({ variant }: { variant: Variant }) {
  const shown = useToast();
  const home = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={home} />
      {shown && <ToastLayer key={shown.number} shown={shown} variant={variant} home={home} />}
    </>
  );
}

interface LayerProps {
  shown: Toast;
  variant: Variant;
  /** The parent of toasts while no dialog is open. */
  home: RefObject<HTMLElement | null>;
}

const slots = createStore<HTMLElement[]>([]);

/**
 * The position of toasts on a page or in a dialog, chosen so that they cover no controls: `over` the positioned
 * parent, which hides its own controls meanwhile (`[data-toast]`), or `above` or `below` this element, which has no
 * height.
 */
export function ToastSlot({ place }: { place: 'over' | 'above' | 'below' }) {
  const add = useCallback((slot: HTMLElement | null) => {
    if (!slot) return undefined;
    slots.set([...slots.get(), slot]);
    return () => slots.set(slots.get().filter((other) => other !== slot));
  }, []);
  return <div ref={add} className={`${styles.slot} ${styles[place]}`} />;
}

/** Renders a toast in the topmost dialog, because nothing outside of a modal dialog can be clicked. */
function ToastLayer({ shown, variant, home }: LayerProps) {
  const [place] = useState(() => document.createElement('div'));
  const dialog = useTopDialog();
  const slot = useStore(slots).findLast((one) => one.closest('dialog') === (dialog ?? null));
  useLayoutEffect(() => (slot ?? dialog ?? home.current)?.append(place), [slot, dialog, home, place]);
  useLayoutEffect(() => () => place.remove(), [place]);
  return createPortal(<ToastCard {...shown} variant={variant} />, place);
}

function ToastCard({ kind, title, description, action, variant }: Toast & { variant: Variant }) {
  const t = useTranslator();
  const [isRead, setRead] = useState(false);
  const seconds = action ? ACTION_SECONDS[variant] : TOAST_SECONDS[kind];
  const close = useEffectEvent(toast.clear);
  // Paused while the pointer or the focus is on the toast.
  useEffect(() => {
    if (isRead) return undefined;
    const timer = setTimeout(() => close(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [isRead, seconds]);
  const Icon = ICONS[kind];
  return (
    <div
      className={`grid ink anywhere gap-12 ${styles.toast} ${styles[variant]} ${styles[kind]}`}
      role={kind === 'error' ? 'alert' : 'status'}
      data-toast
      onPointerEnter={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <div>
          <strong className="block">{title}</strong>
          {description && <p className="pre-line">{description}</p>}
        </div>
        {action && (
          <button
            type="button"
            className={`raised ${styles.action}`}
            onClick={() => {
              toast.clear();
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        className={`centered muted ${styles.close}`}
        aria-label={t.text('close')}
        onClick={toast.clear}
      >
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
