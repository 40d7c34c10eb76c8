import type { CaptionRunDetail, RunImageView } from '@gmb-moments/backend/contract/captions';
import { missingCaptionFields } from '@gmb-moments/backend/contract/image-fields';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';

/** Whether the AI is writing the caption of an image, or will; `null` for neither. */
export type CaptionActivity = 'writing' | 'waiting' | null;

/** Why a caption could not be written: a sentence for users, and technical details. */
export type CaptionProblem = Pick<RunImageView, 'message' | 'detail'>;

/** A request to regenerate a caption: `sent` until the server answers, or why it was refused. */
export type CaptionRequest = 'sent' | CaptionProblem;
/** By image id. */
export type CaptionRequests = Readonly<Record<string, CaptionRequest | undefined>>;

export type CaptionStates = ReturnType<typeof captionStatesOf>;

/**
 * Activity and problems of each caption, derived from the moment's last runs. A run writes missing captions (mode
 * `missing`), or regenerates the caption of one image (mode `rewrite`).
 */
export function captionStatesOf(images: ImageView[], runs: CaptionRunDetail[], requests: CaptionRequests = {}) {
  const generation = runs.findLast(({ mode }) => mode === 'missing') ?? null;
  const regenerationOf = (imageId: string) =>
    runs.findLast(({ mode, images: items }) => mode === 'rewrite' && items.some((item) => item.imageId === imageId));

  function isRegenerating(imageId: string): boolean {
    const run = regenerationOf(imageId);
    return requests[imageId] === 'sent' || (run !== undefined && isRunActive(run.state));
  }

  /**
   * Why the last run for missing captions failed for an image; `undefined` if it did not, or the image has a caption
   * now.
   */
  function generationProblem(image: ImageView): CaptionProblem | undefined {
    if (missingCaptionFields(image).length === 0) return undefined;
    return generation?.images.find(({ imageId, state }) => imageId === image.id && state === 'failed');
  }

  /** The failure of an image's last regeneration, otherwise that of the last run for missing captions. */
  function problemOf(image: ImageView): CaptionProblem | undefined {
    const request = requests[image.id];
    const failedItem = regenerationOf(image.id)?.images.find(({ state }) => state === 'failed');
    const problem = request && request !== 'sent' ? request : failedItem;
    // A refusal without a body has no message.
    if (problem?.message) return withPrefix('Not regenerated', problem);
    return withPrefix('No caption', generationProblem(image));
  }

  function isWaiting(image: ImageView): boolean {
    if (!generation || !isRunActive(generation.state)) return false;
    return missingCaptionFields(image).length > 0 && !generationProblem(image);
  }

  /** What the AI does for an image now. A run processes images in the order of the moment. */
  function activityOn(image: ImageView): CaptionActivity {
    if (isRegenerating(image.id)) return 'writing';
    if (!isWaiting(image)) return null;
    const isActive = generation?.state === 'running' && images.find(isWaiting)?.id === image.id;
    return isActive ? 'writing' : 'waiting';
  }

  /** Whether the last run for missing captions failed for an image. */
  const hasFailed = (image: ImageView) => generationProblem(image) !== undefined;

  return { generation, activityOn, problemOf, hasFailed };
}

function withPrefix(what: string, problem: CaptionProblem | undefined): CaptionProblem | undefined {
  return problem && { message: `${what}: ${problem.message}`, detail: problem.detail };
}
