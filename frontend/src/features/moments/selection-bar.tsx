import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { Button } from 'antd';
import { MOMENTS_PER_DELIVERY_MAX } from '../../records/deliveries';
import { useDialogs } from '../../records/dialogs';
import { CrossIcon, DeliverIcon } from '../../ui/icons';
import type { ListSelection } from '../../ui/use-list-selection';
import styles from './selection-bar.module.css';
import { countText } from '../../lib/count-text';

/** The actions on all selected moments. */
export function SelectionBar({ selection: { items, clear } }: { selection: ListSelection<MomentListItem> }) {
  const { deliver } = useDialogs();
  const approved = items.filter(({ approvedCount }) => approvedCount > 0);
  const photos = approved.reduce((sum, { approvedCount }) => sum + approvedCount, 0);
  const isTooMuch = approved.length > MOMENTS_PER_DELIVERY_MAX;
  if (items.length === 0) return null;
  return (
    <section aria-label="Selected moments" className={`row wrap ruled surface ${styles['bar']}`}>
      <strong className={`numbers ${styles['count']}`}>{items.length} selected</strong>
      <output className={`fill muted ${styles['hint']}`}>{hintFor(photos, isTooMuch)}</output>
      <Button
        icon={<DeliverIcon />}
        disabled={photos === 0 || isTooMuch}
        onClick={() => deliver({ source: sourceOf(approved) })}
      >
        {photos === 0 ? 'Deliver' : `Deliver ${countText(photos, 'photo')}`}
      </Button>
      <Button type="text" icon={<CrossIcon />} onClick={clear}>
        Clear
      </Button>
    </section>
  );
}

function hintFor(photos: number, isTooMuch: boolean): string {
  if (isTooMuch) return `At most ${MOMENTS_PER_DELIVERY_MAX} moments can be delivered at once; please select fewer.`;
  return photos === 0 ? 'No photo of these is approved yet' : '';
}

function sourceOf(moments: MomentListItem[]) {
  const [first, ...others] = moments;
  const businesses = new Set(moments.map(({ client }) => client.business));
  return {
    subject: 'moments' as const,
    ids: moments.map(({ id }) => id),
    title: others.length === 0 ? first!.title : `${moments.length} moments`,
    ...(businesses.size === 1 && { business: first!.client.business }),
  };
}
