import { useState, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { chunkQuery, useLoadChunk } from '../lib/chunk';
import { DialogsContext, type Dialogs } from '../records/dialogs';

type Props<Name extends keyof Dialogs> = Parameters<Dialogs[Name]>[0];

type Draw<Name extends keyof Dialogs> = (props: Props<Name> & { onClose: () => void }) => ReactElement;

/** Loads the component of each dialog. */
const CODE: { [Name in keyof Dialogs]: () => Promise<Draw<Name>> } = {
  share: async () => draw((await import('../features/sharing/share-dialog')).ShareDialog),
  sharing: async () => draw((await import('../features/sharing/sharing-pane')).SharingSheet),
  dueDay: async () => draw((await import('../features/sharing/due-dialog')).DueDialog),
  deliver: async () => draw((await import('../features/deliveries/deliver-dialog')).DeliverDialog),
  history: async () => draw((await import('../features/history/history-drawer')).HistoryDrawer),
};

function draw<Given extends object>(Dialog: ComponentType<Given>): (props: Given) => ReactElement {
  return (props) => <Dialog {...props} />;
}

/** Renders the dialogs that pages open with `useDialogs`. A dialog closes when another page opens. */
export function DialogHost({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const load = useLoadChunk();
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const [shownAt, setShownAt] = useState(address);
  if (shownAt !== address) {
    setShownAt(address);
    setDialog(null);
  }
  const [dialogs] = useState<Dialogs>(() => {
    const onClose = () => setDialog(null);
    function open<Name extends keyof Dialogs>(name: Name, props: Props<Name>) {
      const page = window.location.href;
      load(chunkQuery(name, CODE[name]), (drawn) => {
        // Another page may have been opened while the code was loading.
        if (window.location.href === page) setDialog(drawn({ ...props, onClose }));
      });
    }
    return {
      share: (props) => open('share', props),
      sharing: (props) => open('sharing', props),
      dueDay: (props) => open('dueDay', props),
      deliver: (props) => open('deliver', props),
      history: (props) => open('history', props),
    };
  });
  return (
    <DialogsContext value={dialogs}>
      {children}
      {dialog}
    </DialogsContext>
  );
}
