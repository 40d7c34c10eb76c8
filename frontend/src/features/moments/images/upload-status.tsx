import { Alert, Button, Progress, Typography } from 'antd';
import { UPLOAD_ATTEMPTS } from '@gmb-moments/backend/contract/limits';
import type { UploadProgress } from './upload';
import { WarningSentences } from '../../../ui/warning-sentences';
import type { Upload } from './use-upload';

interface Props {
  upload: Upload;
  /** Uploads those of these files that are not uploaded yet. */
  onSend: (files: File[]) => void;
}

/** The warnings about uploaded photos. */
export function UploadWarnings({ upload: { warnings } }: { upload: Upload }) {
  if (warnings.size === 0) return null;
  return (
    <section aria-label="Warnings about uploaded photos">
      <Typography.Text strong>
        {warnings.size === 1 ? '1 photo has' : `${warnings.size} photos have`} warnings
      </Typography.Text>
      {[...warnings].map(([file, findings], index) => (
        <WarningSentences key={index} name={file.name} findings={findings} />
      ))}
      <Typography.Text type="secondary">
        Replace a photo, or ignore what does not matter, in the package.
      </Typography.Text>
    </section>
  );
}

/** Why an upload stopped, with the actions to continue. */
export function UploadFailure({ upload, onSend }: Props) {
  if (upload.state !== 'failed') return null;
  return (
    <div ref={bringIntoView}>
      <Alert
        type="error"
        showIcon
        title={upload.error}
        description={
          <div className="column top gap-8">
            {upload.refused.size > 0 ? (
              <GoOnWithout upload={upload} onSend={onSend} />
            ) : (
              <>
                {savedSoFar(upload)} Retry sends only what is missing; remove a file that is refused.
                <Button onClick={() => onSend(upload.files)}>Retry</Button>
              </>
            )}
          </div>
        }
      />
    </div>
  );
}

/** For refused files, which would be refused again: offers to continue without them. */
function GoOnWithout({ upload, onSend }: Props) {
  const [, ...furtherReasons] = upload.refused.values();
  const others = upload.files.filter((file) => !upload.refused.has(file));
  const canGoOn = others.some((file) => !upload.uploaded.has(file));
  const them = upload.refused.size === 1 ? 'it' : 'them';
  return (
    <>
      {furtherReasons.map((reason) => (
        <div key={reason}>{reason}</div>
      ))}
      <div>
        {savedSoFar(upload)} What is refused is marked:{' '}
        {canGoOn ? `go on without ${them}, or remove ${them}.` : `remove ${them}.`}
      </div>
      {canGoOn && <Button onClick={() => onSend(others)}>Continue without {them}</Button>}
    </>
  );
}

// Below many thumbnails it may be out of view.
function bringIntoView(node: HTMLElement | null): void {
  node?.scrollIntoView?.({ block: 'nearest' });
}

/** The progress of an upload. */
export function UploadBar({ upload: { progress, state } }: { upload: Upload }) {
  if (state === 'idle' || !progress) return null;
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
  if (uploaded.size === 0) return 'Nothing was uploaded yet.';
  return uploaded.size === 1 ? '1 image is safely uploaded.' : `${uploaded.size} images are safely uploaded.`;
}
