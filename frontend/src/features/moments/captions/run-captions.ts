import type { CaptionRunDetail, RunImageView } from '@gmb-moments/backend/contract/captions';
import { missingCaptionFields } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';

/** What the AI does for an image. */
export type CaptionActivity = 'writing' | 'waiting' | null;

/** Why the caption of an image could not be written: a sentence, and the technical reason. */
export type CaptionProblem = Pick<RunImageView, 'message' | 'detail'>;

/** A request to regenerate a caption: under way, or why it was refused. */
export type CaptionRequest = 'sent' | CaptionProblem;
/** By image id. */
export type CaptionRequests = Readonly<Record<string, CaptionRequest | undefined>>;

export type RunCaptions = ReturnType<typeof runCaptions>;

/**
 * What the last runs did for the captions of a moment. A run generates what images lack (mode `missing`), or regenerates the caption
 * of one image (mode `rewrite`).
 */
export function runCaptions(images: ImageView[], runs: CaptionRunDetail[], requests: CaptionRequests = {}) {
  const generation = runs.findLast(({ mode }) => mode === 'missing') ?? null;
  const regenerationOf = (imageId: string) =>
    runs.findLast(({ mode, images: items }) => mode === 'rewrite' && items.some((item) => item.imageId === imageId));

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

  /** Whether the caption of an image could not be generated. */
  const hasFailed = (image: ImageView) => generationProblem(image) !== undefined;

  return { generation, activityOn, problemOf, hasFailed };
}

function labelled(what: string, problem: CaptionProblem | undefined): CaptionProblem | undefined {
  return problem && { message: `${what}: ${problem.message}`, detail: problem.detail };
}
