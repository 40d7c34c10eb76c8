import { CAPTION_FIELDS } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Button, Flex, Typography } from 'antd';
import { Dialog, DialogButtons } from '../../../ui/dialog';
import { LongText } from '../../../ui/long-text';
import { useState } from 'react';
import type { Captions, RegenerateOptions } from './use-captions';

interface Props {
  /** The images to be captioned again, some of them written by staff. */
  images: ImageView[];
  /** Place within the moment, from 1. */
  numberOf: (image: ImageView) => number;
  onRegenerate: (images: ImageView[]) => void;
  onClose: () => void;
}

/** Confirms before captions written by staff are overwritten, and shows them. Mount it to open it. */
function HandwrittenDialog({ images, numberOf, onRegenerate, onClose }: Props) {
  const byHand = images.filter(({ captionByHand }) => captionByHand);
  const others = images.filter((image) => !byHand.includes(image));
  const closeAndRegenerate = (some: ImageView[]) => {
    onClose();
    onRegenerate(some);
  };
  return (
    <Dialog
      title={
        byHand.length === 1
          ? 'Replace a caption written by hand?'
          : `Replace ${byHand.length} captions written by hand?`
      }
      onClose={onClose}
      isLong
      footer={
        <>
          {others.length > 0 && (
            <Button onClick={() => closeAndRegenerate(others)}>Only the other {others.length}</Button>
          )}
          <DialogButtons
            submitText="Regenerate"
            isDanger
            onSubmit={() => closeAndRegenerate(images)}
            onCancel={onClose}
          />
        </>
      }
    >
      <Flex vertical gap={12}>
        <Typography.Text type="secondary">
          {byHand.length === 1 ? 'Staff wrote this text. The' : 'Staff wrote these texts. The'} history keeps it, with
          Restore.
        </Typography.Text>
        {byHand.map((image) => (
          <HandwrittenText key={image.id} image={image} number={numberOf(image)} />
        ))}
      </Flex>
    </Dialog>
  );
}

/** A caption, to be read before it is replaced. */
export function HandwrittenText({ image, number }: { image: ImageView; number?: number }) {
  const { title } = image;
  const rest = CAPTION_FIELDS.filter((name) => name !== 'title').map((name) => image[name]);
  return (
    <div>
      <strong dir="auto">
        {number !== undefined && `#${number} `}
        {title || 'No title'}
      </strong>
      <LongText text={rest.filter(Boolean).join('\n')} missing="" />
    </div>
  );
}

interface Question {
  images: ImageView[];
  options: RegenerateOptions;
}

/** `captions` with a confirmation before staff's text is overwritten, unless they were shown it already, and its dialog. */
export function useConfirmHandwritten(captions: Captions, images: ImageView[]) {
  const [question, setQuestion] = useState<Question | null>(null);
  async function regenerate(imageIds: string[], options: RegenerateOptions) {
    const replaced = images.filter(({ id }) => imageIds.includes(id));
    if (!options.wasShown && replaced.some(({ captionByHand }) => captionByHand))
      return setQuestion({ images: replaced, options });
    return captions.regenerate(imageIds, options);
  }
  const dialog = question && (
    <HandwrittenDialog
      images={question.images}
      numberOf={(image) => images.findIndex(({ id }) => id === image.id) + 1}
      onRegenerate={(confirmed) =>
        void captions.regenerate(
          confirmed.map(({ id }) => id),
          question.options,
        )
      }
      onClose={() => setQuestion(null)}
    />
  );
  return { captions: { ...captions, regenerate }, dialog };
}
