import { HistoryOutlined, PlusOutlined } from '../../components/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { IMAGES_PER_MOMENT } from '@gmb-moments/backend/contract/limits';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDelete } from '../../components/confirm-delete';
import { deletionOf } from '../../lib/live';
import { toast } from '../../lib/toast';
import { GenerateCaptionsButton } from '../captions/generate-captions-button';
import type { useCaptionRun } from '../captions/use-caption-run';
import { HistoryDrawer } from '../history/history-drawer';
import { AddImagesDialog } from '../images/add-images-dialog';
import { deleteMoment, momentQuery } from './moments.api';

interface Props {
  moment: MomentView;
  images: ImageView[];
  captions: ReturnType<typeof useCaptionRun>;
}

/** The buttons that concern the moment as a whole. */
export function MomentActions({ moment, images, captions }: Props) {
  const [open, setOpen] = useState<'add' | 'history' | null>(null);
  const close = () => setOpen(null);
  const isFull = images.length >= IMAGES_PER_MOMENT;
  return (
    <>
      <GenerateCaptionsButton
        images={images}
        run={captions.run}
        isStarting={captions.start.isPending}
        onStart={() => captions.start.mutate()}
      />
      <Button
        icon={<PlusOutlined />}
        disabled={isFull}
        title={isFull ? `A package holds at most ${IMAGES_PER_MOMENT} images` : undefined}
        onClick={() => setOpen('add')}
      >
        Add More Images
      </Button>
      <Button icon={<HistoryOutlined />} onClick={() => setOpen('history')}>
        History
      </Button>
      <DeleteMoment moment={moment} />
      {open === 'add' && <AddImagesDialog momentId={moment.id} held={images.length} onClose={close} />}
      <HistoryDrawer subject={{ path: '/api/moments', id: moment.id }} open={open === 'history'} onClose={close} />
    </>
  );
}

function DeleteMoment({ moment }: { moment: MomentView }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { queryKey } = momentQuery(moment.id);
  const remove = useMutation({
    mutationKey: deletionOf(queryKey),
    mutationFn: () => deleteMoment(moment.id),
    onSuccess: () => {
      toast.success('Deleted');
      return navigate('/moments');
    },
    onError: () => {
      toast.error('Error', 'Failed to delete moment');
      // It may be gone nevertheless.
      return client.invalidateQueries({ queryKey });
    },
  });
  return (
    <ConfirmDelete
      label={`Delete ${moment.title}`}
      title="Delete this package?"
      text={`“${moment.title}” and all of its images are deleted, and its public link stops working. This cannot be undone.`}
      onConfirm={() => remove.mutateAsync()}
    >
      Delete Package
    </ConfirmDelete>
  );
}
