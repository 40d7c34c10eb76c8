import type { CaptionRunDetail, RunImageView } from '@gmb-moments/backend/contract/captions';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { CAPTION_FIELDS, missingCaptionFields } from '@gmb-moments/backend/contract/image-fields';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { HttpError, reasonOf } from '../../../lib/http';
import { toast, toastOfMany } from '../../../lib/toast';
import { tryEach } from '../../../lib/try-each';
import { updateImage } from '../../../records/images';
import { useImageCache } from '../images/use-image-actions';
import { useRuns } from '../../../records/runs';
import { captionRunsQuery, generateCaptions, regenerateCaption } from '../../../records/captions';
import { counted } from '../../../lib/counted';

/** What the AI does for an image. */
export type CaptionActivity = 'writing' | 'waiting' | null;

/** Why the caption of an image could not be written: a sentence, and the technical reason. */
export type CaptionProblem = Pick<RunImageView, 'message' | 'detail'>;

/** How captions are regenerated. */
export interface RegenerateOptions {
  /** What should change; `''` for nothing in particular. */
  instruction: string;
  /** Whether staff were shown the text that is replaced. */
  wasShown?: boolean;
}

/** Captions regenerated together: one toast shows the result, once all have ended. */
interface Batch {
  /** The images as they were. */
  before: ImageView[];
  total: number;
  ended: number;
  done: number;
  /** Ids of those that were written. */
  written: string[];
  /** Why the last one failed; `null` while none did. */
  reason: string | null;
}

/**
 * The captions of a moment's images: starts runs, follows them, and shows the result of those started here or seen active. A run
 * generates what images lack (mode `missing`), or regenerates the caption of one image (mode `rewrite`).
 */
export function useCaptions(momentId: string, images: ImageView[]) {
  const undo = useUndo(momentId);
  /** Regenerations started here, by run id. */
  const startedHere = useRef(new Map<string, Batch>());
  /** Requests to regenerate that are under way, or were refused, by image id. */
  const [requests, setRequests] = useState<Readonly<Record<string, 'sent' | CaptionProblem | undefined>>>({});
  const { runs, follow } = useRuns(captionRunsQuery(momentId), (run) => {
    const batch = startedHere.current.get(run.runId);
    if (run.mode === 'missing') toastGenerated(run);
    else if (batch) {
      const written = run.images.filter(({ state }) => state === 'done').map(({ imageId }) => imageId);
      recordEnd(batch, { done: run.done, written, reason: run.failed > 0 ? failureOf(run) : null }, undo);
    }
  });
  const generation = runs.data?.findLast(({ mode }) => mode === 'missing') ?? null;
  const regenerationOf = (imageId: string) =>
    runs.data?.findLast(
      ({ mode, images: items }) => mode === 'rewrite' && items.some((item) => item.imageId === imageId),
    );

  const start = useMutation({
    mutationFn: () => generateCaptions(momentId),
    onSuccess: ({ runId, total }) => {
      const lacking = images.filter((image) => missingCaptionFields(image).length > 0);
      follow(
        queued(
          { runId, momentId, mode: 'missing', total },
          lacking.map(({ id }) => id),
        ),
      );
    },
    onError: (error) => toast.error('Error', startFailure(error)),
  });

  /** Regenerates the captions of these images, each in a run of its own. */
  async function regenerate(imageIds: string[], { instruction }: RegenerateOptions): Promise<void> {
    const before = images.filter(({ id }) => imageIds.includes(id));
    const batch: Batch = { before, total: imageIds.length, ended: 0, done: 0, written: [], reason: null };
    const setRequest = (imageId: string, state: 'sent' | CaptionProblem | undefined) =>
      setRequests((others) => ({ ...others, [imageId]: state }));
    for (const imageId of imageIds) setRequest(imageId, 'sent');
    await tryEach(imageIds, async (imageId) => {
      try {
        // The id of the job is that of its run.
        const { jobId: runId } = await regenerateCaption(imageId, instruction);
        setRequest(imageId, undefined);
        startedHere.current.set(runId, batch);
        follow(queued({ runId, momentId, mode: 'rewrite', total: 1 }, [imageId]));
      } catch (error) {
        const reason = reasonOf(error);
        setRequest(imageId, { message: reason, detail: '' });
        recordEnd(batch, { done: 0, written: [], reason }, undo);
      }
    });
  }

  function isRegenerating(imageId: string): boolean {
    const run = regenerationOf(imageId);
    return requests[imageId] === 'sent' || (run !== undefined && isRunActive(run.state));
  }
  /** Why the last generation wrote no caption; `undefined` when it did, or the image has one by now. */
  function generationProblem(image: ImageView): CaptionProblem | undefined {
    if (missingCaptionFields(image).length === 0) return undefined;
    return generation?.images.find(({ imageId, state }) => imageId === image.id && state === 'failed');
  }
  /** The failure of the last regeneration of a caption, else that of the last run for missing captions. */
  function problemOf(image: ImageView): CaptionProblem | undefined {
    const request = requests[image.id];
    const failedItem = regenerationOf(image.id)?.images.find(({ state }) => state === 'failed');
    const problem = request && request !== 'sent' ? request : failedItem;
    // An answer without a body has no sentence to show.
    if (problem?.message) return labelled('Not regenerated', problem);
    return labelled('No caption', generationProblem(image));
  }
  function isWaiting(image: ImageView): boolean {
    if (!generation || !isRunActive(generation.state)) return false;
    return missingCaptionFields(image).length > 0 && !generationProblem(image);
  }

  /** What the AI does for an image. A generation goes through the images in their order. */
  function activityOn(image: ImageView): CaptionActivity {
    if (isRegenerating(image.id)) return 'writing';
    if (!isWaiting(image)) return null;
    const isActive = generation?.state === 'running' && images.find(isWaiting)?.id === image.id;
    return isActive ? 'writing' : 'waiting';
  }

  return { generation, start, regenerate, activityOn, problemOf, generationProblem };
}

