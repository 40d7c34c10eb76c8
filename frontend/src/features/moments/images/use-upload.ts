import type { FindingView } from '@gmb-moments/backend/contract/findings';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { noteSignedOut } from '../../../lib/query-client';
import { planBatches, uploadBatches, UploadError, type UploadProgress } from './upload';
import { warningsOf } from '../../../records/findings';
import type { SendBatch, UploadBatch } from '../../../records/images';

/** An upload as a screen shows it. */
export interface Upload {
  state: 'idle' | 'uploading' | 'failed';
  /** Progress of the whole upload, including earlier attempts. */
  progress: UploadProgress | null;
  /** Why the last try stopped; `''` otherwise. */
  error: string;
  /** Files that the server has. */
  uploaded: ReadonlySet<File>;
  /** What the server found about files that it has and that staff should look at. */
  warnings: ReadonlyMap<File, FindingView[]>;
  /** Files that the server refused in the last try, each with the reason. */
  refused: ReadonlyMap<File, string>;
  /** Sends those of the files that the server does not have yet; `stopped` means that the screen was left. */
  run: (files: File[], send: SendBatch) => Promise<'done' | 'failed' | 'stopped'>;
  /**
   * Clears the error of the last attempt when other files are chosen; keeps which files the server has stored or
   * refused.
   */
  forgetFailure: () => void;
}

const NOTHING: ReadonlySet<File> = new Set();
const NO_WARNINGS: Upload['warnings'] = new Map();
const NONE_REFUSED: Upload['refused'] = new Map();

/** Uploads in batches and can be run again after a failure. Leaving the screen stops it. */
export function useUpload(): Upload {
  const [state, setState] = useState<Upload['state']>('idle');
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [error, setError] = useState('');
  const [uploaded, setUploaded] = useState(NOTHING);
  const [warnings, setWarnings] = useState(NO_WARNINGS);
  const [refused, setRefused] = useState(NONE_REFUSED);
  const earlier = useRef<UploadBatch[]>([]);
  const controller = useRef<AbortController>(null);
  const queryClient = useQueryClient();
  useEffect(() => () => controller.current?.abort(), []);

  async function run(files: File[], send: SendBatch) {
    const done = [...uploaded];
    const left = files.filter((file) => !uploaded.has(file));
    const batches = planBatches(left, { done: done.length, earlier: earlier.current });
    const { signal } = (controller.current = new AbortController());
    earlier.current = batches;
    setState('uploading');
    setError('');
    setRefused(NONE_REFUSED);
    try {
      await uploadBatches(batches, {
        send,
        signal,
        onProgress: (now) => setProgress(withEarlier(now, done)),
        onBatchDone: ({ files: sent }, images) => {
          setUploaded((before) => new Set([...before, ...sent]));
          setWarnings((before) => new Map([...before, ...warningsAbout(sent, images)]));
        },
      });
      setState('idle');
      return 'done' as const;
    } catch (failure) {
      if (signal.aborted) return 'stopped' as const;
      setError(failure instanceof Error ? failure.message : String(failure));
      if (failure instanceof UploadError) setRefused(failure.refused);
      noteSignedOut(queryClient, (failure as Error).cause);
      setState('failed');
      return 'failed' as const;
    }
  }

  function forgetFailure() {
    if (state !== 'failed') return;
    setState('idle');
    setError('');
  }

  return { state, progress, error, uploaded, warnings, refused, run, forgetFailure };
}

/** The images are those of the files, in their order, unless one was deleted before a repeated request was answered. */
function warningsAbout(files: File[], images: ImageView[]): [File, FindingView[]][] {
  if (images.length !== files.length) return [];
  const found = images.map((image, index): [File, FindingView[]] => [files[index]!, warningsOf(image)]);
  return found.filter(([, warnings]) => warnings.length > 0);
}

function withEarlier(progress: UploadProgress, done: File[]): UploadProgress {
  const bytes = done.reduce((sum, file) => sum + file.size, 0);
  return {
    ...progress,
    sentBytes: progress.sentBytes + bytes,
    totalBytes: progress.totalBytes + bytes,
    sentFiles: progress.sentFiles + done.length,
    totalFiles: progress.totalFiles + done.length,
  };
}
