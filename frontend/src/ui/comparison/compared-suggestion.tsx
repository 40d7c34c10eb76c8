import type { Section } from '@gmb-moments/backend/contract/statuses';
import { useMemo } from 'react';
import { useTranslator } from '../../lib/texts/translator';
import { compareSuggestions } from './compared-section';
import styles from './comparison.module.css';

interface Props {
  section: Section;
  before: string;
  now: string;
}

/** Two suggestions for a section side by side, with marked differences. */
export function ComparedSuggestion({ section, before, now }: Props) {
  const t = useTranslator();
  const compared = useMemo(() => compareSuggestions(t, section, before, now), [t, section, before, now]);
  return (
    <dl className={`grid anywhere ${styles['both']}`}>
      <div className="column gap-4">
        <dt className="muted small medium">{t.text('changes.before')}</dt>
        <dd>{compared.before}</dd>
      </div>
      <div className="column gap-4">
        <dt className="muted small medium">
          {t.text('changes.now')}
          {compared.changes && <span> · {compared.changes}</span>}
        </dt>
        <dd>{compared.after}</dd>
      </div>
    </dl>
  );
}
