import type { CaptionProgress } from '@gmb-moments/backend/contract/events';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import { useCallback, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../lib/http';
import { useStaffEvent } from '../../lib/live';
import { useConnection } from '../../lib/socket';
import { toast } from '../../lib/toast';
import { regenerateCaption } from './captions.api';

/** `lost` when the connection broke meanwhile and nobody can tell how it ended. */
interface End {
  outcome: 'done' | 'failed' | 'lost';
  /** Why it failed. */
  message?: string;
}

/** Regenerates captions of single images and follows each until its live event says that it ended. */
export function useRegenerate(momentId: string) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const endOf = useRunEnds(momentId);

  const regenerate = useCallback(
    async (imageId: string) => {
      const fail = (reason = '') => {
        setProblems((before) => ({ ...before, [imageId]: reason }));
        toast.error('Error', 'Failed to regenerate caption');
      };
      setBusy((before) => new Set([...before, imageId]));
      setProblems(({ [imageId]: _before, ...others }) => others);
      try {
        const { jobId } = await regenerateCaption(imageId);
        const { outcome, message } = await endOf(jobId);
        if (outcome === 'done') toast.success('Regenerated');
        if (outcome === 'failed') fail(message);
      } catch (error) {
        fail(reasonOf(error));
      } finally {
        setBusy((before) => new Set([...before].filter((id) => id !== imageId)));
      }
    },
    [endOf],
  );

  return {
    isRegenerating: (imageId: string) => busy.has(imageId),
    /** Why the last try failed; `''` when it did not. */
    problemOf: (imageId: string) => problems[imageId] ?? '',
    regenerate,
  };
}

/** Waits for the end of runs, also of those that ended before it was asked about them. */
function useRunEnds(momentId: string): (runId: string) => Promise<End> {
  const reasons = useRef(new Map<string, string>());
  const ended = useRef(new Map<string, End>());
  const waiting = useRef(new Map<string, (end: End) => void>());
  useStaffEvent('captions.progress', (progress) => {
    if (progress.momentId !== momentId) return;
    // The image's end says why, the run's end comes after it.
    if (progress.message) reasons.current.set(progress.runId, progress.message);
    if (isRunActive(progress.state)) return;
    const end = { outcome: outcomeOf(progress), message: reasons.current.get(progress.runId) };
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

function outcomeOf({ failed, state }: CaptionProgress): End['outcome'] {
  return failed > 0 || state === 'failed' ? 'failed' : 'done';
}
