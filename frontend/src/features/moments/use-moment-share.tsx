import { useQuery } from '@tanstack/react-query';
import { lacksCaption } from '../../records/captions';
import type { ShareProps } from '../../records/dialogs';
import { imagesQuery } from '../../records/images';
import { sharedReview } from '../../records/sharing';
import { useImageCount, useMoment, usePage } from './use-page';

/** Props of the moment's share dialog and sharing pane. */
export function useMomentShare() {
  const { id, title, client } = useMoment();
  const { shareOrAsk } = usePage();
  const count = useImageCount();
  return {
    shared: sharedReview({ path: 'moments', id }, { title, client, count }),
    notice: <LackingCaptions momentId={id} />,
    confirmCopy: shareOrAsk,
  } satisfies ShareProps;
}

function LackingCaptions({ momentId }: { momentId: string }) {
  const lacking = useQuery(imagesQuery(momentId)).data?.filter(lacksCaption).length ?? 0;
  if (lacking === 0) return null;
  return `${lacking === 1 ? '1 photo has' : `${lacking} photos have`} no caption.`;
}
