import { useMemo, type ReactNode } from 'react';
import { useSay } from '../../../lib/texts/say';
import { useIsMobile } from '../../../lib/media';
import { compareSection } from '../../../records/comparison/compared-section';
import { Icon } from '../shell/icon';
import type { ShownSection } from './sections';
import styles from './sections.module.css';

/**
 * The current text next to the suggestion. On a phone the suggestion comes first, and the current text is shown on
 * demand.
 */
export function SectionTexts({ section }: { section: ShownSection }) {
  const say = useSay();
  const isMobile = useIsMobile();
  const { id, current: before, suggestion: after, none } = section;
  const { current, suggestion, changes } = useMemo(
    () => compareSection(say, id, before, after),
    [say, id, before, after],
  );
  const suggested = section.isReady ? <Suggestion changes={changes}>{suggestion}</Suggestion> : <BeingPrepared />;
  const now =
    before === '' ? (
      <Side title={say.text('section.current')}>
        <p className={`muted ${styles.nothing}`}>{none}</p>
      </Side>
    ) : isMobile ? (
      <details className={styles.side}>
        <summary>{say.text('section.current')}</summary>
        {current}
      </details>
    ) : (
      <Side title={say.text('section.current')}>{current}</Side>
    );
  return (
    <div className={`stack gap-12 ${styles.sides}`}>
      {isMobile ? suggested : now}
      {isMobile ? now : suggested}
    </div>
  );
}

function Suggestion({ changes, children }: { changes: string; children: ReactNode }) {
  const say = useSay();
  return (
    <section className={`${styles.side} ${styles.suggestion}`}>
      <header>
        <h4>{say.text('section.suggestion')}</h4>
        <span className={`inline small semibold gap-4 ${styles.optimized}`}>
          <Icon name="spark" size={14} />
          {say.text('section.optimized')}
        </span>
        {changes && <span className={`muted ${styles.changes}`}>{changes}</span>}
      </header>
      {children}
    </section>
  );
}

function BeingPrepared() {
  const say = useSay();
  return (
    <Side title={say.text('section.suggestion')}>
      <p className={`muted ${styles.nothing}`}>{say.text('section.preparing')}</p>
    </Side>
  );
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.side}>
      <header>
        <h4>{title}</h4>
      </header>
      {children}
    </section>
  );
}
