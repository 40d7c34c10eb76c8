import { EyeOutlined } from '@ant-design/icons';
import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { Button } from 'antd';
import type { MouseEvent } from 'react';
import { useHref, useNavigate } from 'react-router-dom';

/** A link that looks like a button; opens in this tab without loading the application again. */
export function ViewMoment({ moment }: { moment: MomentListItem }) {
  const path = `/moments/${moment.id}`;
  const href = useHref(path);
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(path);
  };
  return (
    <Button icon={<EyeOutlined />} href={href} aria-label={`View ${moment.title}`} onClick={follow}>
      View
    </Button>
  );
}
