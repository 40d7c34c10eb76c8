import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { SearchIcon } from '../../ui/icons';
import { Modal } from '../../ui/modal';
import { QueryView } from '../../ui/placeholders';
import { chunkQuery } from '../../lib/chunk';
import { isOutsideScope, useShortcuts } from '../../lib/shortcuts';
import { CTRL, STAFF_SHORTCUTS } from '../../lib/staff-shortcuts';
import styles from './search.module.css';
import type { Addable } from './use-entries';

// A chunk of its own, because every page loads the shell.
const paletteQuery = chunkQuery('search', () => import('./search-palette'));

/** The search: opened by a button in the header, or by Ctrl+K or Cmd+K. */
export function SearchButton({ onLogout }: { onLogout: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [adding, setAdding] = useState<Addable>();
  const palette = useQuery({ ...paletteQuery, enabled: isOpen });
  const close = () => setOpen(false);
  const byKey = (event: KeyboardEvent) => {
    if (isOpen) close();
    // Not over a dialog, whose unsaved input would be lost. The browser's own Ctrl+K is prevented too.
    else if (!isOutsideScope(event, 'page')) setOpen(true);
  };
  useShortcuts(STAFF_SHORTCUTS, { search: byKey }, { scope: 'both' });
  return (
    <>
      <button
        type="button"
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        className={`row muted surface gap-8 ${styles['control']}`}
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span>Search</span>
        <kbd>{KEY}</kbd>
      </button>
      {isOpen &&
        createPortal(
          <Modal label="Search" className={styles['window']} onClose={close}>
            <div className={`overlay ${styles['panel']}`}>
              <QueryView query={palette} failed="The search could not be loaded" loading={null}>
                {({ SearchPalette }) => <SearchPalette onClose={close} onAdd={setAdding} onLogout={onLogout} />}
              </QueryView>
            </div>
          </Modal>,
          document.body,
        )}
      {adding && palette.data && <palette.data.AddDialog what={adding} onClose={() => setAdding(undefined)} />}
    </>
  );
}

const KEY = CTRL === 'Cmd' ? '⌘ K' : 'Ctrl K';
