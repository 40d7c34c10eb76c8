import { useId, type ReactNode } from 'react';

interface Props {
  label: string;
  /** Draws the field, which has this id. */
  children: (id: string) => ReactNode;
}

/** A field below its label, outside of Ant Design's forms. */
export function Labelled({ label, children }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} style={{ display: 'block', marginBottom: 6 }}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}
