import type { CaptionJobStarted, CaptionRunDetail, CaptionRunStarted } from '@gmb-moments/backend/contract/captions';
import type { CaptionProgress, RunProgress } from '@gmb-moments/backend/contract/runs';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http';
import { patch, patchPages, refresh } from '../lib/live-cache';
import { momentLists } from './moments';
import { applyRunProgress } from './runs';
import { refreshWork } from './work';

/** The active and the recently ended caption runs of a moment, oldest first. */
export function captionRunsQuery(momentId: string) {
  return queryOptions<CaptionRunDetail[]>({ queryKey: ['/api/moments', momentId, 'runs'] });
}

/** Starts a run for every image that lacks a caption field; answers with the active run if there is one. */
export function generateCaptions(momentId: string): Promise<CaptionRunStarted> {
  return http.post<CaptionRunStarted>(`/api/moments/${momentId}/generate-captions`);
}

/**
 * Starts a run that writes a new caption for one image. Its end arrives as a live event.
 * @param instruction what should change; `''` for a new caption without an instruction
 */
export function regenerateCaption(imageId: string, instruction = ''): Promise<CaptionJobStarted> {
  const body = instruction === '' ? undefined : { instruction };
  return http.post<CaptionJobStarted>(`/api/images/${imageId}/regenerate`, body, {
    headers: { Prefer: 'respond-async' },
  });
}

/** Applies the event `captions.progress` to the cached runs, lists of moments and work list. */
export function applyCaptionProgress(
  queryClient: QueryClient,
  { momentId, runId, imageId, message = '', detail = '', ...counts }: CaptionProgress,
): void {
  applyRunProgress(queryClient, { runId, ...counts });
  patchPages<MomentListItem>(queryClient, momentLists, (items) =>
    items.map((item) => (item.id === momentId ? withRun(item, { runId, ...counts }) : item)),
  );
  // The work list counts failed captions: they are final when the run ends, and no longer count once a new run
  // starts.
  if (counts.done + counts.failed === 0 || !isRunActive(counts.state)) refreshWork(queryClient);
  if (!isRunActive(counts.state)) refresh(queryClient, momentLists);
  const query = captionRunsQuery(momentId);
  const isKnown = queryClient.getQueryData(query.queryKey)?.some((run) => run.runId === runId);
  // The event names one image; the results of all images of an ended run are fetched.
  if (!isKnown || !isRunActive(counts.state)) return refresh(queryClient, query);
  const ended = { state: message ? 'failed' : 'done', message, detail } as const;
  patch<CaptionRunDetail[]>(queryClient, query.queryKey, (runs) =>
    runs.map((run) => {
      if (run.runId !== runId) return run;
      const images = run.images.map((item) => (item.imageId === imageId ? { ...item, ...ended } : item));
      return { ...run, ...counts, images };
    }),
  );
}

/** The list item with the progress of a run; of two active runs it shows the larger one. */
function withRun(item: MomentListItem, { runId, state, total, done, failed }: RunProgress): MomentListItem {
  const isShown = item.run?.runId === runId;
  if (!isRunActive(state)) return isShown ? { ...item, run: null } : item;
  return isShown || !item.run || item.run.total < total ? { ...item, run: { runId, total, done, failed } } : item;
}

/** Whether an image has both texts that the client reads: a title and a description. */
export function hasCaption({ title, description }: ImageView): boolean {
  return title !== '' && description !== '';
}

/** Whether an image is not approved and lacks a text that the client reads. */
export function lacksCaption(image: ImageView): boolean {
  return image.status !== 'approved' && !hasCaption(image);
}
