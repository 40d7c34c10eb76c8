import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { Button } from 'antd';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { SearchIcon, SpinnerIcon } from '../../ui/icons';
import { LiveRegion } from '../../ui/live-region';
import { LoadFailed } from '../../ui/placeholders';
import { firstCharacters } from '../../lib/characters';
import { useIsMobile } from '../../lib/media-queries';
import { AgencyDialog } from '../../features/agencies/agency-dialog';
import { ClientDialog } from '../../features/clients/client-dialog';
import styles from './search.module.css';
import { useSearch } from './use-search';
import { useEntries, type Addable, type Entry, type Group, type PaletteActions } from './use-entries';
import { countText } from '../../lib/count-text';

const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 };

/** The search palette: finds records and actions; arrow keys choose, Enter opens. */
export function SearchPalette({ onClose, ...actions }: PaletteActions & { onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const isMobile = useIsMobile();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  // The dialog may have opened before this code was loaded.
  useLayoutEffect(() => field.current?.focus(), []);
  const search = useSearch(text);
  const groups = useEntries(text, search.found, actions);
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find(({ key }) => key === chosen) ?? entries[0];
  const idOf = (entry: Entry) => `${list}-${entry.key}`;

  function run(entry: Entry) {
    onClose();
    entry.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    // During composition, Enter and arrow keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step && active) {
      event.preventDefault();
      const next = entries.at((entries.indexOf(active) + step) % entries.length)!;
      setChosen(next.key);
      document.getElementById(idOf(next))?.scrollIntoView?.({ block: 'nearest' });
    }
    if (event.key === 'Enter' && active) {
      // Otherwise the same Enter would also activate the element that gets the focus.
      event.preventDefault();
      run(active);
    }
  }

  return (
    <div className={`column ${styles['palette']}`}>
      <div className={`row no-shrink muted underlined gap-12 ${styles['field']}`}>
        {search.isSearching ? <SpinnerIcon className={styles['spinner']} /> : <SearchIcon />}
        <input
          ref={field}
          data-autofocus
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={list}
          aria-activedescendant={active && idOf(active)}
          placeholder="Search or type a command"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => {
            setText(firstCharacters(event.target.value, NAME_MAX));
            setChosen(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        {isMobile && (
          <Button type="text" onClick={onClose}>
            Cancel
          </Button>
        )}
      </div>
      <div className={`column fill ${styles['results']}`} aria-busy={search.isSearching}>
        {search.error && (
          <div className={styles['failed']}>
            <LoadFailed title="The search failed" error={search.error} onRetry={search.retry} />
          </div>
        )}
        <div role="listbox" id={list} aria-label="Results" className={styles['list']}>
          {groups.map((group) => (
            <ResultGroup key={group.title} group={group} active={active} idOf={idOf} onPoint={setChosen} onRun={run} />
          ))}
        </div>
        {search.isEmpty && <NothingFound text={text.trim()} />}
      </div>
      <LiveRegion>{search.isSearching ? '' : countText(entries.length, 'result')}</LiveRegion>
    </div>
  );
}

interface ResultGroupProps {
  group: Group;
  active: Entry | undefined;
  idOf: (entry: Entry) => string;
  /** Called while the pointer is over an entry. */
  onPoint: (key: string) => void;
  onRun: (entry: Entry) => void;
}

function ResultGroup({ group: { title, entries }, active, idOf, onPoint, onRun }: ResultGroupProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className={`note muted medium ${styles['group']}`}>
        {title}
      </div>
      {entries.map((entry) => (
        // Keyboard events are handled by the input, which keeps the focus.
        <button
          key={entry.key}
          type="button"
          tabIndex={-1}
          id={idOf(entry)}
          role="option"
          aria-selected={entry === active}
          className={`row ink wide gap-12 ${styles['option']}`}
          onMouseMove={() => onPoint(entry.key)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onRun(entry)}
        >
          <span className={`centered no-shrink muted ${styles['picture']}`}>{entry.picture}</span>
          <span className="column grow">
            <span dir="auto" className="clip medium">
              {entry.label}
            </span>
            {entry.detail && (
              <span dir="auto" className="clip muted note">
                {entry.detail}
              </span>
            )}
          </span>
          {entry.status}
        </button>
      ))}
    </div>
  );
}

function NothingFound({ text }: { text: string }) {
  return (
    <div className={`column muted anywhere gap-4 ${styles['nothing']}`}>
      <strong className="ink semibold">Nothing found for “{text}”</strong>
      <span>The search looks at titles of packages, and at names of clients, optimizations and agencies.</span>
    </div>
  );
}

/** The dialog that adds a record. */
export function AddDialog({ what, onClose }: { what: Addable; onClose: () => void }) {
  return what === 'client' ? <ClientDialog onClose={onClose} /> : <AgencyDialog onClose={onClose} />;
}
