import type { ReviewOptimizationView } from '@gmb-moments/backend/contract/review';
import { useQueryClient } from '@tanstack/react-query';
import { HttpError } from '../../../lib/http';
import { pathOf } from '../../../lib/query-client';
import { useSay, type Say } from '../../../lib/texts/say';
import { toast, type ToastAction } from '../../../lib/toast';
import { Review, type CardOf } from '../shell/review';
import { OUTDATED, takesNoMore, type Message, type Tally } from '../shell/reviewed';
import { decideSection, optimizationReviewQuery, undoSection } from './optimization-review.api';
import { ReviewSectionCard } from './section-card';
import { sectionsOf, type ShownSection } from './sections';
import styles from './sections.module.css';

interface OptimizationReviewProps {
  publicLink: string;
  view: ReviewOptimizationView;
}

/** The loaded page of an optimization. */
export function OptimizationReview({ publicLink, view }: OptimizationReviewProps) {
  const say = useSay();
  const queryClient = useQueryClient();
  const sections = sectionsOf(say, view);
  const ready = sections.filter(({ isReady }) => isReady);
  const notApproved = ready.filter(({ status }) => status !== 'approved');
  const pending = notApproved.filter(({ status }) => status === 'pending');
  const rejected = notApproved.filter(({ status }) => status === 'rejected').map(({ name }) => name);
  const { queryKey } = optimizationReviewQuery(publicLink);
  return (
    <Review
      kind="optimization"
      path={pathOf(queryKey)}
      round={view.optimization}
      items={sections}
      header={{
        title: say.text('optimization.title'),
        business: view.optimization.businessName,
        brand: view.branding,
        icon: 'shop',
      }}
      approveAll={{
        items: notApproved,
        label: say.text('optimization.approveAll', { n: pending.length }),
        labelBelow: say.text('optimization.approveAllBelow'),
        ask:
          rejected.length > 0
            ? {
                title: say.text('optimization.askRejected'),
                text: say.text('optimization.alsoApproves', { names: say.list(rejected) }),
                label: say.text('optimization.approveEach', { n: notApproved.length }),
                some: { items: pending, label: say.text('optimization.onlyPending', { n: pending.length }) },
              }
            : undefined,
      }}
      allApproved={ready.length < sections.length ? approvedReady(say, sections, ready.length) : undefined}
      dialog={{
        title: say.text('section.feedback'),
        textOf: ({ name }) => say.text('section.feedbackText', { name }),
        delayMs: 0,
        meanwhile: (section, asOpened) => meanwhile(say, section, asOpened),
        canSend: ({ isReady }) => isReady,
      }}
      approve={({ id, version, revision }) => decideSection(publicLink, id, { status: 'approved', version, revision })}
      reject={({ id, version, revision }, feedback) =>
        decideSection(publicLink, id, { status: 'rejected', feedback, version, revision })
      }
      // The decision itself raised the revision by one.
      undo={({ id, version, revision }) => undoSection(publicLink, id, { version, revision: revision + 1 })}
      refresh={() => queryClient.invalidateQueries({ queryKey })}
      draftOf={({ id }) => `${publicLink}:${id}`}
      approved={say.text('section.approved')}
      failed={(error) => failed(say, error)}
      report={(tally, undo) => report(say, tally, undo, sections)}
      Cards={SectionCards}
      end={
        pending.length === 0 && (
          <p className={`muted ${styles.end}`}>
            {say.text(ready.length > 0 ? 'optimization.end' : 'optimization.nothing')}
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

function meanwhile(say: Say, section: ShownSection, asOpened: ShownSection): string {
  const { isReady, version, revision, status, feedback } = section;
  if (!isReady) return say.text('section.withdrawnMeanwhile');
  if (version !== asOpened.version) return say.text('section.changedMeanwhile');
  if (revision === asOpened.revision) return '';
  return say.text(status === 'rejected' ? 'section.rejectedMeanwhile' : 'section.approvedMeanwhile', { feedback });
}

function failed(say: Say, error: Error): Message {
  const isGone = error instanceof HttpError && error.status === 404;
  return isGone
    ? [say.text('optimization.gone'), say.text('optimization.goneText')]
    : [say.text('optimization.failed'), say.reasonOf(error)];
}

function report(
  say: Say,
  { total, approved, failed: refused }: Tally<ShownSection>,
  undo: ToastAction,
  all: ShownSection[],
): void {
  const [first] = refused;
  const done = new Set([...all.filter(({ status }) => status === 'approved'), ...approved].map(({ id }) => id)).size;
  if (!first && done === all.length) {
    toast.success(say.text('review.allApproved'), say.text('optimization.approvedAll'), undo);
  } else if (!first) {
    const isReady = all.every((section) => section.isReady);
    const counts = say.text('optimization.approvedSome', { done, total: all.length });
    toast.success(say.text('review.approved'), isReady ? counts : approvedReady(say, all, done), undo);
  } else if (refused.every(({ error }) => error.status === 404)) toast.error(...failed(say, first.error));
  else {
    const counts = say.text('optimization.approvedSome', { done: approved.length, total });
    toast.error(say.text('optimization.failed'), [counts, ...reasonsOf(say, refused)].join('\n'));
  }
}

/** How many sections are approved, and which have no suggestion. */
function approvedReady(say: Say, all: ShownSection[], done: number): string {
  const names = all.filter(({ isReady }) => !isReady).map(({ name }) => name);
  return say.text('optimization.approvedReady', { done, total: all.length, n: names.length, names: say.list(names) });
}

/** A sentence for each section, and one for all that came while the server took no more decisions. */
function reasonsOf(say: Say, refused: Tally<ShownSection>['failed']): string[] {
  const tooFast = refused.find(({ error }) => takesNoMore(error))?.error;
  const others = refused.filter(({ error }) => !takesNoMore(error)).map((each) => sentenceOf(say, each));
  return tooFast ? [...others, say.reasonOf(tooFast)] : others;
}

function sentenceOf(say: Say, { item: { name }, error }: Tally<ShownSection>['failed'][number]): string {
  const { code } = error;
  if (code === 'SECTION_CHANGED' || code === 'SECTION_DECIDED') return say.text(OUTDATED[code]![1], { name });
  return code === 'SECTION_THROTTLED' ? say.reasonOf(error) : `${name}: ${say.reasonOf(error)}`;
}
