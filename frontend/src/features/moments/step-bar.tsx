import type { ImageView } from '@gmb-moments/backend/contract/images';
import { ITEM_STATUSES } from '@gmb-moments/backend/contract/statuses';
import { Button } from 'antd';
import { memo } from 'react';
import { ArrowRightIcon, CheckIcon, ChevronRightIcon, DeliverIcon, SendIcon } from '../../ui/icons';
import { deliveryOfMoment } from '../../records/deliveries';
import { useDialogs } from '../../records/dialogs';
import { GenerateCaptionsButton } from './captions/generate-captions-button';
import { stepsOf } from './next-step';
import styles from './step-bar.module.css';
import { useMomentShare } from './use-moment-share';
import { useImages, useMoment, useNextStep, usePage, usePane, useView } from './use-page';
import { countText } from '../../lib/count-text';
import { useMay } from '../../records/permissions';

/**
 * The steps of a moment, the number of images per status, and the button for the next step. Memoized, because its
 * parent rerenders with each selection.
 * @param isEveryCaptionOpened whether staff have opened every caption
 */
export const StepBar = memo(function StepBar({ isEveryCaptionOpened }: { isEveryCaptionOpened: boolean }) {
  const moment = useMoment();
  const images = useImages();
  const next = useNextStep();
  const dialogs = useDialogs();
  const share = useMomentShare();
  const may = useMay();
  return (
    <section aria-label="Progress" className={`row ruled gap-16 ${styles['bar']}`}>
      <ol className={`flex gap-4 grow medium nowrap ${styles['steps']}`}>
        {stepsOf({ moment, images, next }, isEveryCaptionOpened).map(({ step, state }, index) => (
          <li
            key={step}
            className={`row gap-4 ${styles[state]}`}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            {index > 0 && <ChevronRightIcon size={14} className={`faint ${styles['arrow']}`} />}
            {state === 'done' && <CheckIcon size={14} role="img" aria-label="Done" />}
            {step}
          </li>
        ))}
      </ol>
      <Counts images={images} />
      <div className={`no-shrink ${styles['next']}`}>
        {next === 'generate' && may('review.generate') && <GenerateCaptionsButton />}
        {next === 'share' && may('review.share') && (
          <Button type="primary" icon={<SendIcon />} onClick={() => dialogs.share(share)}>
            Share
          </Button>
        )}
        {next === 'answer' && may('review.edit') && <AnswerButton />}
        {next === 'deliver' && may('review.deliver') && (
          <Button
            type="primary"
            icon={<DeliverIcon />}
            onClick={() => dialogs.deliver({ source: deliveryOfMoment(moment) })}
          >
            {`Deliver ${countText(images.length, 'photo')}`}
          </Button>
        )}
        {next === 'wait' && <span className="muted">Waiting for the client</span>}
      </div>
    </section>
  );
});

/** Selects the next rejected photo. */
function AnswerButton() {
  const { selectNextRejected } = usePage();
  const rejected = useImages().filter(({ status }) => status === 'rejected').length;
  const { isInspecting } = usePane();
  /** Whether the inspector shows a rejected photo: then the primary button is there. */
  const isInInspector = useView().selected?.status === 'rejected' && isInspecting;
  return (
    <Button
      type={isInInspector ? 'default' : 'primary'}
      icon={<ArrowRightIcon />}
      iconPlacement="end"
      onClick={selectNextRejected}
    >
      {`Answer ${countText(rejected, 'rejection')}`}
    </Button>
  );
}

function Counts({ images }: { images: ImageView[] }) {
  return (
    <ul className={`flex muted numbers gap-14 ${styles['counts']}`}>
      {ITEM_STATUSES.toSorted().map((status) => {
        const count = images.filter((image) => image.status === status).length;
        return (
          <li key={status} title={`${count} ${status}`} className="row gap-6">
            <span className={`dot dot-${status}`} />
            {count}
            <span className="visually-hidden"> {status}</span>
          </li>
        );
      })}
    </ul>
  );
}
