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

// Not part of the shell's script, which every page loads.
const paletteQuery = chunkQuery('search', () => import('./search-palette'));

/** The way to everything: a button in the header, and Ctrl+K or Cmd+K, open the search. */
export function SearchButton({ onLogout }: { onLogout: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [adding, setAdding] = useState<Addable>();
  const palette = useQuery({ ...paletteQuery, enabled: isOpen });
  const close = () => setOpen(false);
  const byKey = (event: KeyboardEvent) => {
    if (isOpen) close();
    // What was typed in a dialog would be left behind; the browser's own Ctrl+K would leave it too.
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
