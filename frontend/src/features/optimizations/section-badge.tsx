import type { Approval } from '@gmb-moments/backend/contract/statuses';
import { Tag, theme } from 'antd';
import { textOn } from '../../lib/contrast';
import { brandFill } from '../../lib/theme';

const LABELS: Record<Approval, string> = {
  pending: 'Pending Review',
  approved: 'Approved',
  rejected: 'Needs Revision',
};

/** What the client said to a section: quiet while pending, in the brand's colour once approved, red when rejected (spec 4). */
export function SectionBadge({ approval }: { approval: Approval }) {
  const { token } = theme.useToken();
  const { fill, edge } = brandFill(token);
  const backgrounds = { pending: token.colorFillSecondary, approved: fill, rejected: token.colorError };
  const background = backgrounds[approval];
  const color = approval === 'pending' ? token.colorText : textOn(background);
  const borderColor = approval === 'approved' ? edge : 'transparent';
  return <Tag style={{ margin: 0, background, borderColor, color }}>{LABELS[approval]}</Tag>;
}
