import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog';
import { SearchIcon } from '../../ui/icons';
import { LoadFailed } from '../../ui/placeholders';
import { chunkQuery } from '../../lib/chunk';
import { useIsMobile } from '../../lib/media';
import styles from './search.module.css';

// Not part of the shell's script, which every page loads.
const paletteQuery = chunkQuery('search', () => import('./search-palette'));

/** Id of the field that takes the focus. */
export const FIELD_ID = 'search-field';

/** A record that can be added from every page. */
export type Addable = 'client' | 'agency';

/** The way to everything: a button in the header, and Ctrl+K or Cmd+K, open the search. */
export function SearchButton({ onLogout }: { onLogout: () => void }) {
  const [isOpen, setOpen] = useState(false);
  // The dialog that adds a record opens when the search has given the focus back.
  const [chosen, setChosen] = useState<Addable>();
  const [adding, setAdding] = useState<Addable>();
  const isMobile = useIsMobile();
  const palette = useQuery({ ...paletteQuery, enabled: isOpen });
  useSearchKey(() => setOpen(true));
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        className={styles['control']}
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span>Search</span>
        <kbd>{KEY}</kbd>
      </button>
      <Dialog
        open={isOpen}
        onCancel={close}
        afterOpenChange={(isShown) => isShown && document.getElementById(FIELD_ID)?.focus()}
        // At once: what is typed next is meant for it.
        transitionName=""
        maskTransitionName=""
        afterClose={() => {
          setAdding(chosen);
          setChosen(undefined);
        }}
        title="Search"
        footer={null}
        closeIcon={null}
        destroyOnHidden
        width={isMobile ? '100%' : 600}
        rootClassName={styles['root'] ?? ''}
        styles={{ container: { padding: 0, overflow: 'hidden' }, header: { display: 'none' } }}
      >
        {palette.data && <palette.data.SearchPalette onClose={close} onAdd={setChosen} onLogout={onLogout} />}
        {palette.error && (
          <LoadFailed
            title="The search could not be loaded"
            error={palette.error}
            onRetry={() => void palette.refetch()}
          />
        )}
      </Dialog>
      {adding && palette.data && <palette.data.AddDialog what={adding} onClose={() => setAdding(undefined)} />}
    </>
  );
}

const KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

function useSearchKey(open: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isKey =
      event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isKey) return;
    event.preventDefault();
    if (!isInDialog(event.target)) open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** What was typed in a dialog would be left behind; a slide-over that belongs to the page is none. */
function isInDialog(target: EventTarget | null): boolean {
  const dialog = target instanceof Element ? target.closest('[role=dialog]') : null;
  return dialog !== null && !dialog.querySelector('[data-page-keys]');
}
