import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useBlocker } from 'react-router-dom';
import { Dialog, DialogButtons } from './dialog';

/**
 * Asks before unsaved work is lost: on navigation, on closing the tab, and in `confirmLeave`. Render `guard`
 * somewhere: it blocks the router and renders the dialog.
 */
export function useLeaveGuard(isDirty: () => boolean) {
  const [leave, setLeave] = useState<Leave>();
  const isLeaving = useRef(false);
  // A ref, because the router asks synchronously during navigation, before the next render.
  const leaveFreely = async (go: () => unknown) => {
    isLeaving.current = true;
    await go();
    isLeaving.current = false;
  };
  const discard = () => {
    setLeave(undefined);
    if (leave) void leaveFreely(leave.go);
  };
  return {
    confirmLeave: (go: () => void) => (isDirty() ? setLeave({ go }) : go()),
    /** Navigates without asking, for example after saving. */
    leaveFreely,
    guard: (
      <LeaveGuard
        isDirty={isDirty}
        isLeaving={isLeaving}
        isAsking={leave !== undefined}
        onDiscard={discard}
        onKeep={() => setLeave(undefined)}
      />
    ),
  };
}

interface Leave {
  go: () => void;
}

interface Props {
  isDirty: () => boolean;
  isLeaving: RefObject<boolean>;
  isAsking: boolean;
  onDiscard: () => void;
  onKeep: () => void;
}

/** A component of its own, because `useBlocker` rerenders its component twice, which would be the whole form. */
function LeaveGuard({ isDirty, isLeaving, isAsking, onDiscard, onKeep }: Props) {
  const blocker = useBlocker(() => !isLeaving.current && isDirty());
  const dirty = useEffectEvent(isDirty);
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (dirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);
  if (!isAsking && blocker.state !== 'blocked') return null;
  const discard = () => {
    onDiscard();
    blocker.proceed?.();
  };
  const keepEditing = () => {
    onKeep();
    blocker.reset?.();
  };
  return (
    <Dialog
      title="Discard unsaved changes?"
      width={416}
      // The router goes back in the history when it blocks the Back button.
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
}
