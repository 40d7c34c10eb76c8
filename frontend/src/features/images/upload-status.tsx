import { Alert, Button, Flex, Progress, Typography } from 'antd';
import { UPLOAD_ATTEMPTS } from '@gmb-moments/backend/contract/limits';
import type { UploadProgress } from './upload';
import type { Upload } from './use-upload';

interface Props {
  upload: Upload;
  onRetry: () => void;
}

/** How far an upload is, or why it stopped. Shows nothing before it starts. */
export function UploadStatus({ upload, onRetry }: Props) {
  if (upload.state === 'idle' || !upload.progress) return null;
  return (
    <Flex vertical gap="small">
      <UploadBar progress={upload.progress} state={upload.state} />
      {upload.state === 'failed' && (
        <div ref={bringIntoView}>
          <Alert
            type="error"
            showIcon
            title={upload.error}
            description={
              <Flex vertical gap="small" align="start">
                {savedSoFar(upload)}
                <Button onClick={onRetry}>Retry</Button>
              </Flex>
            }
          />
        </div>
      )}
    </Flex>
  );
}

// Below thirty thumbnails it could appear where nobody looks.
function bringIntoView(node: HTMLElement | null): void {
  node?.scrollIntoView?.({ block: 'nearest' });
}

function UploadBar({ progress, state }: { progress: UploadProgress; state: Upload['state'] }) {
  const percent = Math.floor((progress.sentBytes / Math.max(progress.totalBytes, 1)) * 100);
  return (
    <div ref={bringIntoView}>
      <Progress
        percent={percent}
        status={state === 'failed' ? 'exception' : 'active'}
        format={() => `${percent}%`}
        aria-label="Upload"
      />
      <output>
        <Typography.Text type="secondary">{progressText(progress, state)}</Typography.Text>
      </output>
    </div>
  );
}

function progressText(progress: UploadProgress, state: Upload['state']): string {
  const files = `${progress.sentFiles} of ${progress.totalFiles} images`;
  const bytes = `${megabytes(progress.sentBytes)} of ${megabytes(progress.totalBytes)} MB`;
  if (state === 'failed') return `Stopped at ${files}, ${bytes}`;
  const again = progress.attempt > 1 ? ` · trying again (attempt ${progress.attempt} of ${UPLOAD_ATTEMPTS})` : '';
  const finishing = progress.sentBytes >= progress.totalBytes ? ' · finishing…' : '';
  return `Uploading: ${files}, ${bytes}${again}${finishing}`;
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

function savedSoFar({ uploaded }: Upload): string {
  if (uploaded.size === 0) return 'Nothing was uploaded yet. Retry, or remove a file that is refused.';
  return `${uploaded.size} image(s) are safely uploaded. Retry sends only the others; remove a file that is refused.`;
}
