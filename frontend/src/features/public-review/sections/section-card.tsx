import { SECTIONS } from '@gmb-moments/backend/contract/statuses';
import { chunkQuery } from '../../../lib/chunk';
import { useTranslator } from '../../../lib/texts/translator';
import { Card, cardId, Feedback, ResubmittedBadge, StatusBadge, type DecisionProps } from '../shell/card';
import card from '../shell/card.module.css';
import { SkeletonLine } from '../shell/review-states';
import { ChangesDisclosure } from '../shell/changes-disclosure';
import shell from '../shell/shell.module.css';
import { ChangeStatus } from './change-status';
import { SectionTexts } from './section-texts';
import type { ShownSection } from './sections';
import styles from './sections.module.css';

const LABELS = {
  pending: 'status.pendingReview',
  approved: 'status.approved',
  rejected: 'status.needsRevision',
} as const;

const comparisonQuery = chunkQuery(
  'compared-suggestion',
  async () => (await import('../../../ui/comparison/compared-suggestion')).ComparedSuggestion,
);

interface SectionCardProps extends DecisionProps {
  section: ShownSection;
}

/** The card of a section: current text, suggestion, and the buttons that decide on it. */
export function ReviewSectionCard({ section, ...decision }: SectionCardProps) {
  const { id, name, hint, status, feedback, earlier, suggestion, isReady } = section;
  const t = useTranslator();
  const headingId = `${cardId(section)}-heading`;
  return (
    <Card
      item={section}
      label={{ 'aria-labelledby': headingId }}
      className={styles.card}
      decided={status !== 'pending' && <ChangeStatus name={name} status={status} {...decision} />}
      {...decision}
    >
      <header className={`row wrap between gap-8 ${styles.head}`}>
        <h3 id={headingId}>{name}</h3>
        <span className="flex wrap gap-6">
          <ResubmittedBadge resubmitted={section.resubmitted} />
          {isReady && <StatusBadge status={status} label={t.text(LABELS[status])} />}
        </span>
        {hint && <p className={shell.muted}>{hint}</p>}
      </header>
      <SectionTexts section={section} />
      {feedback && (
        <div className={styles.feedback}>
          <Feedback item={section}>
            {/* A resubmitted section keeps the feedback of its rejection. */}
            {status === 'pending' && isReady && section.resubmitted !== 'answered' && (
              <p className={`${shell.muted} ${styles.revised}`}>{t.text('section.revisedSince')}</p>
            )}
          </Feedback>
          {earlier !== null && (
            <div className={`grid gap-14 ${styles.revision}`}>
              <ChangesDisclosure comparison={comparisonQuery}>
                {(Comparison) => <Comparison section={id} before={earlier} now={suggestion} />}
              </ChangesDisclosure>
            </div>
          )}
        </div>
      )}
    </Card>
  );
}

/** Placeholders for the cards while the sections load. */
export function SectionCardSkeletons() {
  return SECTIONS.slice(0, 3).map((id) => (
    <div key={id} className={`${card.card} ${styles.card}`}>
      <div className={`row wrap between gap-8 ${styles.head}`}>
        <SkeletonLine width="min(45%, 220px)" height={20} />
      </div>
      <div className={`stack gap-12 ${styles.sides}`}>
        {['left', 'right'].map((side) => (
          <div key={side} className={`grid box gap-10 ${styles.side}`}>
            <SkeletonLine width="35%" />
            <SkeletonLine />
            <SkeletonLine />
            <SkeletonLine width="70%" />
          </div>
        ))}
      </div>
    </div>
  ));
}
