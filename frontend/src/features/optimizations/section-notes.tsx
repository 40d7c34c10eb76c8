import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { approvalOf, SECTION_NAMES, type Section } from '@gmb-moments/backend/contract/statuses';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { changedBySentence, ForeignChangeAlert } from '../../ui/edit-conflict-alert';
import { RefreshIcon } from '../../ui/icons';
import { TechnicalDetails } from '../../ui/long-text';
import { refresh } from '../../lib/live-cache';
import { optimizationQuery, replyToSection } from '../../records/optimizations';
import { ReplyField } from '../../ui/reply-field';
import { ComparedSuggestion } from '../../ui/comparison/compared-suggestion';
import { DROPPED } from './generation-toasts';
import { Note } from './optimization-notes';
import styles from './optimization.module.css';
import { SectionContent } from './section-content';
import { focusEditor } from './section-editor';
import { suggestionText } from './sections';
import type { SectionOutcome } from './use-generation';
import { useResubmit } from './use-resubmit';
import type { SectionEdits } from './use-section-edits';
import { useCan } from '../../records/permissions';

/** The client's feedback on a section, shown until the next decision. */
export function ClientFeedback({ optimization, section }: { optimization: OptimizationView; section: Section }) {
  const queryClient = useQueryClient();
  const mayEdit = useCan('review.edit');
  const feedback = optimization[`${section}Feedback`];
  const reply = optimization.sectionReplies[section];
  const approval = approvalOf(optimization, section);
  if (!feedback || approval === 'approved') return null;
  const isOpen = approval === 'rejected';
  return (
    <Note
      role="note"
      type={isOpen ? 'error' : 'info'}
      title={isOpen ? 'Client feedback' : 'The client said before'}
      description={
        <>
          <span className="pre-line">{feedback}</span>
          {mayEdit && (isOpen || reply !== '' || optimization.earlierSuggestions[section] !== null) && (
            <ReplyField
              name={SECTION_NAMES[section]}
              reply={reply}
              save={(text) =>
                replyToSection(optimization.id, section, text).then(() =>
                  refresh(queryClient, { queryKey: optimizationQuery(optimization.id).queryKey }),
                )
              }
            />
          )}
          {mayEdit && isOpen && optimization.sectionDrafts[section] === null && (
            <ResubmitUnchanged optimization={optimization} section={section} />
          )}
        </>
      }
    />
  );
}

/** Resubmits a section with unchanged text. */
function ResubmitUnchanged({ optimization, section }: { optimization: OptimizationView; section: Section }) {
  const resubmit = useResubmit(optimization, section);
  return (
    <>
      <Button
        size="small"
        className={styles['again']}
        aria-label={`Resubmit unchanged: ${SECTION_NAMES[section]}`}
        loading={resubmit.isPending}
        onClick={resubmit.begin}
      >
        Resubmit unchanged
      </Button>
      {resubmit.dialog}
    </>
  );
}

/** Compares the rejected suggestion with the current one. */
export function EarlierSuggestion({ optimization, section }: { optimization: OptimizationView; section: Section }) {
  const earlier = optimization.earlierSuggestions[section];
  if (earlier === null) return null;
  return (
    <details className={styles['earlier']}>
      <summary>Earlier version</summary>
      <ComparedSuggestion section={section} before={earlier} now={suggestionText(optimization, section)} />
    </details>
  );
}

/** The handwritten suggestion that is about to be replaced; renders nothing if the AI wrote it. */
export function HandwrittenText({ optimization, section }: { optimization: OptimizationView; section: Section }) {
  if (!optimization.handwrittenSections.includes(section)) return null;
  return (
    <Note
      type="warning"
      title={`${optimization.sectionEditors[section] ?? 'Staff'} wrote this by hand. The history keeps it, with Restore.`}
      description={<SectionContent section={section} text={suggestionText(optimization, section)} none="" />}
    />
  );
}

/** Why the last run did not change a section. */
export function OutcomeNote({ outcome, isMissing }: { outcome: SectionOutcome | null; isMissing: boolean }) {
  if (!outcome) return null;
  if (outcome.state === 'skipped') return <Note role="status" type="info" title={outcome.message || DROPPED} />;
  const what = isMissing ? 'No suggestion could be written' : 'No new suggestion could be written';
  return (
    <Note
      role="status"
      type="error"
      title={what}
      description={
        <>
          {outcome.message || 'Try again with Regenerate.'}
          <TechnicalDetails text={outcome.detail} />
        </>
      }
    />
  );
}

/** A notice that a section is older than its source data, with a button to regenerate it. */
export function OutdatedNote({ section, onWriteAgain }: { section: Section; onWriteAgain: () => void }) {
  return (
    <Note
      role="note"
      type="warning"
      title={
        <div className="row wrap gap-8">
          <span className={styles['said']}>
            The details of the business or of its client were changed since this was written.
          </span>
          <Button
            icon={<RefreshIcon />}
            aria-label={`Write it again: ${SECTION_NAMES[section]}`}
            onClick={onWriteAgain}
          >
            Write it again
          </Button>
        </div>
      }
    />
  );
}

interface ConflictProps {
  optimization: OptimizationView;
  section: Section;
  edits: SectionEdits;
}

/** An alert that somebody else changed a suggestion during the edit, with a choice between both texts. */
export function ConflictNote({ optimization, section, edits }: ConflictProps) {
  if (!edits.isConflict(section)) return null;
  const choose = (choice: (section: Section) => void) => () => {
    choice(section);
    focusEditor(section);
  };
  return (
    <ForeignChangeAlert
      title={changedBySentence(optimization.sectionEditors[section], 'the suggestion')}
      text="Your text stays in the editor, and is not saved. The new suggestion is:"
      onKeepMine={choose(edits.keepMine)}
      onTakeTheirs={choose(edits.takeTheirs)}
    >
      <SectionContent section={section} text={suggestionText(optimization, section)} none="It was emptied." />
    </ForeignChangeAlert>
  );
}
