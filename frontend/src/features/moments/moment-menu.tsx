import { Button, Dropdown, type MenuProps } from 'antd';
import { useState, type RefObject } from 'react';
import { CopyIcon, DeliverIcon, EditIcon, EllipsisIcon, ReplaceIcon, SendIcon, ShieldCheckIcon } from '../../ui/icons';
import { CertificatesDialog } from './certificates-dialog';
import { DeliverMomentDialog, DuplicateMomentDialog, MoveMomentDialog, RenameMomentDialog } from './moment-dialogs';
import { MomentShareDialog } from './moment-sharing';
import { useMoment } from './use-page';

const ACTIONS = {
  share: { label: 'Share', icon: <SendIcon />, Dialog: MomentShareDialog },
  deliver: { label: 'Deliver', icon: <DeliverIcon />, Dialog: DeliverMomentDialog },
  rename: { label: 'Rename', icon: <EditIcon />, Dialog: RenameMomentDialog },
  move: { label: 'Move to another client', icon: <ReplaceIcon />, Dialog: MoveMomentDialog },
  duplicate: { label: 'Duplicate', icon: <CopyIcon />, Dialog: DuplicateMomentDialog },
  certificates: { label: 'Certificates', icon: <ShieldCheckIcon />, Dialog: CertificatesDialog },
};
type Action = keyof typeof ACTIONS;

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
  const [action, setAction] = useState<Action | null>(null);
  const ActionDialog = action && ACTIONS[action].Dialog;
  const actions = (Object.keys(ACTIONS) as Action[]).filter((key) => key !== 'certificates' || moment.delivered);
  const entries = actions.map((key) => {
    const { label, icon } = ACTIONS[key];
    return { key, label, icon, onClick: () => setAction(key) };
  });
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
      {ActionDialog && <ActionDialog moment={moment} onClose={() => setAction(null)} />}
    </>
  );
}
