import styles from './switch.module.css';

interface SwitchProps {
  id?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch; it needs a label. */
export function Switch({ checked, onChange, ...input }: SwitchProps) {
  return (
    <input
      {...input}
      type="checkbox"
      role="switch"
      aria-checked={checked}
      className={`no-shrink relative ${styles.switch}`}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
