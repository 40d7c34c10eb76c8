import { Badge } from 'antd';
import { useConnection } from '../lib/socket';

/** Whether what is on screen follows what happens elsewhere; nothing while the page connects for the first time. */
export function LiveIndicator() {
  const connection = useConnection();
  return (
    <output style={{ whiteSpace: 'nowrap' }}>
      {connection === 'live' && <Badge status="success" text="Live" />}
      {connection === 'reconnecting' && <Badge status="processing" text="Reconnecting…" />}
    </output>
  );
}
