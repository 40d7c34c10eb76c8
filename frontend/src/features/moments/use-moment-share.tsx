import { lacksCaption } from '../../records/captions';
import { sharedReview } from '../../records/sharing';
import { useQuery } from '@tanstack/react-query';
import { imagesQuery } from '../../records/images';
import { useCaptionQuestion } from './public-link';
import { useImageCount, useMoment } from './use-page';

/** What the moment is shared with, and the question that may come before its open link is copied. */
export function useMomentShare() {
  const { id, title, client } = useMoment();
  const count = useImageCount();
  const { ask, question } = useCaptionQuestion();
  return {
    share: {
      shared: sharedReview({ path: 'moments', id }, { title, client, count }),
      notice: <LackingCaptions momentId={id} />,
      ask,
    },
    question,
  };
}

function LackingCaptions({ momentId }: { momentId: string }) {
  const lacking = useQuery(imagesQuery(momentId)).data?.filter(lacksCaption).length ?? 0;
  if (lacking === 0) return null;
  return `${lacking === 1 ? '1 photo has' : `${lacking} photos have`} no caption.`;
}
