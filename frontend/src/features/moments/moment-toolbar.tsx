import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { Button } from 'antd';
import { useState } from 'react';
import { HistoryIcon, PanelRightIcon, SelectIcon } from '../../ui/icons';
import { Tooltip } from '../../ui/tooltip';
import { withKey } from '../../lib/keys';
import { useIsMobile } from '../../lib/media';
import { HistoryDrawer } from '../../records/history-drawer';
import { StatusFilterBar } from './contact-sheet';
import { KeysButton } from './keys-button';
import { KEYS } from './moment-keys';
import styles from './moment-page.module.css';
import { momentQuery } from '../../records/moments';
import { usePageState } from './page-state';
import { useWorkbenchKeys } from './use-workbench-keys';

/** The line above the images: what they are filtered by, and what is shown beside them. */
export function MomentToolbar() {
  const { moment, images, workbench } = usePageState();
  const isMobile = useIsMobile();
  const toggle = workbench.isInspecting ? 'Hide the inspector' : 'Show the inspector';
  useWorkbenchKeys(workbench);
  return (
    <div className={`row wrap gap-8 ${styles['toolbar']}`}>
      {images.length > 0 ? <StatusFilterBar /> : <span className={`grow ${styles['filters']}`} />}
      {!isMobile && images.length > 0 && (
        <Button
          type="text"
          icon={<SelectIcon />}
          aria-pressed={workbench.clicksChoose}
          title={withKey('Select photos', KEYS.choose)}
          onClick={workbench.clicksChoose ? workbench.clearChosen : workbench.startChoosing}
        >
          Select
        </Button>
      )}
      {!isMobile && <HistoryButton moment={moment} />}
      {images.length > 0 && <KeysButton />}
      {workbench.isBeside && images.length > 0 && (
        <Tooltip text={withKey(toggle, KEYS.inspector)}>
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
