import { useMemo, type ReactNode } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import { useIsMobile } from '../../../lib/media-queries';
import { compareSection } from '../../../ui/comparison/compared-section';
import { Icon } from '../shell/icon';
import type { ShownSection } from './sections';
import styles from './sections.module.css';

/**
 * The current text beside the suggestion. On a phone, the suggestion comes first and the current text is collapsed.
 */
export function SectionTexts({ section }: { section: ShownSection }) {
  const t = useTranslator();
  const isMobile = useIsMobile();
  const { id, current, suggestion, emptyText } = section;
  const { before, after, changes } = useMemo(
    () => compareSection(t, id, current, suggestion),
    [t, id, current, suggestion],
  );
  const suggested = section.isReady ? (
    <Side
      title={t.text('section.suggestion')}
      className={styles.suggestion}
      marks={
        <>
          <span className={`inline small semibold gap-4 ${styles.optimized}`}>
            <Icon name="spark" size={14} />
            {t.text('section.optimized')}
          </span>
          {changes && <span className={`muted ${styles.changes}`}>{changes}</span>}
        </>
      }
    >
      {after}
    </Side>
  ) : (
    <Side title={t.text('section.suggestion')}>
      <p className={`muted ${styles.nothing}`}>{t.text('section.nothing')}</p>
    </Side>
  );
  const isEmpty = current === '';
  const isFolded = isMobile && section.isReady;
  const now =
    isFolded && !isEmpty ? (
      <details className={`box anywhere ${styles.side}`}>
        <summary>{t.text('section.current')}</summary>
        {before}
      </details>
    ) : (
      <Side title={t.text('section.current')}>
        {isEmpty ? <p className={`muted ${styles.nothing}`}>{emptyText}</p> : before}
      </Side>
    );
  return (
    <div className={`stack gap-12 ${styles.sides}`}>
      {isFolded ? suggested : now}
      {isFolded ? now : suggested}
    </div>
  );
}

interface SideProps {
  title: string;
  className?: string | undefined;
  /** Beside the title. */
  marks?: ReactNode;
  children: ReactNode;
}

function Side({ title, className = '', marks, children }: SideProps) {
  return (
    <section className={`grid box anywhere gap-10 ${styles.side} ${className}`}>
      <header className="row wrap">
        <h4>{title}</h4>
        {marks}
      </header>
      {children}
    </section>
  );
}
