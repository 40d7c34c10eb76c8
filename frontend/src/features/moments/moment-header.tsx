import { IMAGES_PER_MOMENT } from '@gmb-moments/backend/contract/limits';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { PlusIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RelativeTime } from '../../ui/relative-time';
import { StatusTag } from '../../ui/status-tag';
import { useIsMobile } from '../../lib/media';
import { AddImagesDialog } from './images/add-images-dialog';
import { MomentMenu, type MenuEntry } from './moment-menu';
import styles from './moment-page.module.css';
import { PhoneActions } from './phone-actions';
import { PublicLink, usePublicLink } from './public-link';
import { useMomentDeletion } from './use-moment-deletion';

interface Props {
  moment: MomentView;
  /** How many there are, also before they are loaded. */
  count: number;
  /** Those that are loaded. */
  images: ImageView[];
  /** Starts generating the captions that are missing. */
  onGenerate: () => void;
  /** The button that generates captions, where that is not the next step. */
  generate: ReactNode;
  /** The same as an entry of the menu. */
  generateEntry: MenuEntry | undefined;
  /** Called by the menu to select photos, where no other button does. */
  onSelectPhotos: () => void;
}

/** Title, state, link and what concerns the moment as a whole. */
export function MomentHeader(props: Props) {
  const { moment, count } = props;
  const isMobile = useIsMobile();
  const add = <AddImages momentId={moment.id} held={count} />;
  return (
    <>
      <PageHeader
        parent={{ title: 'Moments', path: '/moments' }}
        title={moment.title}
        status={<StatusTag status={moment.status} />}
        subtitle={<Facts moment={moment} count={count} />}
        actions={
          isMobile ? (
            <PhoneActions {...props} generate={props.generateEntry} />
          ) : (
            <WideActions moment={moment} add={add} generate={props.generate} />
          )
        }
      />
      {isMobile ? count === 0 && add : <LinkLine {...props} />}
    </>
  );
}

function WideActions({ moment, add, generate }: { moment: MomentView; add: ReactNode; generate: ReactNode }) {
  const menu = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles['actions']}>
      {add}
      {generate}
      <DeleteMoment moment={moment} />
      <MomentMenu moment={moment} button={menu} />
    </div>
  );
}

function LinkLine({ moment, images, onGenerate }: Pick<Props, 'moment' | 'images' | 'onGenerate'>) {
  const link = usePublicLink(moment, images, onGenerate);
  return (
    <>
      <PublicLink {...link} />
      {link.question}
    </>
  );
}

function Facts({ moment, count }: { moment: MomentView; count: number }) {
  return (
    <>
      <Link to={`/clients/${moment.clientId}`}>
        <bdi>{moment.client.business}</bdi>
      </Link>
      {` · ${count === 1 ? '1 photo' : `${count} photos`} · `}
      {moment.sharedAt ? (
        <span>
          Shared <RelativeTime date={moment.sharedAt} />
        </span>
      ) : (
        <span>Not shared yet</span>
      )}
    </>
  );
}

function AddImages({ momentId, held }: { momentId: string; held: number }) {
  const [isOpen, setOpen] = useState(false);
  const isFull = held >= IMAGES_PER_MOMENT;
  return (
    <>
      <Button
        type={held === 0 ? 'primary' : 'default'}
        icon={<PlusIcon />}
        disabled={isFull}
        title={isFull ? `A package holds at most ${IMAGES_PER_MOMENT} images` : undefined}
        onClick={() => setOpen(true)}
      >
        Add More Images
      </Button>
      {isOpen && <AddImagesDialog momentId={momentId} held={held} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeleteMoment({ moment }: { moment: MomentView }) {
  return (
    <ConfirmDelete label={`Delete ${moment.title}`} {...useMomentDeletion(moment)}>
      Delete Package
    </ConfirmDelete>
  );
}
