import { Modal } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { useBackToClose } from './back-to-close';

/**
 * Asks before work that is not saved is lost: by leaving the page, closing the tab, or through `confirmLeave`.
 * Render `guard` somewhere: it is the dialog that asks.
 */
export function useLeaveGuard(isDirty: () => boolean) {
  const [leave, setLeave] = useState<{ go: () => void }>();
  const origin = useRef<Element>(null);
  const isHeldBack = () => {
    if (!isDirty()) return false;
    origin.current = document.activeElement;
    return true;
  };
  const blocker = useBlocker(isHeldBack);
  const dirty = useEffectEvent(isDirty);
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (dirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);

  const discard = () => {
    setLeave(undefined);
    leave?.go();
    blocker.proceed?.();
  };
  const keepEditing = () => {
    setLeave(undefined);
    blocker.reset?.();
  };
  const isAsking = leave !== undefined || blocker.state === 'blocked';
  // The router may be about to step back from where Back led.
  useBackToClose(isAsking, keepEditing, 'shared');
  useEffect(() => {
    if (!isAsking) return undefined;
    return () => {
      if (origin.current instanceof HTMLElement) origin.current.focus({ preventScroll: true });
    };
  }, [isAsking]);
  const guard = isAsking && (
    <Modal
      open
      title="Discard unsaved changes?"
      okText="Discard"
      okButtonProps={{ danger: true }}
      cancelText="Keep editing"
      cancelButtonProps={{ autoFocus: true }}
      onOk={discard}
      onCancel={keepEditing}
      width={416}
      zIndex={1100}
    >
      What you entered here is not saved yet and would be lost.
    </Modal>
  );
  const confirmLeave = (go: () => void) => (isHeldBack() ? setLeave({ go }) : go());
  return { confirmLeave, guard };
}
