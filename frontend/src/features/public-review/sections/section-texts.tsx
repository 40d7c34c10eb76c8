import { useMemo, type ReactNode } from 'react';
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
  const isMobile = useIsMobile();
  const { id, current: before, suggestion: after, none } = section;
  const { current, suggestion, changes } = useMemo(() => compareSection(id, before, after), [id, before, after]);
  const suggested = section.isReady ? <Suggestion changes={changes}>{suggestion}</Suggestion> : <BeingPrepared />;
  const now =
    before === '' ? (
      <Side title="Current">
        <p className={styles.nothing}>{none}</p>
      </Side>
    ) : isMobile ? (
      <details className={styles.side}>
        <summary>Current</summary>
        {current}
      </details>
    ) : (
      <Side title="Current">{current}</Side>
    );
  return (
    <div className={styles.sides}>
      {isMobile ? suggested : now}
      {isMobile ? now : suggested}
    </div>
  );
}

function Suggestion({ changes, children }: { changes: string; children: ReactNode }) {
  return (
    <section className={`${styles.side} ${styles.suggestion}`}>
      <header>
        <h4>AI Suggestion</h4>
        <span className={styles.optimized}>
          <Icon name="spark" size={14} />
          Optimized
        </span>
        {changes && <span className={styles.changes}>{changes}</span>}
      </header>
      {children}
    </section>
  );
}

function BeingPrepared() {
  return (
    <Side title="AI Suggestion">
      <p className={styles.nothing}>The suggestion is being prepared. It appears here by itself.</p>
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
