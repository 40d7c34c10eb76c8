import { useState, type ReactNode } from 'react';
import { useChunk, type Chunk } from '../../../lib/chunk';
import { ChangesButton } from './card';

interface Props<Code> {
  /** What compares what the reviewer rejected with what the team made of it. */
  comparison: Chunk<Code>;
  children: (comparison: Code) => ReactNode;
}

/** A button that shows what the team changed since the rejection. */
export function Revision<Code>({ comparison, children }: Props<Code>) {
  const [isOpen, setOpen] = useState(false);
  const [code, needCode] = useChunk(comparison);
  const toggle = () => {
    needCode();
    setOpen(!isOpen);
  };
  return (
    <>
      <ChangesButton isOpen={isOpen} onClick={toggle} />
      {isOpen && code && children(code)}
    </>
  );
}
