import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { DeliverDialog } from '../../records/deliveries/deliver-dialog';

/** Delivers the approved photos of a moment. Mount it to open it. */
export function DeliverMomentDialog({ moment, onClose }: { moment: MomentView; onClose: () => void }) {
  const { id, title, client } = moment;
  return <DeliverDialog of={{ subject: 'moments', ids: [id], title, business: client.business }} onClose={onClose} />;
}
