import { CAPTION_FIELDS } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Button, Flex, Typography } from 'antd';
import { Dialog, DialogButtons } from '../../../ui/dialog';
import { LongText } from '../../../ui/long-text';
import { useState } from 'react';
import type { Captions, Rewriting } from './use-captions';

interface Props {
  /** The images to be captioned again, some of them written by staff. */
  images: ImageView[];
  /** Place within the moment, from 1. */
  numberOf: (image: ImageView) => number;
  onRegenerate: (images: ImageView[]) => void;
  onClose: () => void;
}

/** Asks before captions are written over that staff wrote, and shows them. Mount it to open it. */
function HandwrittenDialog({ images, numberOf, onRegenerate, onClose }: Props) {
  const byHand = images.filter(({ captionByHand }) => captionByHand);
  const others = images.filter((image) => !byHand.includes(image));
  const regenerate = (chosen: ImageView[]) => () => {
    onClose();
    onRegenerate(chosen);
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
          {others.length > 0 && <Button onClick={regenerate(others)}>Only the other {others.length}</Button>}
          <DialogButtons submitText="Regenerate" isDanger onSubmit={regenerate(images)} onCancel={onClose} />
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

interface Asked {
  images: ImageView[];
  rewriting: Rewriting;
}

/** `captions` that ask before they write over what staff wrote, unless that was shown already; `dialog` is what asks. */
export function useAskingFirst(captions: Captions, images: ImageView[]) {
  const [asked, setAsked] = useState<Asked | null>(null);
  async function regenerate(imageIds: string[], rewriting: Rewriting) {
    const chosen = images.filter(({ id }) => imageIds.includes(id));
    if (!rewriting.isSeen && chosen.some(({ captionByHand }) => captionByHand))
      return setAsked({ images: chosen, rewriting });
    return captions.regenerate(imageIds, rewriting);
  }
  const dialog = asked && (
    <HandwrittenDialog
      images={asked.images}
      numberOf={(image) => images.findIndex(({ id }) => id === image.id) + 1}
      onRegenerate={(chosen) =>
        void captions.regenerate(
          chosen.map(({ id }) => id),
          asked.rewriting,
        )
      }
      onClose={() => setAsked(null)}
    />
  );
  return { captions: { ...captions, regenerate }, dialog };
}
