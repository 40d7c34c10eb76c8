import type { ReviewOptimizationView } from '@gmb-moments/backend/contract/review';
import { useState } from 'react';
import { toast } from '../../lib/toast';
import type { Tally } from '../review/approve-each';
import { keepFocus } from '../review/keep-focus';
import { ReviewHeader } from '../review/review-header';
import { HEADING_ID, ReviewDone, ReviewSummary } from '../review/review-summary';
import { useOpened } from '../review/use-opened';
import { ApproveAllSections } from './approve-all-sections';
import { reportPreviewOpened } from './preview.api';
import { PreviewFeedbackDialog } from './preview-feedback-dialog';
import { ShopIcon } from './preview-icons';
import { isReady, sectionsOf, type SectionState } from './preview-sections';
import { cardId, SectionCard } from './section-card';
import { useSectionDecisions } from './use-section-decisions';

interface PreviewContentProps {
  publicLink: string;
  view: ReviewOptimizationView;
}

/** The loaded page. */
export function PreviewContent({ publicLink, view }: PreviewContentProps) {
  const { approve, reject, approveAll, approvedSoFar } = useSectionDecisions(publicLink);
  const [rejecting, setRejecting] = useState<SectionState>();
  useOpened(publicLink, reportPreviewOpened);

  const sections = sectionsOf(view);
  const rejected = sections.find(({ section }) => section === rejecting?.section);
  const pending = sections.filter(({ approval }) => approval === 'pending');
  const left = pending.filter(isReady);
  const all = {
    sections: sections.filter((state) => isReady(state) && state.approval !== 'approved'),
    bulk: approveAll.isPending ? { done: approvedSoFar, total: approveAll.variables.length } : undefined,
    approving: approve.isPending ? 'yes' : 'no',
    onApproveAll: (states: SectionState[]) => approveAll.mutate(states, { onSuccess: showOutcome }),
  } as const;
  const offersAll = left.length > 0 || approveAll.isPending;
  const deciding = {
    approve: approve.isPending || approveAll.isPending ? 'waiting' : 'ready',
    reject: reject.isPending || approveAll.isPending ? 'waiting' : 'ready',
  } as const;
  return (
    <>
      <div inert={Boolean(rejected)}>
        <ReviewHeader
          title="GMB Optimization Review"
          business={view.optimization.businessName}
          brand={view.branding}
          icon={<ShopIcon size={24} />}
        />
        <main className="review-main preview-main">
          <ReviewSummary
            heading="Review Your New Profile"
            decided={sections.length - pending.length}
            total={sections.length}
            barLabel="Sections decided"
          >
            {offersAll && <ApproveAllSections label={`Approve All (${left.length} Pending)`} {...all} />}
          </ReviewSummary>
          {pending.length === 0 && <ReviewDone text={whatIsNext(sections)} />}
          {sections.map((state) => (
            <SectionCard
              key={state.section}
              state={state}
              deciding={deciding}
              onApprove={() => approve.mutate(state, { onSuccess: () => leaveButtons(state) })}
              onReject={() => {
                toast.clear();
                reject.reset();
                setRejecting(state);
              }}
            />
          ))}
          {offersAll && <ApproveAllSections label="Approve All Sections" {...all} />}
          {pending.length === 0 && <p className="preview-end">That was everything. You can close this page.</p>}
        </main>
      </div>
      {rejecting && rejected && (
        <Rejecting
          key={rejected.section}
          publicLink={publicLink}
          state={rejected}
          opened={rejecting}
          reject={reject}
          onClose={() => setRejecting(undefined)}
        />
      )}
    </>
  );
}

interface RejectingProps {
  publicLink: string;
  state: SectionState;
  opened: SectionState;
  reject: ReturnType<typeof useSectionDecisions>['reject'];
  onClose: () => void;
}

function Rejecting({ publicLink, state, opened, reject, onClose }: RejectingProps) {
  return (
    <PreviewFeedbackDialog
      publicLink={publicLink}
      state={state}
      opened={opened}
      sending={reject.isPending || reject.isSuccess ? 'yes' : 'no'}
      onSubmit={(feedback) => reject.mutate({ ...state, feedback }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** The Approve button has gone; "Change Status" keeps the focus, for its menu may be open. */
function leaveButtons(state: SectionState): void {
  if (state.approval === 'pending') keepFocus(cardId(state));
}

/** Whoever approved all at the end of the page sees at its head what came of it. */
function showOutcome({ failed }: Tally<SectionState>): void {
  if (failed.length === 0) document.getElementById(HEADING_ID)?.focus();
}

/** What happens after every section was decided. */
function whatIsNext(sections: SectionState[]): string {
  const rejected = sections.filter(({ approval }) => approval === 'rejected').length;
  if (rejected === 0) return 'You approved all sections. The team takes it from here.';
  const which = rejected === 1 ? 'one section' : `${rejected} sections`;
  return `The team has your feedback on ${which}. Revised suggestions appear on this page for another look.`;
}
