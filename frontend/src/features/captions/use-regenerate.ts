import type { CaptionProgress } from '@gmb-moments/backend/contract/events';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import { useCallback, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../lib/http';
import { useStaffEvent } from '../../lib/live';
import { useConnection } from '../../lib/socket';
import { toast } from '../../lib/toast';
import { regenerateCaption } from './captions.api';

/** Why the caption of an image could not be written. */
export interface CaptionProblem {
  /** A sentence; `''` when the server gave none. */
  message: string;
  /** The technical reason; `''` when there is none. */
  detail: string;
}

/**
 * `skipped` when the image was no longer to be captioned, `lost` when the connection broke meanwhile and nobody can tell
 * how it ended.
 */
interface End {
  outcome: 'done' | 'failed' | 'skipped' | 'lost';
  /** Why it failed. */
  problem?: CaptionProblem | undefined;
}

/** Regenerates captions of single images and follows each until its live event says that it ended. */
export function useRegenerate(momentId: string) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<Readonly<Record<string, CaptionProblem>>>({});
  const endOf = useRunEnds(momentId);

  const regenerate = useCallback(
    async (imageId: string) => {
      const fail = (problem: CaptionProblem = { message: '', detail: '' }) => {
        setProblems((before) => ({ ...before, [imageId]: problem }));
        toast.error('Error', 'Failed to regenerate caption');
      };
      setBusy((before) => new Set([...before, imageId]));
      setProblems(({ [imageId]: _before, ...others }) => others);
      try {
        const { jobId } = await regenerateCaption(imageId);
        const { outcome, problem } = await endOf(jobId);
        if (outcome === 'done') toast.success('Regenerated');
        if (outcome === 'skipped')
          toast.info('Not regenerated', 'The image was approved, edited or deleted meanwhile.');
        if (outcome === 'failed') fail(problem);
      } catch (error) {
        fail({ message: reasonOf(error), detail: '' });
      } finally {
        setBusy((before) => new Set([...before].filter((id) => id !== imageId)));
      }
    },
    [endOf],
  );

  return {
    isRegenerating: (imageId: string) => busy.has(imageId),
    /** Why the last try failed; `undefined` when it did not. */
    problemOf: (imageId: string) => problems[imageId],
    regenerate,
  };
}

/** Waits for the end of runs, also of those that ended before it was asked about them. */
function useRunEnds(momentId: string): (runId: string) => Promise<End> {
  const reasons = useRef(new Map<string, CaptionProblem>());
  const ended = useRef(new Map<string, End>());
  const waiting = useRef(new Map<string, (end: End) => void>());
  useStaffEvent('captions.progress', (progress) => {
    if (progress.momentId !== momentId) return;
    // The image's end says why, the run's end comes after it.
    const { message, detail = '' } = progress;
    if (message) reasons.current.set(progress.runId, { message, detail });
    if (isRunActive(progress.state)) return;
    const end = { outcome: outcomeOf(progress), problem: reasons.current.get(progress.runId) };
    ended.current.set(progress.runId, end);
    waiting.current.get(progress.runId)?.(end);
    waiting.current.delete(progress.runId);
  });
  const connection = useConnection();
  useEffect(() => {
    if (connection === 'live') return;
    // An end that falls into the gap is never heard, and what it wrote is read again on reconnect.
    const pending = waiting.current;
    return () => {
      pending.forEach((settle) => settle({ outcome: 'lost' }));
      pending.clear();
    };
  }, [connection]);

  return useCallback(
    async (runId) => ended.current.get(runId) ?? new Promise<End>((settle) => waiting.current.set(runId, settle)),
    [],
  );
}

function outcomeOf({ done, failed, state }: CaptionProgress): End['outcome'] {
  if (failed > 0 || state === 'failed') return 'failed';
  return done > 0 ? 'done' : 'skipped';
}
