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

/** A native `select` for a few options, which are also chosen by typing their first letters. */
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
