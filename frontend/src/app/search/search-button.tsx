import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { SearchIcon } from '../../ui/icons';
import { Modal } from '../../ui/modal';
import { LoadFailed } from '../../ui/placeholders';
import { chunkQuery } from '../../lib/chunk';
import { useKeydown } from '../../lib/keys';
import styles from './search.module.css';

// Not part of the shell's script, which every page loads.
const paletteQuery = chunkQuery('search', () => import('./search-palette'));

/** A record that can be added from every page. */
export type Addable = 'client' | 'agency';

/** The way to everything: a button in the header, and Ctrl+K or Cmd+K, open the search. */
export function SearchButton({ onLogout }: { onLogout: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [adding, setAdding] = useState<Addable>();
  const palette = useQuery({ ...paletteQuery, enabled: isOpen });
  useSearchKey(() => setOpen(true));
  const close = () => setOpen(false);
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
            <div className={styles['panel']}>
              {palette.data && <palette.data.SearchPalette onClose={close} onAdd={setAdding} onLogout={onLogout} />}
              {palette.error && (
                <LoadFailed
                  title="The search could not be loaded"
                  error={palette.error}
                  onRetry={() => void palette.refetch()}
                />
              )}
            </div>
          </Modal>,
          document.body,
        )}
      {adding && palette.data && <palette.data.AddDialog what={adding} onClose={() => setAdding(undefined)} />}
    </>
  );
}

const KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

function useSearchKey(open: () => void): void {
  useKeydown((event) => {
    const isKey =
      event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isKey) return;
    event.preventDefault();
    if (!isInDialog(event.target)) open();
  });
}

/** What was typed in a dialog would be left behind; a slide-over that belongs to the page is none. */
function isInDialog(target: EventTarget | null): boolean {
  const dialog = target instanceof Element ? target.closest('dialog') : null;
  return dialog !== null && !dialog.querySelector('[data-page-keys]');
}
