import { Alert, Card, Flex, Spin, Typography } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { memo, useState } from 'react';
import { useHintTiming } from '../../components/hint';
import { StatusTag } from '../../components/status-tag';
import { TechnicalDetails } from '../../components/technical-details';
import { AddressField } from './address-field';
import { ImageButtons } from './image-buttons';
import { ClientFeedback, ImageCaption } from './image-caption';
import { isResubmission, Resubmitted } from './resubmitted';
import { ImageEditDialog } from './image-edit-dialog';
import { ImagePreview } from './image-preview';
import { ImageThumbnail } from './image-thumbnail';
import { RejectionFeedbackDialog } from './rejection-feedback-dialog';
import { useImageActions, type ImageActions } from './use-image-actions';

interface Props {
  image: ImageView;
  /** Place within the moment, from 1. */
  number: number;
  /** Only stays where it is until the status filter is left, which it no longer matches. */
  isLeft: boolean;
  /** The image as it was before it was resubmitted; kept until the status filter is left. */
  rejected: ImageView | undefined;
  onResubmit: (image: ImageView) => void;
  /** What the AI is doing for this image; `''` for nothing. */
  work: string;
  /** A sentence on why the AI could not caption it; `''` when it could, or was not asked. */
  captionProblem: string;
  /** The technical reason of that; `''` when there is none. */
  captionDetail: string;
  onRegenerate: (imageId: string) => void;
}

type Dialog = 'preview' | 'edit' | 'feedback' | null;

/** One image with its caption, its state and all that staff do to it. Of 30 cards, an event draws one anew. */
export const ImageCard = memo(function ImageCard(props: Props) {
  const { image, number, isLeft, work, captionProblem, captionDetail, onRegenerate } = props;
  const actions = useImageActions(image, props.onResubmit);
  const [dialog, setDialog] = useState<Dialog>(null);
  const busy = actions.replacement.isPending ? `Replacing… ${actions.replacement.percent}%` : work;
  const problem = actions.problem || captionProblem;
  const resubmitted = props.rejected && isResubmission(props.rejected, image) ? props.rejected : null;
  return (
    <article aria-label={`Image ${number}`} aria-busy={busy !== ''} style={FAR_AWAY}>
      <Card
        styles={{ root: { height: '100%', display: 'flex', flexDirection: 'column', overflow: 'hidden' }, body: BODY }}
        cover={
          <div style={{ position: 'relative' }}>
            <Spin spinning={busy !== ''} description={busy}>
              <ImageThumbnail image={image} onOpen={() => setDialog('preview')} />
            </Spin>
            {isLeft && !resubmitted && <LeftMark image={image} />}
          </div>
        }
      >
        <StateLine image={image} number={number} onFeedback={() => setDialog('feedback')} />
        {resubmitted ? (
          <Resubmitted feedback={resubmitted.feedback} undo={actions.undoResubmit} />
        ) : (
          <ClientFeedback image={image} />
        )}
        <ImageCaption image={image} />
        <AddressField image={image} saveAddress={actions.saveAddress} />
        {problem && <Problem text={problem} detail={actions.problem ? '' : captionDetail} />}
        <ImageButtons
          image={image}
          actions={actions}
          isBusy={busy !== ''}
          isResubmitted={resubmitted !== null}
          onEdit={() => {
            actions.update.reset();
            setDialog('edit');
          }}
          onRegenerate={() => onRegenerate(image.id)}
        />
        <Dialogs image={image} actions={actions} dialog={dialog} onClose={() => setDialog(null)} />
      </Card>
    </article>
  );
});

function Problem({ text, detail }: { text: string; detail: string }) {
  const title = (
    <>
      {text}
      <TechnicalDetails text={detail} />
    </>
  );
  return <Alert type="error" showIcon title={title} />;
}

// Cards that are scrolled out of sight take no part in the layout.
const FAR_AWAY = { contentVisibility: 'auto', containIntrinsicHeight: 'auto 720px' } as const;
const BODY = { display: 'flex', flexDirection: 'column', gap: 12, flex: 1, padding: 16 } as const;

const STATUS_LABELS = { pending: 'Pending Approval', approved: 'Approved', rejected: 'Rejected' };

function StateLine({ image, number, onFeedback }: { image: ImageView; number: number; onFeedback: () => void }) {
  const timing = useHintTiming();
  return (
    <Flex justify="space-between" align="center" gap="small">
      <Typography.Text type="secondary" ellipsis={{ tooltip: { title: image.fileName, ...timing } }}>
        #{number} · {image.fileName}
      </Typography.Text>
      <StatusTag
        status={image.status}
        label={STATUS_LABELS[image.status]}
        onClick={image.status === 'rejected' ? onFeedback : undefined}
      />
    </Flex>
  );
}

/** Says what became of an image that no longer belongs to those shown, without taking any room. */
function LeftMark({ image }: { image: ImageView }) {
  return (
    <div style={{ position: 'absolute', top: 8, insetInlineStart: 8, pointerEvents: 'none' }}>
      <StatusTag status={image.status} label={`Now ${STATUS_LABELS[image.status].toLowerCase()}`} />
    </div>
  );
}

interface DialogsProps {
  image: ImageView;
  actions: ImageActions;
  dialog: Dialog;
  onClose: () => void;
}

function Dialogs({ image, actions, dialog, onClose }: DialogsProps) {
  return (
    <>
      <ImagePreview image={image} open={dialog === 'preview'} onClose={onClose} />
      <RejectionFeedbackDialog
        image={image}
        resubmit={actions.resubmit}
        open={dialog === 'feedback'}
        onClose={onClose}
      />
      {dialog === 'edit' && <ImageEditDialog image={image} update={actions.update} onClose={onClose} />}
    </>
  );
}
