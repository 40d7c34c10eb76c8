import { useState, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { chunkQuery, useLoadChunk } from '../lib/chunk';
import { DialogsContext, type Dialogs } from '../records/dialogs';

type Options<Name extends keyof Dialogs> = Parameters<Dialogs[Name]>[0];

type Draw<Name extends keyof Dialogs> = (props: Options<Name> & { onClose: () => void }) => ReactElement;

/** Loads what draws each dialog. */
const CODE: { [Name in keyof Dialogs]: () => Promise<Draw<Name>> } = {
  share: async () => draw((await import('../features/sharing/share-dialog')).ShareDialog),
  sharing: async () => draw((await import('../features/sharing/sharing-pane')).SharingSheet),
  dueDay: async () => draw((await import('../features/sharing/due-dialog')).DueDialog),
  deliver: async () => draw((await import('../features/deliveries/deliver-dialog')).DeliverDialog),
  history: async () => draw((await import('../features/history/history-drawer')).HistoryDrawer),
};

function draw<Props extends object>(Dialog: ComponentType<Props>): (props: Props) => ReactElement {
  return (props) => <Dialog {...props} />;
}

/** Draws the dialogs that the pages below open. What one is about may leave the page while it is open; another page closes it. */
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
    function open<Name extends keyof Dialogs>(name: Name, options: Options<Name>) {
      load(chunkQuery(name, CODE[name]), (drawn) => setDialog(drawn({ ...options, onClose })));
    }
    return {
      share: (options) => open('share', options),
      sharing: (options) => open('sharing', options),
      dueDay: (options) => open('dueDay', options),
      deliver: (options) => open('deliver', options),
      history: (options) => open('history', options),
    };
  });
  return (
    <DialogsContext value={dialogs}>
      {children}
      {dialog}
    </DialogsContext>
  );
}
