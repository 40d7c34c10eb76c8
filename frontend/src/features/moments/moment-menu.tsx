import { useState, type RefObject } from 'react';
import { CopyIcon, DeliverIcon, EditIcon, ReplaceIcon, SendIcon, ShieldCheckIcon } from '../../ui/icons';
import { MenuButton, type MenuEntry } from '../../ui/menu-button';
import { deliveryOfMoment } from '../../records/deliveries';
import { useDialogs } from '../../records/dialogs';
import { CertificatesDialog } from './certificates-dialog';
import { DuplicateMomentDialog, MoveMomentDialog, RenameMomentDialog } from './moment-dialogs';
import { useMomentShare } from './use-moment-share';
import { useMoment } from './use-page';

const DIALOGS = {
  rename: { label: 'Rename', icon: <EditIcon />, Dialog: RenameMomentDialog },
  move: { label: 'Move to another client', icon: <ReplaceIcon />, Dialog: MoveMomentDialog },
  duplicate: { label: 'Duplicate', icon: <CopyIcon />, Dialog: DuplicateMomentDialog },
  certificates: { label: 'Certificates', icon: <ShieldCheckIcon />, Dialog: CertificatesDialog },
};
type DialogName = keyof typeof DIALOGS;

interface Props {
  /** The button that opens the menu. */
  button: RefObject<HTMLButtonElement | null>;
  /** Entries for what has no button of its own on the page. */
  before?: MenuEntry[];
  after?: MenuEntry[];
}

/** The actions on a moment that are needed now and then. */
export function MomentMenu({ button, before = [], after = [] }: Props) {
  const moment = useMoment();
  const [opened, setOpened] = useState<DialogName | null>(null);
  const Dialog = opened && DIALOGS[opened].Dialog;
  const dialogs = useDialogs();
  const share = useMomentShare();
  const names = (Object.keys(DIALOGS) as DialogName[]).filter((key) => key !== 'certificates' || moment.delivered);
  const entries: MenuEntry[] = [
    { label: 'Share', icon: <SendIcon />, onClick: () => dialogs.share(share) },
    {
      label: 'Deliver',
      icon: <DeliverIcon />,
      onClick: () => dialogs.deliver({ source: deliveryOfMoment(moment) }),
    },
    ...names.map((key) => ({ label: DIALOGS[key].label, icon: DIALOGS[key].icon, onClick: () => setOpened(key) })),
  ];
  return (
    <>
      <MenuButton label="More actions" button={button} entries={[...before, ...entries, ...after]} />
      {Dialog && <Dialog moment={moment} onClose={() => setOpened(null)} />}
    </>
  );
}
