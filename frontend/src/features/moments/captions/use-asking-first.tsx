import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useState } from 'react';
import { HandwrittenDialog } from './handwritten-dialog';
import type { Captions, Rewriting } from './use-captions';

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
