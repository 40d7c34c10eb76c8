import { useState, type ComponentType } from 'react';
import { ChangesButton } from './card';
import { useLazyComponent } from './use-lazy-component';

interface Props<Compared extends object> {
  /** Loads what compares two versions. */
  load: () => Promise<ComponentType<Compared>>;
  /** What the reviewer rejected, and what the team made of it. */
  versions: Compared;
}

/** A button that shows what the team changed since the rejection. */
export function Revision<Compared extends object>({ load, versions }: Props<Compared>) {
  const [isOpen, setOpen] = useState(false);
  const [Comparison, loadComparison] = useLazyComponent(load);
  const toggle = () => {
    loadComparison();
    setOpen(!isOpen);
  };
  return (
    <>
      <ChangesButton isOpen={isOpen} onClick={toggle} />
      {isOpen && Comparison && <Comparison {...versions} />}
    </>
  );
}
