import type { SettingsView } from '@gmb-moments/backend/contract/settings';
import { Alert } from 'antd';

interface Props {
  settings: Pick<SettingsView, 'usesBuiltInWriter'> | undefined;
  banner?: boolean;
}

/**
 * A notice that no AI is connected, and which setting connects one.
 * @param banner renders it without borders, across a bar
 */
export function BuiltInWriterNotice({ settings, banner = false }: Props) {
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
