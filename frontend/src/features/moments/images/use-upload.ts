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

/**
 * Files chosen for an upload, and their upload in batches. It can be continued after a failure; unmounting aborts it.
 */
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
    /** The files that are not uploaded yet. */
    left: files.filter(isLeft),
    /** Replaces the chosen files, and clears the last error. Which files were uploaded or refused stays known. */
    choose,
    state,
    /** Progress of the whole upload, including earlier runs. */
    progress,
    /** Why the last run stopped; `''` if it did not fail. */
    error,
    /** The uploaded files. */
    uploaded,
    /** Warnings of the server about uploaded files. */
    warnings,
    /** Files that the server refused in the last run, with the reasons. */
    refused,
    /**
     * Chooses these files and uploads those that are missing. Resolves with `stopped` if the component was unmounted.
     */
    run,
  };
}

export type Upload = ReturnType<typeof useUpload>;

/**
 * Matches images to files by position. If one was deleted before a repeated request was answered, the counts differ.
 */
function warningsAbout(files: File[], images: ImageView[]): [File, FindingView[]][] {
  if (images.length !== files.length) return [];
  const found = images.map((image, index): [File, FindingView[]] => [files[index]!, warningsOf(image)]);
  return found.filter(([, warnings]) => warnings.length > 0);
}
