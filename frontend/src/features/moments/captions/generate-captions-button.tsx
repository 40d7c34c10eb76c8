import { SparklesIcon } from '../../../ui/icons';
import { LiveRegion } from '../../../ui/live-region';
import { Button } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { missingCaptionFields } from '@gmb-moments/backend/contract/image-fields';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import { hasCaption } from '../../../records/captions';
import { useImages, useNextStep, useCaptionStates } from '../use-page';
import { useGeneration } from './use-generation';

/**
 * Starts a run for all images that lack a caption field and are not approved, and shows the progress of the active
 * run. Disabled, with the reason as its title, when there is no such image, or every image has a title and a
 * description.
 */
export function GenerateCaptionsButton() {
  const next = useNextStep();
  const { activeRun, text, problem, isStarting, generate } = useGenerateAction();
  return (
    <>
      <Button
        type={next === 'generate' ? 'primary' : 'default'}
        icon={<SparklesIcon />}
        loading={isStarting || activeRun !== null}
        disabled={problem !== undefined}
        title={problem}
        onClick={generate}
      >
        {text}
      </Button>
      <LiveRegion>
        {activeRun && `${activeRun.done + activeRun.failed} of ${activeRun.total} captions are done`}
      </LiveRegion>
    </>
  );
}

/** The same action as a menu entry. */
export function useGenerateEntry() {
  const { activeRun, text, problem, isStarting, generate } = useGenerateAction();
  const isDisabled = isStarting || activeRun !== null || problem !== undefined;
  return { label: text, icon: <SparklesIcon />, isDisabled, title: problem, onClick: generate };
}

/** The active run, the button's text, and `problem`: why no run can be started. */
function useGenerateAction() {
  const images = useImages();
  const { generation: run } = useCaptionStates();
  const activeRun = run && isRunActive(run.state) ? run : null;
  const isComplete = images.every(hasCaption) || !images.some((image) => missingCaptionFields(image).length > 0);
  return {
    ...useGeneration(),
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

function isApproved({ status }: ImageView): boolean {
  return status === 'approved';
}
