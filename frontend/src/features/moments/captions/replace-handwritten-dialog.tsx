import { CAPTION_FIELDS } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Button, Typography } from 'antd';
import { Dialog, DialogButtons } from '../../../ui/dialog';
import { LongText } from '../../../ui/long-text';
import { useImages, usePage, usePageState } from '../use-page';

/** Asks before captions written by staff are regenerated, and shows these captions. */
export function ReplaceHandwrittenDialog() {
  const { answer } = usePage();
  const all = useImages();
  const question = usePageState((state) => state.replaceQuestion);
  if (!question) return null;
  const { images } = question;
  const byHand = images.filter(({ captionByHand }) => captionByHand);
  const others = images.filter((image) => !byHand.includes(image));
  const regenerate = (some: ImageView[]) => answer(some.map(({ id }) => id));
  const cancel = () => answer([]);
  return (
    <Dialog
      title={
        byHand.length === 1
          ? 'Replace a caption written by hand?'
          : `Replace ${byHand.length} captions written by hand?`
      }
      onClose={cancel}
      isLong
      footer={
        <>
          {others.length > 0 && <Button onClick={() => regenerate(others)}>Only the other {others.length}</Button>}
          <DialogButtons submitText="Regenerate" isDanger onSubmit={() => regenerate(images)} onCancel={cancel} />
        </>
      }
    >
      <div className="column gap-12">
        <Typography.Text type="secondary">
          {byHand.length === 1 ? 'Staff wrote this text. The' : 'Staff wrote these texts. The'} history keeps it, with
          Restore.
        </Typography.Text>
        {byHand.map((image) => (
          <HandwrittenText key={image.id} image={image} number={all.findIndex(({ id }) => id === image.id) + 1} />
        ))}
      </div>
    </Dialog>
  );
}

/** A caption that is about to be replaced. */
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
