import type { Section } from '@gmb-moments/backend/contract/statuses';
import { useMemo } from 'react';
import { compareSuggestions } from './compared-section';
import styles from './comparison.module.css';

interface Props {
  section: Section;
  before: string;
  now: string;
}

/** Two suggestions for a section beside each other, with their differences marked. */
export function ComparedSuggestion({ section, before, now }: Props) {
  const compared = useMemo(() => compareSuggestions(section, before, now), [section, before, now]);
  return (
    <dl className={styles['both']}>
      <div>
        <dt>Before</dt>
        <dd>{compared.current}</dd>
      </div>
      <div>
        <dt>
          Now
          {compared.changes && <span> · {compared.changes}</span>}
        </dt>
        <dd>{compared.suggestion}</dd>
      </div>
    </dl>
  );
}
