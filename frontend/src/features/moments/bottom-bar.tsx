import type { ComponentProps } from 'react';
import { LiveRegion } from '../../ui/live-region';
import type { Captions } from './captions/use-captions';
import { useBulk } from './images/use-bulk';
import { BuiltInWriterNotice } from '../../records/built-in-writer';
import { BulkBar } from './bulk-bar';
import { FailedCaptions } from './failed-captions';
import { StepBar } from './step-bar';
import styles from './step-bar.module.css';
import { useCaptionsOpened } from './use-captions-opened';
import type { Workbench } from './use-workbench';

interface Props extends Omit<ComponentProps<typeof StepBar>, 'isChecked'> {
  captions: Captions;
  workbench: Workbench;
}

/** The bar at the bottom of a moment: the next step, or the bulk actions while images are being chosen. */
export function BottomBar({ captions, workbench, ...step }: Props) {
  const bulk = useBulk(step.moment.id, workbench.filter.remember);
  const count = workbench.chosen.length;
  const { isInspecting, dialog, selected } = workbench;
  const isChecked = useCaptionsOpened(step.images, isInspecting || dialog === 'edit' ? selected : null);
  return (
    <div className={styles['bottom']}>
      <LiveRegion>{count > 0 && `${count} selected`}</LiveRegion>
      {step.next === 'generate' && <BuiltInWriterNotice banner />}
      <FailedCaptions images={step.images} captions={captions} filter={workbench.filter} />
      {workbench.isChoosing ? (
        <BulkBar
          images={workbench.chosen}
          bulk={bulk}
          captions={captions}
          hasKeys={workbench.dialog === null}
          onClear={workbench.clearChosen}
        />
      ) : (
        <StepBar {...step} isChecked={isChecked} />
      )}
    </div>
  );
}
