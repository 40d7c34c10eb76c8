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

/** The caption runs of a moment, oldest first: the active ones and those that ended lately. */
export function captionRunsQuery(momentId: string) {
  return queryOptions<CaptionRunDetail[]>({ queryKey: ['/api/moments', momentId, 'runs'] });
}

/** Starts captioning every image that lacks a caption field, or joins the run that is already going. */
export function generateCaptions(momentId: string): Promise<CaptionRunStarted> {
  return http.post<CaptionRunStarted>(`/api/moments/${momentId}/generate-captions`);
}

/**
 * Asks for a new caption of one image. Answers at once; the run's end comes as a live event.
 * @param instruction what should change; empty for nothing in particular
 */
export function regenerateCaption(imageId: string, instruction = ''): Promise<CaptionJobStarted> {
  const body = instruction === '' ? undefined : { instruction };
  return http.post<CaptionJobStarted>(`/api/images/${imageId}/regenerate`, body, {
    headers: { Prefer: 'respond-async' },
  });
}

/** Shows the progress of a run, where it is shown, as its event says. */
export function applyCaptionProgress(
  queryClient: QueryClient,
  { momentId, runId, imageId, message = '', detail = '', ...counts }: CaptionProgress,
): void {
  applyRunProgress(queryClient, { runId, ...counts });
  patchPages<MomentListItem>(queryClient, momentLists, (items) =>
    items.map((item) => (item.id === momentId ? withRun(item, { runId, ...counts }) : item)),
  );
  // How many failed is known at the end, and a start makes up for a run that failed.
  if (counts.done + counts.failed === 0 || !isRunActive(counts.state)) refreshWork(queryClient);
  if (!isRunActive(counts.state)) refresh(queryClient, momentLists);
  const query = captionRunsQuery(momentId);
  const isKnown = queryClient.getQueryData(query.queryKey)?.some((run) => run.runId === runId);
  // How a run ended is fetched with all its images.
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

/** The listed moment as the progress of one of its runs changes it. The larger one of two runs is shown. */
function withRun(item: MomentListItem, { runId, state, total, done, failed }: RunProgress): MomentListItem {
  const isShown = item.run?.runId === runId;
  if (!isRunActive(state)) return isShown ? { ...item, run: null } : item;
  return isShown || !item.run || item.run.total < total ? { ...item, run: { runId, total, done, failed } } : item;
}

/** Whether an image has what its client reads of a caption, which need not be complete. */
export function hasCaption({ title, description }: ImageView): boolean {
  return title !== '' && description !== '';
}

/** Whether an image is not approved and lacks what its client would read. */
export function lacksCaption(image: ImageView): boolean {
  return image.status !== 'approved' && !hasCaption(image);
}
