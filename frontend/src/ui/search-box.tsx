import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { atMost } from '../lib/characters';
import styles from './resource-list.module.css';
import { SearchIcon } from './icons';

const TYPING_PAUSE_MS = 300;

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  /** Called when typing pauses. */
  onSearch: (search: string) => void;
}

/** The search of a list, whose text stands in the address. */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  // Text that was typed but not yet passed to `onSearch`; `value` follows only then.
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What was typed within the pause before leaving is dropped: the address is another page's by then.
  useEffect(() => () => clearTimeout(timer.current), []);

  function apply(search: string) {
    clearTimeout(timer.current);
    onSearch(search);
    setTyped(null);
  }

  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      prefix={<SearchIcon />}
      allowClear
      count={atMost(NAME_MAX)}
      value={typed ?? value}
      onChange={(event) => {
        const search = event.target.value;
        setTyped(search);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => apply(search), TYPING_PAUSE_MS);
      }}
      onPressEnter={(event) => apply(event.currentTarget.value)}
      className={styles['search']}
    />
  );
}
