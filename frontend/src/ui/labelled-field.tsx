import { useId, type ReactNode } from 'react';
import styles from './labelled-field.module.css';

interface Props {
  label: string;
  /** Draws the field, which has this id. */
  children: (id: string) => ReactNode;
}

/** A field below its label, outside of Ant Design's forms. */
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