export type Captions = ReturnType<typeof useCaptions>;

function labelled(what: string, problem: CaptionProblem | undefined): CaptionProblem | undefined {
  return problem && { message: `${what}: ${problem.message}`, detail: problem.detail };
}

/** A run as it stands before the API is asked for it. */
function queued(
  run: Pick<CaptionRunDetail, 'runId' | 'momentId' | 'mode' | 'total'>,
  imageIds: string[],
): CaptionRunDetail {
  const images = imageIds.map((imageId) => ({ imageId, state: 'waiting' as const, message: '', detail: '' }));
  return { ...run, state: 'queued', done: 0, failed: 0, images };
}

function startFailure(error: Error): string {
  if (error instanceof HttpError && error.code === 'ALL_CAPTIONED') return error.reason;
  return withReason(reasonOf(error));
}

function failureOf({ images }: CaptionRunDetail): string {
  return images.find(({ state }) => state === 'failed')?.message ?? '';
}

function toastGenerated(run: CaptionRunDetail): void {
  const { total, done, failed } = run;
  if (failed === 0 && done > 0) toast.success('Success', `Generated ${counted(done, 'caption')}.`);
  else if (done > 0) toast.info('Partial Success', `Generated ${done} of ${total} captions. ${failed} failed.`);
  else if (failed > 0) toast.error('Error', withReason(failureOf(run)));
  else toast.info('Nothing generated', 'The images were approved, edited or deleted meanwhile.');
}

/** Counts one more regeneration that has ended; the last one of the batch shows the toast. */
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
  if (total > 1) toastOfMany('regenerated', { total, done, reason: reason ?? DONE_MEANWHILE, action });
  // The inspector shows the reason.
  else if (reason !== null) toast.error('Error', 'Failed to regenerate caption');
  else if (done > 0) toast.success('Regenerated', undefined, action);
  else toast.info('Not regenerated', 'The image was approved, edited or deleted meanwhile.');
}

const textsOf = (image: ImageView) => CAPTION_FIELDS.map((field) => image[field]);

/** Restores the captions that the AI replaced. An edited caption stays. */
function useUndo(momentId: string) {
  const cache = useImageCache(momentId);
  return async (before: ImageView[]) => {
    const { done, errors } = await tryEach(before, async (image) => {
      const texts = Object.fromEntries(CAPTION_FIELDS.map((field) => [field, image[field]]));
      // The draft itself raised the revision by one; after an edit it is higher, and the server refuses this.
      cache.put(await updateImage(image.id, { ...texts, captionRevision: image.captionRevision + 1 }));
    });
    const [first] = errors;
    if (first)
      toast.error(
        'Error',
        `Failed to bring ${before.length - done} of ${before.length} captions back\n${reasonOf(first)}`,
      );
    else toast.success('Undone', 'The earlier text is back');
  };
}

function withReason(reason: string): string {
  return reason ? `Failed to generate captions\n${reason}` : 'Failed to generate captions';
}
