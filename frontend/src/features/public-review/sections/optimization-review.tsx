import type { ReviewOptimizationView } from '@gmb-moments/backend/contract/review';
import { useQueryClient } from '@tanstack/react-query';
import { HttpError, reasonOf } from '../../../lib/http';
import { toast, type ToastAction } from '../../../lib/toast';
import { Review, type CardOf } from '../shell/review';
import { takesNoMore, type Tally } from '../shell/reviewed';
import { useOpened } from '../shell/session';
import {
  decideSection,
  optimizationReviewQuery,
  reportDone,
  reportOpened,
  undoSection,
} from './optimization-review.api';
import { ReviewSectionCard } from './section-card';
import { sectionsOf, type ShownSection } from './sections';
import styles from './sections.module.css';

interface OptimizationReviewProps {
  title: string;
  publicLink: string;
  view: ReviewOptimizationView;
}

/** The loaded page of an optimization. */
export function OptimizationReview({ title, publicLink, view }: OptimizationReviewProps) {
  const queryClient = useQueryClient();
  const sections = sectionsOf(view);
  const pending = sections.filter(({ status }) => status === 'pending');
  const notApproved = sections.filter(({ isReady, status }) => isReady && status !== 'approved');
  const rejected = notApproved.filter(({ status }) => status === 'rejected').map(({ name }) => name);
  const alsoApproved = `Also approves ${new Intl.ListFormat('en').format(rejected)}, as suggested now.`;
  useOpened(publicLink, reportOpened);
  return (
    <Review
      items={sections}
      header={{ title, business: view.optimization.businessName, brand: view.branding, icon: 'shop' }}
      heading="Review Your New Profile"
      dueOn={view.optimization.dueOn}
      noun="section"
      revised="suggestions"
      allApproved="You approved all sections. The team takes it from here."
      approveAll={{
        items: notApproved,
        label: `Approve All (${pending.filter(({ isReady }) => isReady).length} Pending)`,
        labelBelow: 'Approve All Sections',
        note: (isRunning) => (rejected.length > 0 && !isRunning ? alsoApproved : ''),
        className: styles.all,
      }}
      dialog={{
        title: 'Provide Feedback',
        textOf: ({ name }) => `What should the team change in the suggestion for ${name}?`,
        delayMs: 0,
        meanwhile,
        canSend: ({ isReady }) => isReady,
      }}
      approve={({ id, version, revision }) => decideSection(publicLink, id, { status: 'approved', version, revision })}
      reject={({ id, version, revision }, feedback) =>
        decideSection(publicLink, id, { status: 'rejected', feedback, version, revision })
      }
      // The decision itself raised the revision by one.
      undo={({ id, version, revision }) => undoSection(publicLink, id, { version, revision: revision + 1 })}
      refresh={() => queryClient.invalidateQueries({ queryKey: optimizationReviewQuery(publicLink).queryKey })}
      draftOf={({ id }) => `${publicLink}:${id}`}
      approved="Section approved successfully"
      outdated={OUTDATED}
      failed={failed}
      report={(tally, undo) => report(tally, undo, sections)}
      isDone={view.optimization.isDone}
      done={(note) => reportDone(publicLink, note)}
      Cards={SectionCards}
      end={
        pending.length === 0 && (
          <p className={styles.end}>
            {sections.length > 0
              ? 'That was everything. You can close this page.'
              : 'There is nothing to review at the moment.'}
          </p>
        )
      }
    />
  );
}

function SectionCards({ cards }: { cards: CardOf<ShownSection>[] }) {
  return cards.map(({ item, onOpen: _none, ...decision }) => (
    <ReviewSectionCard key={item.id} section={item} {...decision} />
  ));
}

function meanwhile(section: ShownSection, asOpened: ShownSection): string {
  if (!section.isReady) return 'The team has withdrawn this suggestion in the meantime.';
  if (section.version !== asOpened.version)
    return 'The team has changed this suggestion in the meantime. Your feedback goes to the new version.';
  if (section.revision === asOpened.revision) return '';
  const decision =
    section.status === 'rejected'
      ? `rejected this suggestion in the meantime: “${section.feedback}”`
      : 'approved this suggestion in the meantime';
  return `Somebody else has ${decision}. Your feedback replaces that.`;
}

const FAILED = 'Failed to update approval status';

const OUTDATED = {
  SECTION_CHANGED: (name: string): [string, string] => [
    'Suggestion changed',
    `The suggestion for ${name} was changed. Please look at the new version, then decide again.`,
  ],
  SECTION_DECIDED: (name: string): [string, string] => [
    'Already decided',
    `Somebody else decided on ${name}. Please look at that decision; you can change it then.`,
  ],
  NO_SUGGESTION: (name: string): [string, string] => ['Suggestion withdrawn', `${name} is being prepared again.`],
};

function failed(error: Error): [string, string] {
  const isGone = error instanceof HttpError && error.status === 404;
  return isGone ? ['Public link not found', 'The team has withdrawn this optimization.'] : [FAILED, reasonOf(error)];
}

function report(
  { total, approved, failed: refused }: Tally<ShownSection>,
  undo: ToastAction,
  all: ShownSection[],
): void {
  const [first] = refused;
  const ready = all.filter(({ isReady }) => isReady);
  if (!first && ready.length === all.length) toast.success('All Approved', 'Successfully approved all sections', undo);
  else if (!first)
    toast.success(`Approved ${ready.length} of ${all.length}`, 'The rest is still being prepared.', undo);
  else if (refused.every(({ error }) => error.status === 404)) toast.error(...failed(first.error));
  else
    toast.error(FAILED, [`${approved.length} of ${total} sections were approved.`, ...reasonsOf(refused)].join('\n'));
}

/** A sentence for each section, and one for all that came while the server took no more decisions. */
function reasonsOf(refused: Tally<ShownSection>['failed']): string[] {
  const tooFast = refused.find(({ error }) => takesNoMore(error))?.error.reason;
  const others = refused.filter(({ error }) => !takesNoMore(error)).map(sentenceOf);
  return tooFast ? [...others, tooFast] : others;
}

function sentenceOf({ item: { name }, error }: Tally<ShownSection>['failed'][number]): string {
  if (error.code === 'SECTION_CHANGED' || error.code === 'SECTION_DECIDED') return OUTDATED[error.code](name)[1];
  return error.code === 'SECTION_THROTTLED' ? error.reason : `${name}: ${error.reason}`;
}
