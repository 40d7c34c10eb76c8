import { IMAGES_PER_MOMENT } from '@gmb-moments/backend/contract/limits';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { ConfirmDelete } from '../../components/confirm-delete';
import { PlusIcon } from '../../components/icons';
import { PageHeader } from '../../components/page-header';
import { RelativeTime } from '../../components/relative-time';
import { StatusTag } from '../../components/status-tag';
import { deletionOf } from '../../lib/live-cache';
import { useToastMutation } from '../../lib/toast-mutation';
import { AddImagesDialog } from '../images/add-images-dialog';
import { MomentMenu } from './moment-menu';
import styles from './moment-page.module.css';
import { deleteMoment, momentQuery } from './moments.api';
import { PublicLink } from './public-link';

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
  /** The button that opens the history, where it has no other place. */
  history: ReactNode;
  /** Called to select photos, where no other button does; without it the menu does not offer it. */
  onSelectPhotos: (() => void) | undefined;
}

/** Title, state, link and what concerns the moment as a whole. */
export function MomentHeader({ moment, count, images, onGenerate, generate, history, onSelectPhotos }: Props) {
  return (
    <>
      <PageHeader
        parent={{ title: 'Moments', path: '/moments' }}
        title={moment.title}
        status={<StatusTag status={moment.status} />}
        subtitle={<Facts moment={moment} count={count} />}
        actions={
          <div className={styles['actions']}>
            <AddImages momentId={moment.id} held={count} />
            {generate}
            {history}
            <DeleteMoment moment={moment} />
            <MomentMenu moment={moment} onSelectPhotos={onSelectPhotos} />
          </div>
        }
      />
      <PublicLink moment={moment} images={images} onGenerate={onGenerate} />
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

function DeleteMoment({ moment: { id, title } }: { moment: MomentView }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { queryKey } = momentQuery(id);
  const remove = useToastMutation({
    mutationKey: deletionOf(queryKey),
    mutationFn: () => deleteMoment(id),
    success: ['Deleted'],
    failure: 'Failed to delete moment',
    onSuccess: () => navigate('/moments'),
    // It may be deleted although the request failed, for example when the response was lost.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <ConfirmDelete
      label={`Delete ${title}`}
      title="Delete this package?"
      text={`“${title}” and all of its images are deleted, and its public link stops working. This cannot be undone.`}
      onConfirm={() => remove.mutateAsync()}
    >
      Delete Package
    </ConfirmDelete>
  );
}
