import { useState, type ReactNode } from 'react';
import { useChunk, type Chunk } from '../../../lib/chunk';
import { useTranslator } from '../../../lib/texts/translator';
import { Button } from './card';
import card from './card.module.css';
import { Icon } from './icon';

interface Props<Code> {
  /** The code of the component that compares both versions. */
  comparison: Chunk<Code>;
  children: (comparison: Code) => ReactNode;
}

/** A button that shows and hides what the team changed since the rejection. */
export function ChangesDisclosure<Code>({ comparison, children }: Props<Code>) {
  const t = useTranslator();
  const [isOpen, setOpen] = useState(false);
  const [code, needCode] = useChunk(comparison);
  const toggle = () => {
    needCode();
    setOpen(!isOpen);
  };
  return (
    <>
      <Button aria-expanded={isOpen} className={isOpen ? card.opened : undefined} onClick={toggle}>
        {t.text(isOpen ? 'changes.hide' : 'changes.show')}
        <Icon name="down" size={16} />
      </Button>
      {isOpen && code && children(code)}
    </>
  );
}
