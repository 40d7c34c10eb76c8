import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { Button, Dropdown } from 'antd';
import { useState, type ReactNode, type RefObject } from 'react';
import { CopyIcon, DeliverIcon, EditIcon, EllipsisIcon, ReplaceIcon, SendIcon, ShieldCheckIcon } from '../../ui/icons';
import { CertificatesDialog } from './certificates-dialog';
import { DeliverMomentDialog } from './deliver-moment-dialog';
import { DuplicateMomentDialog } from './duplicate-moment-dialog';
import { MomentShareDialog } from './moment-share-dialog';
import { MoveMomentDialog } from './move-moment-dialog';
import { RenameMomentDialog } from './rename-moment-dialog';

const DIALOGS = {
  share: MomentShareDialog,
  deliver: DeliverMomentDialog,
  rename: RenameMomentDialog,
  move: MoveMomentDialog,
  duplicate: DuplicateMomentDialog,
  certificates: CertificatesDialog,
};

const ITEMS = [
  { key: 'share', label: 'Share', icon: <SendIcon /> },
  { key: 'deliver', label: 'Deliver', icon: <DeliverIcon /> },
  { key: 'rename', label: 'Rename', icon: <EditIcon /> },
  { key: 'move', label: 'Move to another client', icon: <ReplaceIcon /> },
  { key: 'duplicate', label: 'Duplicate', icon: <CopyIcon /> },
];

const CERTIFICATES = { key: 'certificates', label: 'Certificates', icon: <ShieldCheckIcon /> };

/** An entry for what has no button of its own on the page. */
export interface MenuEntry {
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  /** Drawn in red, and last. */
  danger?: boolean;
  title?: string | undefined;
  onChoose: () => void;
}

interface Props {
  moment: MomentView;
  /** The button that opens the menu. */
  button: RefObject<HTMLButtonElement | null>;
  more?: MenuEntry[];
}

/** A menu that opens takes the focus, so that the arrow keys move in it. */
const FOCUS_ENTRIES = { autoFocus: true };

/** The actions on a moment that are needed now and then. */
export function MomentMenu({ moment, button, more = [] }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | null>(null);
  const OpenDialog = dialog && DIALOGS[dialog];

  const choose = (key: string) => {
    setOpen(false);
    // The dialog gives the focus back to what had it, and the entry is gone by then.
    button.current?.focus();
    const entry = more.find(({ label }) => label === key);
    if (entry) entry.onChoose();
    else setDialog(key as keyof typeof DIALOGS);
  };
  const added = more.map(({ label, icon, disabled = false, danger = false, title }) => {
    return { key: label, label, icon, disabled, danger, title };
  });
  const items = [
    ...added.filter(({ danger }) => !danger),
    ...ITEMS,
    ...(moment.delivered ? [CERTIFICATES] : []),
    ...added.filter(({ danger }) => danger),
  ];
  return (
    <>
      <Dropdown
        open={isOpen}
        onOpenChange={setOpen}
        trigger={['click']}
        placement="bottomRight"
        {...FOCUS_ENTRIES}
        menu={{ items, onClick: ({ key }) => choose(key) }}
      >
        <Button
          ref={button}
          icon={<EllipsisIcon />}
          aria-label="More actions"
          aria-haspopup="menu"
          aria-expanded={isOpen}
        />
      </Dropdown>
      {OpenDialog && <OpenDialog moment={moment} onClose={() => setDialog(null)} />}
    </>
  );
}
