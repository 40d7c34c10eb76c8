import { MomentPage as Moment } from '../features/moments/moment-page';
import { useMomentShare } from '../features/moments/use-moment-share';
import { usePage, usePane } from '../features/moments/use-page';
import { SharingPane } from '../features/sharing/sharing-pane';

export { prefetchMoment } from '../features/moments/moment-page';

/** The page of a moment, with who may see it in the place of its inspector. */
export function MomentPage() {
  return <Moment sharing={<Sharing />} />;
}

function Sharing() {
  const { setSharing } = usePage();
  const { hasRoomBeside } = usePane();
  return <SharingPane {...useMomentShare()} onClose={hasRoomBeside ? () => setSharing(false) : undefined} />;
}
