import { reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { lacksCaption } from '../../records/captions';
import { imagesQuery } from '../../records/images';
import { momentQuery } from '../../records/moments';
import type { PageParts } from './page-state';

/** The part of the page's store that asks about missing captions before a moment is shared for the first time. */
export function createShareOrAsk({ momentId, queryClient, updateState }: PageParts) {
  const query = imagesQuery(momentId);

  /** Number of photos without a caption; 0 once the moment is shared, `undefined` while the images load. */
  function lackingNow() {
    if (queryClient.getQueryData(momentQuery(momentId).queryKey)?.sharedAt !== null) return 0;
    return queryClient.getQueryData(query.queryKey)?.filter(lacksCaption).length;
  }

  /**
   * Shares, or asks first. Without a question it is synchronous: browsers permit copying and opening only during a
   * click.
   */
  function shareOrAsk(share: () => void): void {
    const lacking = lackingNow();
    if (lacking === 0) return share();
    if (lacking) return updateState({ shareQuestion: { share, lacking } });
    queryClient.ensureQueryData(query).then(
      () => shareOrAsk(share),
      (error: unknown) => toast.error('Error', reasonOf(error)),
    );
  }

  return { shareOrAsk, hasNothingToAsk: () => lackingNow() === 0 };
}
