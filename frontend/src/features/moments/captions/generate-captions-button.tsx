import { SparklesIcon } from '../../../ui/icons';
import { LiveRegion } from '../../../ui/live-region';
import { Button } from 'antd';
import type { CaptionRunDetail } from '@gmb-moments/backend/contract/captions';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { missingCaptionFields } from '@gmb-moments/backend/contract/image-fields';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';

interface Props {
  /** Whether this is the next step of the moment. */
  isNext: boolean;
  images: ImageView[];
  run: CaptionRunDetail | null;
  isStarting: boolean;
  onStart: () => void;
}

/**
 * Starts a caption run for the images that lack a caption field and are not approved, and shows the progress of `run`.
 * Disabled, with the reason as its title, when there is no such image, or every image has a title and a description.
 */
export function GenerateCaptionsButton({ isNext, images, run, isStarting, onStart }: Props) {
  const { activeRun, text, problem } = generationOf(images, run);
  return (
    <>
      <Button
        type={isNext ? 'primary' : 'default'}
        icon={<SparklesIcon />}
        loading={isStarting || activeRun !== null}
        disabled={problem !== undefined}
        title={problem}
        onClick={onStart}
      >
        {text}
      </Button>
      <LiveRegion>
        {activeRun && `${activeRun.done + activeRun.failed} of ${activeRun.total} captions are done`}
      </LiveRegion>
    </>
  );
}

/** The same as an entry of a menu. */
export function generateEntry({ images, run, isStarting, onStart }: Omit<Props, 'isNext'>) {
  const { activeRun, text, problem } = generationOf(images, run);
  const disabled = isStarting || activeRun !== null || problem !== undefined;
  return { label: text, icon: <SparklesIcon />, disabled, title: problem, onChoose: onStart };
}

/** The run that is under way, what the button says, and why nothing can be started. */
function generationOf(images: ImageView[], run: CaptionRunDetail | null) {
  const activeRun = run && isRunActive(run.state) ? run : null;
  const isComplete = images.every(hasCaption) || !images.some((image) => missingCaptionFields(image).length > 0);
  return {
    activeRun,
    text: activeRun ? `Generating ${activeRun.done + activeRun.failed}/${activeRun.total}...` : 'Generate AI Captions',
    problem: isComplete && !activeRun ? disabledReason(images) : undefined,
  };
}

function disabledReason(images: ImageView[]): string {
  if (images.length === 0) return 'There are no images yet';
  if (images.every(hasCaption)) return 'Every image already has a title and a description';
  return images.every(isApproved) ? 'Approved images stay as they are' : APPROVED_OR_CAPTIONED;
}

const APPROVED_OR_CAPTIONED = 'Approved images stay as they are, and every other image already has its caption';

/** Whether an image is not approved and lacks what its client would read. */
export function lacksCaption(image: ImageView): boolean {
  return !isApproved(image) && !hasCaption(image);
}

/** Whether an image has what its client reads. */
export function hasCaption({ title, description }: ImageView): boolean {
  return title !== '' && description !== '';
}

function isApproved({ status }: ImageView): boolean {
  return status === 'approved';
}
