import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { Dialog, DialogButtons } from './dialog';

/**
 * Asks before work that is not saved is lost: by leaving the page, closing the tab, or through `confirmLeave`.
 * Render `guard` somewhere: it is the dialog that asks.
 */
export function useLeaveGuard(isDirty: () => boolean) {
  const [leave, setLeave] = useState<{ go: () => void }>();
  const isLeaving = useRef(false);
  const blocker = useBlocker(() => !isLeaving.current && isDirty());
  const dirty = useEffectEvent(isDirty);
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (dirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);

  // A ref, since the router asks in the call that navigates, before the next render.
  const leaveFreely = async (go: () => unknown) => {
    isLeaving.current = true;
    await go();
    isLeaving.current = false;
  };
  const discard = () => {
    setLeave(undefined);
    if (leave) void leaveFreely(leave.go);
    blocker.proceed?.();
  };
  const keepEditing = () => {
    setLeave(undefined);
    blocker.reset?.();
  };
  const isAsking = leave !== undefined || blocker.state === 'blocked';
  const guard = isAsking && (
    <Dialog
      title="Discard unsaved changes?"
      width={416}
      // The router may be about to step back from where Back led.
      historyEntry="shared"
      onClose={keepEditing}
      footer={
        <DialogButtons
          submitText="Discard"
          isDanger
          onSubmit={discard}
          cancelText="Keep editing"
          onCancel={keepEditing}
        />
      }
    >
      What you entered here is not saved yet and would be lost.
    </Dialog>
  );
  const confirmLeave = (go: () => void) => (isDirty() ? setLeave({ go }) : go());
  return {
    confirmLeave,
    /** Navigates without asking: after the deletion of what is edited, or after saving it. */
    leaveFreely,
    guard,
  };
}
