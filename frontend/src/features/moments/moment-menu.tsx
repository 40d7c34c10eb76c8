import { Button, Dropdown, type MenuProps } from 'antd';
import { useState, type RefObject } from 'react';
import { CopyIcon, DeliverIcon, EditIcon, EllipsisIcon, ReplaceIcon, SendIcon, ShieldCheckIcon } from '../../ui/icons';
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

export type MenuEntries = NonNullable<MenuProps['items']>;

interface Props {
  /** The button that opens the menu. */
  button: RefObject<HTMLButtonElement | null>;
  /** Entries for what has no button of its own on the page. */
  before?: MenuEntries;
  after?: MenuEntries;
}

/** A menu that opens takes the focus, so that the arrow keys move in it. */
const FOCUS_ENTRIES = { autoFocus: true };

/** The actions on a moment that are needed now and then. */
export function MomentMenu({ button, before = [], after = [] }: Props) {
  const moment = useMoment();
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState<DialogName | null>(null);
  const Dialog = opened && DIALOGS[opened].Dialog;
  const dialogs = useDialogs();
  const share = useMomentShare();
  const names = (Object.keys(DIALOGS) as DialogName[]).filter((key) => key !== 'certificates' || moment.delivered);
  const entries = [
    { key: 'share', label: 'Share', icon: <SendIcon />, onClick: () => dialogs.share(share) },
    {
      key: 'deliver',
      label: 'Deliver',
      icon: <DeliverIcon />,
      onClick: () => dialogs.deliver({ source: deliveryOfMoment(moment) }),
    },
    ...names.map((key) => ({ key, label: DIALOGS[key].label, icon: DIALOGS[key].icon, onClick: () => setOpened(key) })),
  ];
  return (
    <>
      <Dropdown
        open={isOpen}
        onOpenChange={setOpen}
        trigger={['click']}
        placement="bottomRight"
        {...FOCUS_ENTRIES}
        menu={{
          items: [...before, ...entries, ...after],
          // A dialog gives the focus back to what had it, and the entry is gone by then.
          onClick: () => button.current?.focus(),
        }}
      >
        <Button
          ref={button}
          icon={<EllipsisIcon />}
          aria-label="More actions"
          aria-haspopup="menu"
          aria-expanded={isOpen}
        />
      </Dropdown>
      {Dialog && <Dialog moment={moment} onClose={() => setOpened(null)} />}
    </>
  );
}
