import { parseFaqs } from '@gmb-moments/backend/contract/faqs';
import type { OptimizationDetail, OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { approvalOf, SECTION_NAMES, type ItemStatus, type Section } from '@gmb-moments/backend/contract/statuses';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { ChevronRightIcon, SparklesIcon } from '../../ui/icons';
import { StatusTag } from '../../ui/status-tag';
import { MarkedSuggestion, useMarkedContent } from './marked-suggestion';
import styles from './optimization.module.css';
import { RegenerateDialog } from './regenerate-dialog';
import { SectionContent } from './section-content';
import { SectionEditor } from './section-editor';
import { SectionDraft } from './section-draft';
import { paneId } from './section-list';
import { ClientFeedback, ConflictNote, EarlierSuggestion, OutcomeNote, OutdatedNote } from './section-notes';
import { currentText, linesOf, SECTION_FORMS, suggestionText } from './sections';
import type { Generation } from './use-generation';
import type { SectionEdits } from './use-section-edits';
import { countText } from '../../lib/count-text';
import { useCan } from '../../records/permissions';

interface Props {
  section: Section;
  detail: OptimizationDetail;
  edits: SectionEdits;
  generation: Generation;
  /** Whether changes are marked while the suggestion is not being edited. */
  showChanges: boolean;
  /** Whether an approved section is expanded. */
  isUnfolded: boolean;
  onFold: (unfolded: boolean) => void;
}

/** The card of a section: current text, suggestion, and the client's feedback. Approved sections can be collapsed. */
export function SectionCard({ section, detail, edits, generation, showChanges, isUnfolded, onFold }: Props) {
  const { optimization } = detail;
  const title = SECTION_NAMES[section];
  const [isDialogOpen, setDialogOpen] = useState(false);
  const isWriting = generation.isWriting(section);
  const isFoldable = approvalOf(optimization, section) === 'approved' && !edits.isEdited(section) && !isWriting;
  const isFolded = isFoldable && !isUnfolded;
  return (
    <section
      id={paneId(section)}
      tabIndex={-1}
      aria-label={title}
      aria-busy={isWriting}
      className={`stack gap-12 ${styles['section']} ${isFolded ? styles['folded'] : ''}`}
    >
      <Heading
        section={section}
        optimization={optimization}
        isWriting={isWriting}
        onRegenerate={() => setDialogOpen(true)}
        {...(isFoldable && { fold: { isFolded, onFold: () => onFold(isFolded) } })}
      />
      {!isFolded && (
        <SectionBody
          section={section}
          detail={detail}
          edits={edits}
          generation={generation}
          showChanges={showChanges}
          onWriteAgain={() => setDialogOpen(true)}
        />
      )}
      <RegenerateDialog
        section={section}
        optimization={optimization}
        hasUnsavedEdits={edits.isEdited(section)}
        regenerate={generation.regenerate}
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
      />
    </section>
  );
}

type BodyProps = Omit<Props, 'isUnfolded' | 'onFold'> & { onWriteAgain: () => void };

function SectionBody({ section, detail, edits, generation, showChanges, onWriteAgain }: BodyProps) {
  const { optimization } = detail;
  const { hint, none } = SECTION_FORMS[section];
  const current = currentText(detail, section);
  const suggestion = suggestionText(optimization, section);
  const isWriting = generation.isWriting(section);
  const marked = useMarkedContent({
    section,
    current,
    suggestion,
    isOn: showChanges && !isWriting && !edits.isEdited(section),
  });
  return (
    <>
      {hint && <div className="muted">{hint}</div>}
      <ClientFeedback optimization={optimization} section={section} />
      <EarlierSuggestion optimization={optimization} section={section} />
      <SectionDraft optimization={optimization} section={section} edits={edits} />
      <OutcomeNote outcome={generation.outcomeOf(section)} isMissing={suggestion === ''} />
      {optimization.outdatedSections.includes(section) && !isWriting && (
        <OutdatedNote section={section} onWriteAgain={onWriteAgain} />
      )}
      <div className={`grid top gap-24 ${styles['sides']}`}>
        <Column label="Current">
          {marked?.current ?? <SectionContent section={section} text={current} none={none} />}
        </Column>
        <Column label="AI Suggestion">
          <div className="stack gap-8">
            <div>
              {marked ? (
                <MarkedSuggestion section={section} content={marked} />
              ) : (
                <SectionEditor section={section} edits={edits} isWriting={isWriting} />
              )}
            </div>
            {/* Below the editor, so that the editor does not move while the user types. */}
            <ConflictNote optimization={optimization} section={section} edits={edits} />
          </div>
        </Column>
      </div>
    </>
  );
}

interface HeadingProps {
  section: Section;
  optimization: OptimizationView;
  isWriting: boolean;
  onRegenerate: () => void;
  /** Toggles a section that can be collapsed. */
  fold?: { isFolded: boolean; onFold: () => void };
}

function Heading({ section, optimization, isWriting, onRegenerate, fold }: HeadingProps) {
  const title = SECTION_NAMES[section];
  const approval = approvalOf(optimization, section);
  const mayGenerate = useCan('review.generate');
  return (
    <div className={`row wrap gap-4-8 ${styles['heading']}`}>
      <h2 className="heading">
        {fold ? (
          <button
            type="button"
            className={`inline gap-8 ${styles['fold']}`}
            aria-expanded={!fold.isFolded}
            onClick={fold.onFold}
          >
            <ChevronRightIcon />
            {title}
          </button>
        ) : (
          title
        )}
      </h2>
      <StatusTag status={approval} label={APPROVAL_LABELS[approval]} />
      {fold?.isFolded && <span className="clip grow muted">{summaryOf(section, optimization)}</span>}
      {mayGenerate && (
        <Button
          style={{ marginInlineStart: 'auto' }}
          icon={<SparklesIcon />}
          loading={isWriting}
          aria-label={`Regenerate ${title}`}
          onClick={onRegenerate}
        >
          Regenerate
        </Button>
      )}
    </div>
  );
}

/** The suggestion in one line, for a collapsed section. */
function summaryOf(section: Section, optimization: OptimizationView): string {
  const text = suggestionText(optimization, section);
  if (section !== 'faqs') return linesOf(text).join(section === 'description' ? ' ' : ', ');
  const count = parseFaqs(text)?.length ?? 0;
  return countText(count, 'question');
}

function Column({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="stack shrink gap-6">
      <h3 className="label">{label}</h3>
      {children}
    </div>
  );
}

const APPROVAL_LABELS: Record<ItemStatus, string> = {
  pending: 'Pending Review',
  approved: 'Approved',
  rejected: 'Needs Revision',
};
