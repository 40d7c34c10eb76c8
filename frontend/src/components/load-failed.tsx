import { Alert, Button } from 'antd';
import { reasonOf } from '../lib/http';

interface LoadFailedProps {
  error: unknown;
  onRetry: () => void;
  /** Names the thing: `The clients could not be loaded`. */
  title: string;
}

/** Says why something could not be loaded, and tries again on request. */
export function LoadFailed({ error, onRetry, title }: LoadFailedProps) {
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
