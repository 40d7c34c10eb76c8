import { useState, type RefObject } from 'react';
import { CopyIcon, DeliverIcon, EditIcon, ReplaceIcon, SendIcon, ShieldCheckIcon } from '../../ui/icons';
import { MenuButton, type MenuEntry } from '../../ui/menu-button';
import { deliveryOfMoment } from '../../records/deliveries';
import { useDialogs } from '../../records/dialogs';
import { CertificatesDialog } from './certificates-dialog';
import { DuplicateMomentDialog, MoveMomentDialog, RenameMomentDialog } from './moment-dialogs';
import { useMomentShare } from './use-moment-share';
import { useMoment } from './use-page';
import { useMay } from '../../records/permissions';

const DIALOGS = {
  rename: { needs: 'review.edit', label: 'Rename', icon: <EditIcon />, Dialog: RenameMomentDialog },
  move: { needs: 'review.edit', label: 'Move to another client', icon: <ReplaceIcon />, Dialog: MoveMomentDialog },
  duplicate: { needs: 'review.edit', label: 'Duplicate', icon: <CopyIcon />, Dialog: DuplicateMomentDialog },
  certificates: { needs: 'review.read', label: 'Certificates', icon: <ShieldCheckIcon />, Dialog: CertificatesDialog },
} as const;
type DialogName = keyof typeof DIALOGS;

interface Props {
  /** The button that opens the menu. */
  button: RefObject<HTMLButtonElement | null>;
  /** Entries for actions that have no button on the page. */
  before?: MenuEntry[];
  after?: MenuEntry[];
}

/** The menu of rarely used actions on a moment. */
export function MomentMenu({ button, before = [], after = [] }: Props) {
  const moment = useMoment();
  const [opened, setOpened] = useState<DialogName | null>(null);
  const Dialog = opened && DIALOGS[opened].Dialog;
  const dialogs = useDialogs();
  const share = useMomentShare();
  const may = useMay();
  const names = (Object.keys(DIALOGS) as DialogName[]).filter(
    (key) => may(DIALOGS[key].needs) && (key !== 'certificates' || moment.delivered),
  );
  const deliver = () => dialogs.deliver({ source: deliveryOfMoment(moment) });
  const entries: MenuEntry[] = [
    ...(may('review.share') ? [{ label: 'Share', icon: <SendIcon />, onClick: () => dialogs.share(share) }] : []),
    ...(may('review.deliver') ? [{ label: 'Deliver', icon: <DeliverIcon />, onClick: deliver }] : []),
    ...names.map((key) => ({ label: DIALOGS[key].label, icon: DIALOGS[key].icon, onClick: () => setOpened(key) })),
  ];
  const all = [...before, ...entries, ...after];
  return (
    <>
      {all.length > 0 && <MenuButton label="More actions" button={button} entries={all} />}
      {Dialog && <Dialog moment={moment} onClose={() => setOpened(null)} />}
    </>
  );
}
