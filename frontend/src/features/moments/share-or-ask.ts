import { reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { lacksCaption } from '../../records/captions';
import { imagesQuery } from '../../records/images';
import { momentQuery } from '../../records/moments';
import type { PageParts } from './page-state';

/** The part of the page's store that asks about photos without a caption before the moment is shared for the first time. */
export function createShareOrAsk({ momentId, queryClient, set }: PageParts) {
  const query = imagesQuery(momentId);

  /** How many photos lack a caption, which only counts until the moment is shared; `undefined` while they are not loaded. */
  function lackingNow() {
    if (queryClient.getQueryData(momentQuery(momentId).queryKey)?.sharedAt !== null) return 0;
    return queryClient.getQueryData(query.queryKey)?.filter(lacksCaption).length;
  }

  /** Shares at once where there is nothing to ask: browsers copy and open no later than right after a click. */
  function shareOrAsk(share: () => void): void {
    const lacking = lackingNow();
    if (lacking === 0) return share();
    if (lacking) return set({ asked: { share, lacking } });
    queryClient.ensureQueryData(query).then(
      () => shareOrAsk(share),
      (error: unknown) => toast.error('Error', reasonOf(error)),
    );
  }

  return { shareOrAsk, hasNothingToAsk: () => lackingNow() === 0 };
}
