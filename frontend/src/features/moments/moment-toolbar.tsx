import { Button } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog';
import { HistoryIcon, KeyboardIcon, PanelRightIcon, SelectIcon } from '../../ui/icons';
import { KeyList } from '../../ui/key-list';
import { Tooltip } from '../../ui/tooltip';
import { direction, useKeys, withKey } from '../../lib/keys';
import { useIsMobile } from '../../lib/media';
import { HistoryDrawer } from '../history/history-drawer';
import { StatusFilterBar } from './contact-sheet';
import { KEY_GROUPS, KEYS } from './moment-keys';
import styles from './moment-page.module.css';
import { momentQuery } from '../../records/moments';
import { usePageState } from './page-state';
import type { Workbench } from './use-workbench';

/** The line above the images: what they are filtered by, and what is shown beside them. */
export function MomentToolbar() {
  const { images, workbench } = usePageState();
  const isMobile = useIsMobile();
  const toggle = workbench.pane.isInspecting ? 'Hide the inspector' : 'Show the inspector';
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
      {!isMobile && <HistoryButton />}
      {images.length > 0 && <KeysButton />}
      {workbench.pane.hasRoomBeside && images.length > 0 && (
        <Tooltip text={withKey(toggle, KEYS.inspector)}>
          <Button
            type="text"
            icon={<PanelRightIcon />}
            aria-label={toggle}
            aria-expanded={workbench.pane.isInspecting}
            onClick={workbench.pane.toggleInspector}
          />
        </Tooltip>
      )}
    </div>
  );
}

/** Opens the history of the moment. */
function HistoryButton() {
  const { moment } = usePageState();
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

/** Lists the keys of the page; `?` opens it as well, also where a narrow page has no room for the button. */
function KeysButton() {
  const isMobile = useIsMobile();
  const [isOpen, setOpen] = useState(false);
  useKeys(KEYS, { list: () => setOpen(true) });
  return (
    <>
      {!isMobile && (
        <Tooltip text={withKey('Keyboard shortcuts', KEYS.list)}>
          <Button type="text" icon={<KeyboardIcon />} aria-label="Keyboard shortcuts" onClick={() => setOpen(true)} />
        </Tooltip>
      )}
      {isOpen && (
        <Dialog title="Keyboard shortcuts" width={720} isLong onClose={() => setOpen(false)}>
          <div className={styles['keys']}>
            {Object.entries(KEY_GROUPS).map(([group, keys]) => (
              <section key={group}>
                <h3 className="small medium muted">{group}</h3>
                <KeyList keys={keys} say={(does) => does} />
              </section>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}

/** The keys of the contact sheet: they move the selection, choose, put the selected image elsewhere, and open or close the inspector. */
function useWorkbenchKeys(workbench: Workbench): void {
  const { move, reorder, selected, isChoosing } = workbench;
  useKeys(
    KEYS,
    {
      next: ({ shiftKey }) => move(1, { isExtending: shiftKey }),
      previous: ({ shiftKey }) => move(-1, { isExtending: shiftKey }),
      row: ({ shiftKey }, name) => move(direction(name) * columns(), { isExtending: shiftKey }),
      place: (_event, name) => reorder(direction(name)),
      placeByRow: (_event, name) => reorder(direction(name) * columns()),
      choose: () => selected && workbench.toggleChosen(selected.id),
      chooseAll: workbench.chooseAll,
      ...(isChoosing && { clear: workbench.clearChosen }),
      inspector: workbench.pane.toggleInspector,
      sharing: workbench.pane.toggleSharing,
    },
    { isActive: workbench.dialog === null },
  );
}

/** How many images a row of the contact sheet has. */
function columns(): number {
  const sheet = document.querySelector('[data-contact-sheet]');
  if (!sheet) return 1;
  return getComputedStyle(sheet).gridTemplateColumns.split(' ').filter(Boolean).length || 1;
}
