import type { CaptionProgress } from '@gmb-moments/backend/contract/events';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStaffEvent } from '../../lib/live';
import { useConnection } from '../../lib/socket';
import { toast } from '../../lib/toast';
import { regenerateCaption } from './captions.api';

/** `null` when the connection was lost meanwhile and nobody can tell how it ended. */
type End = CaptionProgress | null;

/** Regenerates captions of single images and follows each until its live event says that it ended. */
export function useRegenerate(momentId: string) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const endOf = useRunEnds(momentId);

  const regenerate = useCallback(
    async (imageId: string) => {
      setBusy((before) => new Set([...before, imageId]));
      try {
        const { jobId } = await regenerateCaption(imageId);
        announce(await endOf(jobId));
      } catch {
        toast.error('Error', 'Failed to regenerate caption');
      } finally {
        setBusy((before) => new Set([...before].filter((id) => id !== imageId)));
      }
    },
    [endOf],
  );

  return { isRegenerating: (imageId: string) => busy.has(imageId), regenerate };
}

function announce(end: End): void {
  if (end === null) return;
  if (end.failed > 0 || end.state === 'failed') toast.error('Error', 'Failed to regenerate caption');
  else toast.success('Regenerated');
}

/** Waits for the end of runs, also of those that ended before it was asked about them. */
function useRunEnds(momentId: string): (runId: string) => Promise<End> {
  const ended = useRef(new Map<string, CaptionProgress>());
  const waiting = useRef(new Map<string, (end: End) => void>());
  useStaffEvent('captions.progress', (progress) => {
    if (progress.momentId !== momentId || isRunActive(progress.state)) return;
    ended.current.set(progress.runId, progress);
    waiting.current.get(progress.runId)?.(progress);
    waiting.current.delete(progress.runId);
  });
  const connection = useConnection();
  useEffect(() => {
    if (connection === 'live') return;
    // An end that falls into the gap is never heard, and what it wrote is read again on reconnect.
    const pending = waiting.current;
    return () => {
      pending.forEach((settle) => settle(null));
      pending.clear();
    };
  }, [connection]);

  return useCallback(
    async (runId) => ended.current.get(runId) ?? new Promise<End>((settle) => waiting.current.set(runId, settle)),
    [],
  );
}
