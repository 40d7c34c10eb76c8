import { Typography } from 'antd';

/** A technical reason for who runs the system, folded away; nothing when there is none. */
export function TechnicalDetails({ text }: { text: string }) {
  if (!text) return null;
  return (
    <details style={{ overflowWrap: 'anywhere' }}>
      <summary style={{ cursor: 'pointer' }}>Technical details</summary>
      <Typography.Text>{text}</Typography.Text>
    </details>
  );
}
