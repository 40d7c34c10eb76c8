import { Alert, Typography, type AlertProps } from 'antd';

/** A message within a page that needs little room. */
export function Note({ title, description, ...alert }: Pick<AlertProps, 'role' | 'type' | 'title' | 'description'>) {
  return (
    <Alert
      {...alert}
      title={description ? <Typography.Text strong>{title}</Typography.Text> : title}
      description={description}
      showIcon={!description}
      style={{ padding: '8px 12px', overflowWrap: 'anywhere' }}
    />
  );
}
