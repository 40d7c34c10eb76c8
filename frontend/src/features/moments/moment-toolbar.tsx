import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { Button } from 'antd';
import { useState } from 'react';
import { ArrowLeftIcon, ArrowRightIcon, HistoryIcon, PanelRightIcon, SelectIcon } from '../../ui/icons';
import { Tooltip } from '../../ui/tooltip';
import { useIsMobile } from '../../lib/media';
import { HistoryDrawer } from '../../records/history-drawer';
import { StatusFilterBar } from './contact-sheet';
import { KeysButton } from './keys-dialog';
import styles from './moment-page.module.css';
import { momentQuery } from '../../records/moments';
import { useWorkbenchKeys } from './use-workbench-keys';
import type { Workbench } from './use-workbench';

interface Props {
  moment: MomentView;
  images: ImageView[];
  workbench: Workbench;
}

/** The line above the images: what they are filtered by, and what is shown beside them. */
export function MomentToolbar({ moment, images, workbench }: Props) {
  const isMobile = useIsMobile();
  const toggle = workbench.isInspecting ? 'Hide the inspector' : 'Show the inspector';
  useWorkbenchKeys(workbench);
  return (
    <div className={styles['toolbar']}>
      {images.length > 0 ? (
        <StatusFilterBar images={images} filter={workbench.filter} />
      ) : (
        <span className={styles['filters']} />
      )}
      {!isMobile && images.length > 0 && (
        <Button
          type="text"
          icon={<SelectIcon />}
          aria-pressed={workbench.isPicking}
          title="Select photos (Space)"
          onClick={workbench.isPicking ? workbench.clearChosen : workbench.startPicking}
        >
          Select
        </Button>
      )}
      {!isMobile && <HistoryButton moment={moment} />}
      {images.length > 0 && <KeysButton />}
      {workbench.isBeside && images.length > 0 && (
        <Tooltip text={`${toggle} (I)`}>
          <Button
            type="text"
            icon={<PanelRightIcon />}
            aria-label={toggle}
            aria-expanded={workbench.isInspecting}
            onClick={workbench.toggleInspector}
          />
        </Tooltip>
      )}
    </div>
  );
}

/** Opens the history of the moment. */
function HistoryButton({ moment }: { moment: MomentView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button type="text" icon={<HistoryIcon />} title="History" onClick={() => setOpen(true)}>
        History
      </Button>
      <HistoryDrawer subject={momentQuery(moment.id).queryKey} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Goes from the image in the inspector to the one before or after it. */
export function StepButtons({ workbench }: { workbench: Workbench }) {
  return (
    <>
      <Tooltip text="Previous photo (K)">
        <Button
          icon={<ArrowLeftIcon />}
          aria-label="Previous photo"
          disabled={workbench.isFirst}
          onClick={() => workbench.move(-1)}
        />
      </Tooltip>
      <Tooltip text="Next photo (J)">
        <Button
          icon={<ArrowRightIcon />}
          aria-label="Next photo"
          disabled={workbench.isLast}
          onClick={() => workbench.move(1)}
        />
      </Tooltip>
    </>
  );
}
