import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useBlocker } from 'react-router-dom';
import { Dialog, DialogButtons } from './dialog';

/**
 * Asks before work that is not saved is lost: by leaving the page, closing the tab, or through `confirmLeave`.
 * Render `guard` somewhere: it asks the router and people.
 */
export function useLeaveGuard(isDirty: () => boolean) {
  const [leave, setLeave] = useState<Leave>();
  const isLeaving = useRef(false);
  // A ref, since the router asks in the call that navigates, before the next render.
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
    /** Navigates without asking: after the deletion of what is edited, or after saving it. */
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

/** A component of its own: the router has what blocks it drawn twice, which would be a whole dialog with its fields. */
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
}
