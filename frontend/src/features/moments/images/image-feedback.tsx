import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Typography } from 'antd';
import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog';
import { LongText } from '../../../ui/long-text';
import { focusSelectedTile } from './focus-tile';
import styles from './image-inspector.module.css';
import { useUndoResubmit, type Resubmission } from './use-image-actions';
import { refresh } from '../../../lib/live-cache';
import { imagesQuery, looksSame, replyToImage } from '../../../records/images';
import { ReplyField } from '../../../ui/reply-field';
import { ComparedImage } from '../../../ui/comparison/compared-image';
import { useCan } from '../../../records/permissions';

/** The client's feedback on a rejected image, or on the earlier version of a resubmitted one. */
export function ClientFeedback({ image }: { image: ImageView }) {
  const queryClient = useQueryClient();
  const { status, feedback, earlier } = image;
  const isAnswered = status === 'pending';
  const mayEdit = useCan('review.edit');
  const said = isAnswered ? earlier?.feedback : (status === 'rejected' && feedback) || undefined;
  if (said === undefined) return null;
  return (
    <FeedbackNote
      title={isAnswered ? 'The client said before' : 'Client feedback'}
      feedback={said}
      isAnswered={isAnswered}
    >
      {mayEdit && (
        <ReplyField
          name={image.fileName}
          reply={image.reply}
          save={(reply) => replyToImage(image.id, reply).then(() => refresh(queryClient, imagesQuery(image.momentId)))}
        />
      )}
    </FeedbackNote>
  );
}

interface FeedbackNoteProps {
  title: string;
  /** Shown next to the title. */
  action?: ReactNode;
  feedback: string;
  /** Whether the image was resubmitted since. */
  isAnswered?: boolean;
  /** Below it. */
  children?: ReactNode;
}

function FeedbackNote({ title, action, feedback, isAnswered = false, children }: FeedbackNoteProps) {
  return (
    <div className={`${styles['feedback']} ${isAnswered ? styles['answered'] : ''}`}>
      <div className={`flex between gap-8 ${isAnswered ? '' : 'rejected'} ${styles['feedbackTitle']}`}>
        <strong>{title}</strong>
        {action}
      </div>
      <LongText text={feedback} missing="" />
      {children}
    </div>
  );
}

/** Whether `now` is `before` after its resubmission, without edits since: pending, and one version higher. */
export function isResubmission(before: ImageView, now: ImageView): boolean {
  return (
    before.status === 'rejected' &&
    now.status === 'pending' &&
    now.version === before.version + 1 &&
    now.captionRevision === before.captionRevision &&
    now.addressRevision === before.addressRevision
  );
}

/**
 * Shown in place of the client's feedback right after a resubmission, with a button to undo it.
 * @param feedback the client's feedback on the rejected version
 */
export function ResubmittedNote({ image, feedback }: { image: ImageView; feedback: string }) {
  const undo = useUndoResubmit(image);
  return (
    <FeedbackNote
      title="Resubmitted"
      feedback={feedback}
      action={
        <Button
          type="link"
          size="small"
          loading={undo.isPending}
          onClick={() => undo.mutate()}
          className={styles['inlineButton']}
        >
          Undo
        </Button>
      }
    />
  );
}

interface DialogProps {
  image: ImageView;
  resubmission: Resubmission;
  onClose: () => void;
}

/** Shows the client's feedback on a rejected image, with a button to resubmit it. */
export function RejectionFeedbackDialog({ image, resubmission, onClose }: DialogProps) {
  return (
    <Dialog
      onClose={onClose}
      // Resubmitting removes the badge that opened the dialog.
      focusAfter={() => void focusSelectedTile()}
      title="Rejection Feedback"
      isLong
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button type="primary" loading={resubmission.isPending} onClick={resubmission.begin}>
            Resubmit for Approval
          </Button>
        </>
      }
    >
      <Typography.Paragraph type="secondary">{image.title || image.fileName}</Typography.Paragraph>
      <Typography.Paragraph
        // Focusable, so that long feedback can be scrolled by keyboard.
        tabIndex={0}
        className={styles['fullFeedback']}
      >
        {image.feedback || 'The client left no feedback.'}
      </Typography.Paragraph>
    </Dialog>
  );
}

/** Compares the rejected version with the current one; renders nothing if they look the same. */
export function EarlierVersion({ image }: { image: ImageView }) {
  const { earlier } = image;
  if (!earlier || looksSame(earlier, image)) return null;
  return (
    <details className={styles['fold']}>
      <summary>Earlier version</summary>
      <ComparedImage before={earlier} now={image} />
    </details>
  );
}
