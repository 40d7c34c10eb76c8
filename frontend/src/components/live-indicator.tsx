import { Badge } from 'antd';
import { useConnection } from '../lib/socket';

/** Whether what is on screen follows what happens elsewhere. */
export function LiveIndicator() {
  const live = useConnection() === 'live';
  return (
    <output style={{ whiteSpace: 'nowrap' }}>
      <Badge status={live ? 'success' : 'processing'} text={live ? 'Live' : 'Reconnecting…'} />
    </output>
  );
}
