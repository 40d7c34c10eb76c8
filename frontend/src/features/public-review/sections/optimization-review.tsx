import type { ReviewOptimizationView } from '@gmb-moments/backend/contract/review';
import { useQueryClient } from '@tanstack/react-query';
import { HttpError } from '../../../lib/http';
import { pathOf } from '../../../lib/query-client';
import { useTranslator, type Translator } from '../../../lib/texts/translator';
import { toast, type ToastAction } from '../../../lib/toast';
import { ReviewContent, type ItemCardProps } from '../shell/review';
import { OUTDATED_DECISION_TEXTS, isLinkThrottled, type ToastTexts, type ApproveAllResult } from '../shell/review-item';
import { decideSection, optimizationReviewQuery, undoSection } from './optimization-review.api';
import { ReviewSectionCard } from './section-card';
import { sectionsOf, type ShownSection } from './sections';
import styles from './sections.module.css';

interface OptimizationReviewProps {
  publicLink: string;
  view: ReviewOptimizationView;
}

/** The content of an optimization's public page, once it is loaded. */
export function OptimizationReview({ publicLink, view }: OptimizationReviewProps) {
  const t = useTranslator();
  const queryClient = useQueryClient();
  const sections = sectionsOf(t, view);
  const ready = sections.filter(({ isReady }) => isReady);
  const notApproved = ready.filter(({ status }) => status !== 'approved');
  const pending = notApproved.filter(({ status }) => status === 'pending');
  const rejected = notApproved.filter(({ status }) => status === 'rejected').map(({ name }) => name);
  const { queryKey } = optimizationReviewQuery(publicLink);
  return (
    <ReviewContent
      kind="optimization"
      path={pathOf(queryKey)}
      round={view.optimization}
      items={sections}
      header={{
        title: t.text('optimization.title'),
        business: view.optimization.businessName,
        brand: view.branding,
        icon: 'shop',
      }}
      approveAll={{
        items: notApproved,
        label: t.text('optimization.approveAll', { n: pending.length }),
        labelBelow: t.text('optimization.approveAllBelow'),
        ask:
          rejected.length > 0
            ? {
                title: t.text('optimization.askRejected'),
                text: t.text('optimization.alsoApproves', { names: t.list(rejected) }),
                label: t.text('optimization.approveEach', { n: notApproved.length }),
                alternative: { items: pending, label: t.text('optimization.onlyPending', { n: pending.length }) },
              }
            : undefined,
      }}
      allApproved={ready.length < sections.length ? approvedReadyText(t, sections, ready.length) : undefined}
      dialog={{
        title: t.text('section.feedback'),
        textOf: ({ name }) => t.text('section.feedbackText', { name }),
        delayMs: 0,
        changeSinceOpened: (section, asOpened) => changeSinceOpened(t, section, asOpened),
        canSend: ({ isReady }) => isReady,
      }}
      approve={({ id, version, revision }) => decideSection(publicLink, id, { status: 'approved', version, revision })}
      reject={({ id, version, revision }, feedback) =>
        decideSection(publicLink, id, { status: 'rejected', feedback, version, revision })
      }
      // The decision that is undone raised the revision by one.
      undo={({ id, version, revision }) => undoSection(publicLink, id, { version, revision: revision + 1 })}
      refresh={() => queryClient.invalidateQueries({ queryKey })}
      draftNameOf={({ id }) => `${publicLink}:${id}`}
      approved={t.text('section.approved')}
      failed={(error) => failureToast(t, error)}
      report={(tally, undo) => toastApproveAllResult(t, tally, undo, sections)}
      Cards={SectionCards}
      end={
        pending.length === 0 && (
          <p className={`muted ${styles.end}`}>
            {t.text(ready.length > 0 ? 'optimization.end' : 'optimization.nothing')}
          </p>
        )
      }
    />
  );
}

function SectionCards({ cards }: { cards: ItemCardProps<ShownSection>[] }) {
  return cards.map(({ item, onOpen: _none, ...decision }) => (
    <ReviewSectionCard key={item.id} section={item} {...decision} />
  ));
}

function changeSinceOpened(t: Translator, section: ShownSection, asOpened: ShownSection): string {
  const { isReady, version, revision, status, feedback } = section;
  if (!isReady) return t.text('section.withdrawnMeanwhile');
  if (version !== asOpened.version) return t.text('section.changedMeanwhile');
  // A decision that was undone leaves nothing that the feedback would replace.
  if (revision === asOpened.revision || status === 'pending') return '';
  return t.text(status === 'rejected' ? 'section.rejectedMeanwhile' : 'section.approvedMeanwhile', { feedback });
}

function failureToast(t: Translator, error: Error): ToastTexts {
  const isGone = error instanceof HttpError && error.status === 404;
  return isGone
    ? [t.text('optimization.gone'), t.text('optimization.goneText')]
    : [t.text('optimization.failed'), t.reasonOf(error)];
}

function toastApproveAllResult(
  t: Translator,
  { total, approved, failed: refused }: ApproveAllResult<ShownSection>,
  undo: ToastAction,
  all: ShownSection[],
): void {
  const [first] = refused;
  const done = new Set([...all.filter(({ status }) => status === 'approved'), ...approved].map(({ id }) => id)).size;
  if (!first && done === all.length) {
    toast.success(t.text('review.allApproved'), t.text('optimization.approvedAll'), undo);
  } else if (!first) {
    const isReady = all.every((section) => section.isReady);
    const counts = t.text('optimization.approvedSome', { done, total: all.length });
    toast.success(t.text('review.approved'), isReady ? counts : approvedReadyText(t, all, done), undo);
  } else if (refused.every(({ error }) => error.status === 404)) toast.error(...failureToast(t, first.error));
  else {
    const counts = t.text('optimization.approvedSome', { done: approved.length, total });
    toast.error(t.text('optimization.failed'), [counts, ...reasonsOf(t, refused)].join('\n'));
  }
}

/** How many sections are approved, and which have no suggestion. */
function approvedReadyText(t: Translator, all: ShownSection[], done: number): string {
  const names = all.filter(({ isReady }) => !isReady).map(({ name }) => name);
  return t.text('optimization.approvedReady', { done, total: all.length, n: names.length, names: t.list(names) });
}

/** A sentence for each refused section; those refused because the link is throttled share one. */
function reasonsOf(t: Translator, refused: ApproveAllResult<ShownSection>['failed']): string[] {
  const tooFast = refused.find(({ error }) => isLinkThrottled(error))?.error;
  const others = refused.filter(({ error }) => !isLinkThrottled(error)).map((each) => sentenceOf(t, each));
  return tooFast ? [...others, t.reasonOf(tooFast)] : others;
}

function sentenceOf(
  t: Translator,
  { item: { name }, error }: ApproveAllResult<ShownSection>['failed'][number],
): string {
  const { code } = error;
  if (code === 'SECTION_CHANGED' || code === 'SECTION_DECIDED')
    return t.text(OUTDATED_DECISION_TEXTS[code]![1], { name });
  return code === 'SECTION_THROTTLED' ? t.reasonOf(error) : `${name}: ${t.reasonOf(error)}`;
}
