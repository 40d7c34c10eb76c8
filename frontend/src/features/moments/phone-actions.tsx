import { IMAGES_PER_MOMENT } from '@gmb-moments/backend/contract/limits';
import { useRef, useState } from 'react';
import { DeleteDialog } from '../../ui/confirm-delete';
import { CopyButton } from '../../ui/copy-button';
import { ExternalLinkIcon, HistoryIcon, LinkIcon, PlusIcon, SelectIcon, TrashIcon } from '../../ui/icons';
import { useDialogs } from '../../records/dialogs';
import { useGenerateEntry } from './captions/generate-captions-button';
import { AddImagesDialog } from './images/add-images-dialog';
import type { MenuEntry } from '../../ui/menu-button';
import { MomentMenu } from './moment-menu';
import styles from './moment-page.module.css';
import { usePublicLink } from './public-link';
import { useMomentDeletion } from './use-moment-deletion';
import { useImageCount, useImages, useMoment, useNextStep, usePage } from './use-page';
import { useMay } from '../../records/permissions';

/** The actions of a moment's page on a phone: a button that copies the link, and a menu with everything else. */
export function PhoneActions() {
  const { applySelection } = usePage();
  const moment = useMoment();
  const count = useImageCount();
  const hasImages = useImages().length > 0;
  const next = useNextStep();
  const generate = useGenerateEntry();
  const { history } = useDialogs();
  const may = useMay();
  const button = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState<'add' | 'delete' | null>(null);
  const { copy, open, isClosed, isDisabled } = usePublicLink();
  const close = () => setDialog(null);
  const add: MenuEntry = {
    label: 'Add More Images',
    icon: <PlusIcon />,
    isDisabled: count >= IMAGES_PER_MOMENT,
    onClick: () => setDialog('add'),
  };
  const before: MenuEntry[] = [
    ...(may('review.share') ? [{ label: 'Open', icon: <ExternalLinkIcon />, isDisabled, onClick: open }] : []),
    ...(may('review.edit') ? [add] : []),
    ...(next === 'generate' || !may('review.generate') ? [] : [generate]),
    ...(hasImages && may('review.edit')
      ? [{ label: 'Select photos', icon: <SelectIcon />, onClick: () => applySelection({ type: 'start' }) }]
      : []),
    {
      label: 'History',
      icon: <HistoryIcon />,
      onClick: () => history({ review: { path: 'moments', id: moment.id } }),
    },
  ];
  const remove = { label: 'Delete Package', icon: <TrashIcon />, isDanger: true, onClick: () => setDialog('delete') };
  const after: MenuEntry[] = may('review.delete') ? [remove] : [];
  return (
    <div className={`flex gap-8 ${styles['phoneActions']}`}>
      {may('review.share') && (
        <CopyButton
          {...copy}
          copyIcon={<LinkIcon />}
          aria-label="Copy"
          title={isClosed ? 'The open link is closed' : 'Copy'}
        >
          {null}
        </CopyButton>
      )}
      <MomentMenu button={button} before={before} after={after} />
      {dialog === 'add' && <AddImagesDialog momentId={moment.id} imageCount={count} onClose={close} />}
      <DeleteDialog {...useMomentDeletion(moment)} open={dialog === 'delete'} opener={button} onClose={close} />
    </div>
  );
}
