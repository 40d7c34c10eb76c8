import type { FindingView } from '@gmb-moments/backend/contract/findings';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refetchUserIfSignedOut } from '../../../lib/query-client';
import { planBatches, uploadBatches, type UploadError, type UploadProgress } from './upload';
import { warningsOf } from '../../../records/findings';
import type { SendBatch, UploadBatch } from '../../../records/images';

const NOTHING: ReadonlySet<File> = new Set();
const NO_WARNINGS: ReadonlyMap<File, FindingView[]> = new Map();
const NONE_REFUSED: ReadonlyMap<File, string> = new Map();

/** Files that are chosen, and their upload in batches, which can be run again after a failure. Leaving the screen stops it. */
export function useUpload() {
  const [files, setFiles] = useState<File[]>([]);
  const [state, setState] = useState<'idle' | 'uploading' | 'failed'>('idle');
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [error, setError] = useState('');
  const [uploaded, setUploaded] = useState(NOTHING);
  const [warnings, setWarnings] = useState(NO_WARNINGS);
  const [refused, setRefused] = useState(NONE_REFUSED);
  const planned = useRef<UploadBatch[]>([]);
  const controller = useRef<AbortController>(null);
  const queryClient = useQueryClient();
  useEffect(() => () => controller.current?.abort(), []);
  const isLeft = (file: File) => !uploaded.has(file);

  async function run(chosen: File[], send: SendBatch) {
    const earlier = [...uploaded];
    const batches = planBatches(chosen.filter(isLeft), { done: earlier.length, earlier: planned.current });
    const { signal } = (controller.current = new AbortController());
    planned.current = batches;
    setFiles(chosen);
    setState('uploading');
    setError('');
    setRefused(NONE_REFUSED);
    try {
      await uploadBatches(batches, {
        send,
        signal,
        earlier,
        onProgress: setProgress,
        onBatchDone: ({ files: sent }, images) => {
          setUploaded((before) => new Set([...before, ...sent]));
          setWarnings((before) => new Map([...before, ...warningsAbout(sent, images)]));
        },
      });
      setState('idle');
      return 'done' as const;
    } catch (failure) {
      if (signal.aborted) return 'stopped' as const;
      const { message, refused: refusedNow, cause } = failure as UploadError;
      setError(message);
      setRefused(refusedNow);
      refetchUserIfSignedOut(queryClient, cause);
      setState('failed');
      return 'failed' as const;
    }
  }

  function choose(chosen: File[]) {
    setFiles(chosen);
    if (state !== 'failed') return;
    setState('idle');
    setError('');
  }

  return {
    files,
    /** Those of the files that the server does not have. */
    left: files.filter(isLeft),
    /** Chooses other files, which clears the error of the last try, and not which files the server has stored or refused. */
    choose,
    state,
    /** Progress of the whole upload, including earlier tries. */
    progress,
    /** Why the last try stopped; `''` otherwise. */
    error,
    /** Files that the server has. */
    uploaded,
    /** What the server found about files that it has and that staff should look at. */
    warnings,
    /** Files that the server refused in the last try, each with the reason. */
    refused,
    /** Chooses these files, and sends what the server does not have yet; `stopped` means that the screen was left. */
    run,
  };
}

export type Upload = ReturnType<typeof useUpload>;

/** The images are those of the files, in their order, unless one was deleted before a repeated request was answered. */
function warningsAbout(files: File[], images: ImageView[]): [File, FindingView[]][] {
  if (images.length !== files.length) return [];
  const found = images.map((image, index): [File, FindingView[]] => [files[index]!, warningsOf(image)]);
  return found.filter(([, warnings]) => warnings.length > 0);
}
