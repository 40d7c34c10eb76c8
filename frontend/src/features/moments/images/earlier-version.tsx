import { SHOWN_TEXTS, type ShownText } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { ComparedImage } from '../../../records/comparison/compared-image';
import styles from './image-inspector.module.css';

/** What the client rejected, beside the image as it is now; nothing while they are the same. */
export function EarlierVersion({ image }: { image: ImageView }) {
  const { earlier } = image;
  if (!earlier || isSame(earlier, image)) return null;
  return (
    <details className={styles['earlier']}>
      <summary>Earlier version</summary>
      <ComparedImage before={earlier} now={image} />
    </details>
  );
}

type Shown = Pick<ImageView, 'previewUrl' | ShownText>;

function isSame(one: Shown, other: Shown): boolean {
  return one.previewUrl === other.previewUrl && SHOWN_TEXTS.every((name) => one[name] === other[name]);
}
