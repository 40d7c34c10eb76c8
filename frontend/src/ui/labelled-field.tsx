import { useId, type ReactNode } from 'react';
import styles from './labelled-field.module.css';

interface Props {
  label: string;
  /** Renders the field with this id. */
  children: (id: string) => ReactNode;
}

/** A field with a label, outside of Ant Design's forms. */
export function LabelledField({ label, children }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={`block ${styles['label']}`}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}
