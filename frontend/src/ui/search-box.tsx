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
  /** Called 300 ms after the last input, or on Enter. */
  onSearch: (search: string) => void;
}

/** The debounced search field of a list. */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  // Typed text that was not passed to `onSearch` yet.
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Cancelled on unmount, because the URL then belongs to another page.
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
