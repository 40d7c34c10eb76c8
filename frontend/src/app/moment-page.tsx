import { MomentPage as Moment } from '../features/moments/moment-page';
import { useMomentShare } from '../features/moments/use-moment-share';
import { usePage, usePane } from '../features/moments/use-page';
import { SharingPane } from '../features/sharing/sharing-pane';

export { prefetchMoment } from '../features/moments/moment-page';

/** Composes a moment's page from the features moments and sharing. */
export function MomentPage() {
  return <Moment sharing={<Sharing />} />;
}

function Sharing() {
  const { setSharing } = usePage();
  const { hasRoomBeside } = usePane();
  return <SharingPane {...useMomentShare()} onClose={hasRoomBeside ? () => setSharing(false) : undefined} />;
}
