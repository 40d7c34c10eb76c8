import { EyeOutlined } from '../../components/icons';
import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { LinkButton } from '../../components/link-button';

/** Leads to the page of a moment. */
export function ViewMoment({ moment: { id, title } }: { moment: MomentListItem }) {
  return (
    <LinkButton icon={<EyeOutlined />} to={`/moments/${id}`} aria-label={`View ${title}`}>
      View
    </LinkButton>
  );
}
