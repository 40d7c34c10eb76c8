import type { CaptionRunDetail } from '@gmb-moments/backend/contract/captions';
import { CAPTION_FIELDS, missingCaptionFields } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { HttpError, reasonOf } from '../../../lib/http';
import { toast, toastBulkResult } from '../../../lib/toast';
import { tryEach } from '../../../lib/try-each';
import { captionRunsQuery, regenerateCaption } from '../../../records/captions';
import { updateImage } from '../../../records/images';
import { followRuns, runResultText } from '../../../records/runs';
import { imageCache } from '../images/image-cache';
import type { PageParts, RegenerateOptions } from '../page-state';
import type { CaptionRequest } from './caption-states';

/**
 * Captions that are regenerated together, each in its own run. One toast shows the result when all runs have ended.
 */
interface Batch {
  /** The images before the regeneration. */
  before: ImageView[];
  total: number;
  ended: number;
  done: number;
  /** Ids of the images whose captions were written. */
  written: string[];
  /** The reason of the last failure; `null` without failures. */
  reason: string | null;
}

/** The part of the page's store that regenerates captions and shows the results of caption runs in toasts. */
export function createRegeneration({ momentId, queryClient, store, updateState, images }: PageParts) {
  /** Regenerations started on this page, by run id. */
  const startedHere = new Map<string, Batch>();
  const { check, follow } = followRuns<CaptionRunDetail>(queryClient, captionRunsQuery(momentId).queryKey, (run) => {
    const batch = startedHere.get(run.runId);
    if (run.mode === 'missing') toastGenerated(run);
    else if (batch) {
      const written = run.images.filter(({ state }) => state === 'done').map(({ imageId }) => imageId);
      recordEnd(batch, { done: run.done, written, reason: run.failed > 0 ? failureOf(run) : null }, undo);
    }
  });

  /** Regenerates the captions of these images, each in its own run, without asking. */
  async function regenerateNow(imageIds: string[], { instruction }: RegenerateOptions): Promise<void> {
    const before = images().filter(({ id }) => imageIds.includes(id));
    const batch: Batch = { before, total: imageIds.length, ended: 0, done: 0, written: [], reason: null };
    const setRequests = (ids: string[], request: CaptionRequest | undefined) =>
      updateState({ requests: { ...store.get().requests, ...Object.fromEntries(ids.map((id) => [id, request])) } });
    setRequests(imageIds, 'sent');
    await tryEach(imageIds, async (imageId) => {
      try {
        // The API calls a run's id `jobId`.
        const { jobId: runId } = await regenerateCaption(imageId, instruction);
        setRequests([imageId], undefined);
        startedHere.set(runId, batch);
        follow(queued({ runId, momentId, mode: 'rewrite', total: 1 }, [imageId]));
      } catch (error) {
        const reason = reasonOf(error);
        setRequests([imageId], { message: reason, detail: '' });
        recordEnd(batch, { done: 0, written: [], reason }, undo);
      }
    });
  }

  /** Restores the captions before the regeneration, except those that were edited since. */
  async function undo(before: ImageView[]): Promise<void> {
    const cache = imageCache(queryClient, momentId);
    const { done, errors } = await tryEach(before, async (image) => {
      const texts = Object.fromEntries(CAPTION_FIELDS.map((field) => [field, image[field]]));
      // The regeneration raised the revision by one. After another edit it is higher, and the server refuses the
      // request.
      cache.put(await updateImage(image.id, { ...texts, captionRevision: image.captionRevision + 1 }));
    });
    const [first] = errors;
    if (!first) return toast.success('Undone', 'The earlier text is back');
    const missing = before.length - done;
    toast.error('Error', `Failed to bring ${missing} of ${before.length} captions back\n${reasonOf(first)}`);
  }

  return {
    /** Regenerates captions; asks first if one was written by staff and is not on screen. */
    regenerate(imageIds: string[], options: RegenerateOptions): void {
      const replaced = images().filter(({ id }) => imageIds.includes(id));
      if (!options.wasShown && replaced.some(({ captionByHand }) => captionByHand))
        updateState({ replaceQuestion: { images: replaced, options } });
      else void regenerateNow(imageIds, options);
    },
    /** Answers the question that `regenerate` asked. @param imageIds the images to regenerate; empty to cancel */
    answer(imageIds: string[]): void {
      const { replaceQuestion } = store.get();
      updateState({ replaceQuestion: null });
      if (replaceQuestion && imageIds.length > 0) void regenerateNow(imageIds, replaceQuestion.options);
    },
    /** Watches a run for missing captions that was just started. */
    followGeneration(runId: string, total: number): void {
      const lacking = images().filter((image) => missingCaptionFields(image).length > 0);
      const ids = lacking.map(({ id }) => id);
      follow(queued({ runId, momentId, mode: 'missing', total }, ids));
    },
    /** Call it when the cached runs have changed. */
    checkRuns: () => check(),
  };
}

/** A run in the state `queued`, for the cache until the run is fetched. */
function queued(
  run: Pick<CaptionRunDetail, 'runId' | 'momentId' | 'mode' | 'total'>,
  imageIds: string[],
): CaptionRunDetail {
  const images = imageIds.map((imageId) => ({ imageId, state: 'waiting' as const, message: '', detail: '' }));
  return { ...run, state: 'queued', done: 0, failed: 0, images };
}

/** The sentence for a run that could not be started. */
export function startFailure(error: Error): string {
  if (error instanceof HttpError && error.code === 'ALL_CAPTIONED') return error.reason;
  return withReason(reasonOf(error));
}

function failureOf({ images }: CaptionRunDetail): string {
  return images.find(({ state }) => state === 'failed')?.message ?? '';
}

function toastGenerated(run: CaptionRunDetail): void {
  const { done, failed } = run;
  if (failed === 0 && done > 0) toast.success('Success', runResultText('captions', run));
  else if (done > 0) toast.info('Partial Success', runResultText('captions', run));
  else if (failed > 0) toast.error('Error', withReason(failureOf(run)));
  else toast.info('Nothing generated', 'The images were approved, edited or deleted meanwhile.');
}

/** Records the end of one run of a batch, and shows the toast after the last one. */
function recordEnd(
  batch: Batch,
  { done, written, reason }: Pick<Batch, 'done' | 'written' | 'reason'>,
  undo: (before: ImageView[]) => void,
): void {
  batch.ended += 1;
  batch.done += done;
  batch.written.push(...written);
  batch.reason = reason ?? batch.reason;
  if (batch.ended === batch.total) toastRegenerated(batch, undo);
}

const DONE_MEANWHILE = 'The others were approved, edited or deleted meanwhile.';

function toastRegenerated({ before, written, total, done, reason }: Batch, undo: (before: ImageView[]) => void): void {
  const replaced = before.filter((image) => written.includes(image.id) && textsOf(image).some(Boolean));
  const action = replaced.length > 0 ? { label: 'Undo', run: () => undo(replaced) } : undefined;
  if (total > 1) toastBulkResult('regenerated', { total, done, reason: reason ?? DONE_MEANWHILE, action });
  // No reason in the toast: the inspector shows it.
  else if (reason !== null) toast.error('Error', 'Failed to regenerate caption');
  else if (done > 0) toast.success('Regenerated', undefined, action);
  else toast.info('Not regenerated', 'The image was approved, edited or deleted meanwhile.');
}

const textsOf = (image: ImageView) => CAPTION_FIELDS.map((field) => image[field]);

function withReason(reason: string): string {
  return reason ? `Failed to generate captions\n${reason}` : 'Failed to generate captions';
}
