import { useState } from 'react';
import { ChangesButton } from '../shell/card';
import { useLater } from '../shell/use-later';
import type { ShownSection } from './sections';
import styles from './sections.module.css';

interface Props {
  section: ShownSection;
  /** What was rejected. */
  earlier: string;
}

/** On demand, what the team changed since the reviewer rejected the suggestion. */
export function SectionRevision({ section, earlier }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [ComparedSuggestion, load] = useLater(() =>
    import('../../comparison/compared-suggestion').then((module) => module.ComparedSuggestion),
  );
  const toggle = () => {
    load();
    setOpen(!isOpen);
  };
  return (
    <div className={styles.revision}>
      <ChangesButton isOpen={isOpen} onClick={toggle} />
      {isOpen && ComparedSuggestion && (
        <ComparedSuggestion section={section.id} before={earlier} now={section.suggestion} />
      )}
    </div>
  );
}
