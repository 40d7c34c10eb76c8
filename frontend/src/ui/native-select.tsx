import type { CSSProperties } from 'react';
import styles from './native-select.module.css';
import { ChevronDownIcon } from './icons';

interface NativeSelectProps {
  id?: string;
  'aria-label': string;
  value: string;
  options: { value: string; label: string }[];
  style?: CSSProperties;
  onChange: (value: string) => void;
}

/** Chooses one of a few. Browsers let typed letters choose the entry that begins with them, and begin again after a second. */
export function NativeSelect({ options, style, onChange, ...select }: NativeSelectProps) {
  return (
    <span className={styles.select} style={style}>
      <select {...select} onChange={(event) => onChange(event.target.value)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={14} />
    </span>
  );
}
