import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { settingsQuery } from './settings';

/** Says that no AI is connected, and which setting connects one; nothing where one is. `banner`: a line across a bar. */
export function BuiltInWriterNotice({ banner = false }: { banner?: boolean }) {
  const { data: settings } = useQuery(settingsQuery);
  if (!settings?.usesBuiltInWriter) return null;
  return (
    <Alert
      role="note"
      type="info"
      showIcon
      banner={banner}
      title={
        <>
          Built-in writer: connect an AI for captions that see the photo (<code>OPENAI_API_KEY</code>)
        </>
      }
    />
  );
}
