import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CaptionRunStarted, CaptionRunView } from '@gmb-moments/backend/contract/captions';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import { useEffect, useEffectEvent, useRef } from 'react';
import { HttpError, reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { captionRunQuery, generateCaptions } from './captions.api';

/** The caption run of a moment: starts it, follows it, and says how it ended if it was seen going. */
export function useCaptionRun(momentId: string) {
  const client = useQueryClient();
  const query = captionRunQuery(momentId);
  const { data: run = null } = useQuery(query);
  const watched = useRef<string>(undefined);
  const announced = useRef<string>(undefined);

  async function announce(ended: CaptionRunView) {
    // Live events carry counts only; why images failed has to be read.
    announceEnd(ended.failed > 0 ? await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => ended) : ended);
  }

  function follow(now: CaptionRunView | null) {
    if (!now || announced.current === now.runId) return;
    if (isRunActive(now.state)) watched.current = now.runId;
    else if (watched.current === now.runId) {
      announced.current = now.runId;
      void announce(now);
    }
  }
  const followLatest = useEffectEvent(follow);
  useEffect(() => followLatest(run), [run]);

  const start = useMutation({
    mutationFn: () => generateCaptions(momentId),
    onSuccess: (started) => {
      watched.current = started.runId;
      client.setQueryData(query.queryKey, (old) => (old?.runId === started.runId ? old : queued(momentId, started)));
      // The run may have got further, or ended, before this answer came.
      follow(client.getQueryData(query.queryKey) ?? null);
      void client.invalidateQueries({ queryKey: query.queryKey });
    },
    onError: (error) => toast.error('Error', startFailure(error)),
  });

  return { run, start };
}

function queued(momentId: string, { runId, total }: CaptionRunStarted): CaptionRunView {
  return { runId, momentId, state: 'queued', total, done: 0, failed: 0, errors: [] };
}

function startFailure(error: Error): string {
  if (error instanceof HttpError && error.code === 'ALL_CAPTIONED') return error.reason;
  return withReason(reasonOf(error));
}

function announceEnd(run: CaptionRunView | null): void {
  if (!run) return;
  const { total, done, failed } = run;
  if (failed === 0 && done > 0)
    toast.success('Success', done === 1 ? 'Generated 1 caption.' : `Generated ${done} captions.`);
  else if (done > 0) toast.info('Partial Success', `Generated ${done} of ${total} captions. ${failed} failed.`);
  else if (failed > 0) toast.error('Error', withReason(run.errors[0]?.message ?? ''));
  else toast.info('Nothing generated', 'The images were approved, edited or deleted meanwhile.');
}

function withReason(reason: string): string {
  return reason ? `Failed to generate captions\n${reason}` : 'Failed to generate captions';
}
