import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import { useBackToClose } from '../../../lib/back-to-close';
import { Button, type DecisionProps } from '../shell/card';
import { Icon } from '../shell/icon';
import styles from './sections.module.css';

interface ChangeStatusProps extends DecisionProps {
  /** Name of the section, for the accessible names of the buttons. */
  name: string;
  /** The current decision. */
  status: 'approved' | 'rejected';
}

/** A split button that changes a decision: its main part approves, its menu rejects. */
export function ChangeStatus({ name, status, approving, rejecting, onApprove, onReject }: ChangeStatusProps) {
  const t = useTranslator();
  const [isOpen, setOpen] = useState(false);
  const hintId = useId();
  const more = useRef<HTMLButtonElement>(null);
  const label = t.text('section.choices', { name });
  const change = () => {
    onApprove();
    // An approved section cannot be approved again, so open the menu with the other choice.
    if (status === 'approved') setOpen(true);
  };
  const close = () => {
    setOpen(false);
    more.current?.focus({ preventScroll: true });
  };
  const reject = () => {
    setOpen(false);
    onReject();
  };
  return (
    <div className={`grid relative ${styles.change}`}>
      <span id={hintId} hidden>
        {t.text(status === 'approved' ? 'section.approvesAgain' : 'section.approves')}
      </span>
      <Button aria-describedby={hintId} disabled={approving} onClick={change}>
        {t.text('section.changeStatus')}
      </Button>
      <Button
        ref={more}
        className={styles.more}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={rejecting}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={({ key }) => key === 'ArrowDown' && setOpen(true)}
      >
        <Icon name="down" />
      </Button>
      {isOpen && <RejectMenu label={label} onReject={reject} onClose={close} />}
    </div>
  );
}

interface RejectMenuProps {
  label: string;
  onReject: () => void;
  onClose: () => void;
}

function RejectMenu({ label, onReject, onClose }: RejectMenuProps) {
  const t = useTranslator();
  const menu = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useBackToClose(true, onClose);
  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!menu.current?.parentElement?.contains(target as Node)) close();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    // A menu of one item has nothing to move to, and arrow keys must not scroll the page.
    if (event.key.startsWith('Arrow')) event.preventDefault();
    // After Tab, the focus continues from the button that opened the menu.
    if (event.key === 'Tab' || event.key === 'Escape') onClose();
  };
  return (
    <div ref={menu} className={styles.menu} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
      <button type="button" className="row wide gap-8" role="menuitem" tabIndex={-1} onClick={onReject}>
        <Icon name="cross" />
        {t.text('reject')}
      </button>
    </div>
  );
}
