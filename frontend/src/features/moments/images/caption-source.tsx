import { AI_EDITOR, isCaptionBlank } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { ReactNode } from 'react';

/** Whether the AI or a person wrote the caption; renders nothing if the AI was not involved. */
export function CaptionSource({ image }: { image: ImageView }) {
  if (!image.captionProvider || isCaptionBlank(image)) return null;
  return <span className="muted small">{sourceOf(image)}</span>;
}

function sourceOf({ captionProvider: provider, captionByHand, captionEditor: editor }: ImageView): ReactNode {
  const ai = provider === 'built-in' ? 'Built-in (English)' : provider;
  if (!captionByHand) return `Drafted by ${ai}`;
  if (editor === AI_EDITOR) return `Drafted in part by ${ai}`;
  if (editor === null) return 'Edited by hand';
  return (
    <>
      Edited by <bdi>{editor}</bdi>
    </>
  );
}
