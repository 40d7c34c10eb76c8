import { Button } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog';
import { HistoryIcon, KeyboardIcon, PanelRightIcon, SelectIcon } from '../../ui/icons';
import { ShortcutList } from '../../ui/shortcut-list';
import { Tooltip } from '../../ui/tooltip';
import { directionOf, useShortcuts, withShortcut } from '../../lib/shortcuts';
import { useIsMobile, useIsWide } from '../../lib/media-queries';
import { useDialogs } from '../../records/dialogs';
import { StatusFilterBar } from './contact-sheet';
import { useImageOrder } from './use-image-order';
import { SHORTCUT_GROUPS, MOMENT_SHORTCUTS } from './moment-shortcuts';
import styles from './moment-page.module.css';
import { useImages, useMoment, usePage, usePageState, usePane, useView } from './use-page';
import { useCan } from '../../records/permissions';

/** The toolbar above the images: filter, selection, history, shortcuts, inspector. */
export function MomentToolbar() {
  const hasImages = useImages().length > 0;
  const isMobile = useIsMobile();
  const hasRoomBeside = useIsWide();
  const mayEdit = useCan('review.edit');
  return (
    <div className={`row wrap gap-8 ${styles['toolbar']}`}>
      <SheetShortcuts />
      {hasImages ? <StatusFilterBar /> : <span className={`grow ${styles['filters']}`} />}
      {!isMobile && hasImages && mayEdit && <SelectButton />}
      {!isMobile && <HistoryButton />}
      {hasImages && <ShortcutsButton />}
      {hasRoomBeside && hasImages && <InspectorButton />}
    </div>
  );
}

/** Switches the mode in which plain clicks choose photos. */
function SelectButton() {
  const { applySelection } = usePage();
  const clicksChoose = usePageState(({ selection }) => selection.clicksChoose);
  return (
    <Button
      type="text"
      icon={<SelectIcon />}
      aria-pressed={clicksChoose}
      title={withShortcut('Select photos', MOMENT_SHORTCUTS.choose)}
      onClick={() => applySelection({ type: clicksChoose ? 'clear' : 'start' })}
    >
      Select
    </Button>
  );
}

/** Opens and closes the inspector beside the images. */
function InspectorButton() {
  const { toggleInspector } = usePage();
  const { isInspecting } = usePane();
  const toggle = isInspecting ? 'Hide the inspector' : 'Show the inspector';
  return (
    <Tooltip text={withShortcut(toggle, MOMENT_SHORTCUTS.inspector)}>
      <Button
        type="text"
        icon={<PanelRightIcon />}
        aria-label={toggle}
        aria-expanded={isInspecting}
        onClick={toggleInspector}
      />
    </Tooltip>
  );
}

/** Opens the history of the moment. */
function HistoryButton() {
  const { id } = useMoment();
  const { history } = useDialogs();
  return (
    <Button
      type="text"
      icon={<HistoryIcon />}
      title="History"
      onClick={() => history({ review: { path: 'moments', id } })}
    >
      History
    </Button>
  );
}

/** Opens the list of shortcuts. The shortcut `?` works on narrow pages too, which do not show the button. */
function ShortcutsButton() {
  const isMobile = useIsMobile();
  const [isOpen, setOpen] = useState(false);
  useShortcuts(MOMENT_SHORTCUTS, { list: () => setOpen(true) });
  return (
    <>
      {!isMobile && (
        <Tooltip text={withShortcut('Keyboard shortcuts', MOMENT_SHORTCUTS.list)}>
          <Button type="text" icon={<KeyboardIcon />} aria-label="Keyboard shortcuts" onClick={() => setOpen(true)} />
        </Tooltip>
      )}
      {isOpen && (
        <Dialog title="Keyboard shortcuts" width={720} isLong onClose={() => setOpen(false)}>
          <div className={styles['keys']}>
            {Object.entries(SHORTCUT_GROUPS).map(([group, keys]) => (
              <section key={group}>
                <h3 className="small medium muted">{group}</h3>
                <ShortcutList shortcuts={keys} textOf={(does) => does} />
              </section>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Binds the shortcuts of the contact sheet: select, choose, move, toggle the panes. */
function SheetShortcuts() {
  const { applySelection, move, toggleInspector, toggleSharing } = usePage();
  const { step } = useImageOrder();
  const { selected, chosen } = useView();
  const clicksChoose = usePageState(({ selection }) => selection.clicksChoose);
  const isOpen = usePageState(({ dialog }) => dialog !== null);
  const mayEdit = useCan('review.edit');
  useShortcuts(
    MOMENT_SHORTCUTS,
    {
      next: ({ shiftKey }) => move(1, { isExtending: shiftKey }),
      previous: ({ shiftKey }) => move(-1, { isExtending: shiftKey }),
      row: ({ shiftKey }, name) => move(directionOf(name) * columns(), { isExtending: shiftKey }),
      ...(mayEdit && {
        place: (_event: unknown, name: string) => step(directionOf(name)),
        placeByRow: (_event: unknown, name: string) => step(directionOf(name) * columns()),
        choose: () => selected && applySelection({ type: 'toggle', id: selected.id }),
        chooseAll: () => applySelection({ type: 'all' }),
      }),
      ...((clicksChoose || chosen.length > 0) && { clear: () => applySelection({ type: 'clear' }) }),
      inspector: toggleInspector,
      sharing: toggleSharing,
    },
    { isActive: !isOpen },
  );
  return null;
}

/** Number of columns of the contact sheet. */
function columns(): number {
  const sheet = document.querySelector('[data-contact-sheet]');
  if (!sheet) return 1;
  return getComputedStyle(sheet).gridTemplateColumns.split(' ').filter(Boolean).length || 1;
}
