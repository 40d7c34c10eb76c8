import type { CSSProperties, ReactNode } from 'react';
import styles from './native-select.module.css';
import { ChevronDownIcon } from './icons';

interface NativeSelectProps {
  id?: string;
  'aria-label': string;
  value: string;
  options: { value: string; label: string }[];
  /** Shown before the value. */
  icon?: ReactNode;
  style?: CSSProperties;
  onChange: (value: string) => void;
}

/** A native `select` for a few options, which are also chosen by typing their first letters. */
export function NativeSelect({ options, icon, style, onChange, ...select }: NativeSelectProps) {
  return (
    <span className={`${styles.select} ${icon ? styles.withIcon : ''}`} style={style}>
      {icon}
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
