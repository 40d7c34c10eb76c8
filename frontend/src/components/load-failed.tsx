import { Alert, Button } from 'antd';
import { reasonOf } from '../lib/http';

interface LoadFailedProps {
  error: unknown;
  onRetry: () => void;
  title?: string;
}

/** Says why something could not be loaded, and tries again on request. */
export function LoadFailed({ error, onRetry, title = 'This could not be loaded' }: LoadFailedProps) {
  return (
    <Alert
      type="error"
      showIcon
      title={title}
      description={reasonOf(error)}
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
