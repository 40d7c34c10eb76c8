import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { Button, Dropdown } from 'antd';
import { useRef, useState } from 'react';
import { CopyIcon, EditIcon, EllipsisIcon, ReplaceIcon, SelectIcon } from '../../components/icons';
import { DuplicateMomentDialog } from './duplicate-moment-dialog';
import { MoveMomentDialog } from './move-moment-dialog';
import { RenameMomentDialog } from './rename-moment-dialog';

const DIALOGS = { rename: RenameMomentDialog, move: MoveMomentDialog, duplicate: DuplicateMomentDialog };

const ITEMS = [
  { key: 'rename', label: 'Rename', icon: <EditIcon /> },
  { key: 'move', label: 'Move to another client', icon: <ReplaceIcon /> },
  { key: 'duplicate', label: 'Duplicate', icon: <CopyIcon /> },
];

const SELECT = { key: 'select', label: 'Select photos', icon: <SelectIcon /> };

interface Props {
  moment: MomentView;
  /** Called to select photos, where it is offered. */
  onSelectPhotos: (() => void) | undefined;
}

/** A menu that opens takes the focus, so that the arrow keys move in it. */
const FOCUS_ENTRIES = { autoFocus: true };

/** The actions on a moment that are needed now and then. */
export function MomentMenu({ moment, onSelectPhotos }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const OpenDialog = dialog && DIALOGS[dialog];

  const choose = (key: string) => {
    setOpen(false);
    // The dialog gives the focus back to what had it, and the entry is gone by then.
    button.current?.focus();
    if (key === SELECT.key) onSelectPhotos?.();
    else setDialog(key as keyof typeof DIALOGS);
  };
  return (
    <>
      <Dropdown
        open={isOpen}
        onOpenChange={setOpen}
        trigger={['click']}
        placement="bottomRight"
        {...FOCUS_ENTRIES}
        menu={{ items: onSelectPhotos ? [SELECT, ...ITEMS] : ITEMS, onClick: ({ key }) => choose(key) }}
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
