import type { ReviewOptimizationView } from '@gmb-moments/backend/contract/review';
import { useQueryClient } from '@tanstack/react-query';
import { FeedbackDialog } from '../shell/feedback-dialog';
import { ApproveAllButton, ReviewLayout } from '../shell/review-layout';
import shell from '../shell/shell.module.css';
import { useCardKeys } from '../shell/use-card-keys';
import { useDecisions } from '../shell/use-decisions';
import { useLeft } from '../shell/use-left';
import { useOpened } from '../shell/session';
import { reportOpened } from './optimization-review.api';
import { SectionCard } from './section-card';
import { sectionRules } from './section-decisions';
import { isReady, sectionsOf, type ShownSection } from './sections';
import styles from './sections.module.css';

interface OptimizationReviewProps {
  title: string;
  publicLink: string;
  view: ReviewOptimizationView;
}

/** The loaded page. */
export function OptimizationReview({ title, publicLink, view }: OptimizationReviewProps) {
  const sections = sectionsOf(view);
  const decisions = useDecisions(sections, sectionRules(useQueryClient(), publicLink, sections));
  const { approving, rejecting, bulk, opened, asked, dialog } = decisions;
  const toSee = useLeft(sections);
  const { hint, openHint } = useCardKeys({
    shown: toSee.shown,
    canDecide: (section) => section.status === 'pending' && isReady(section) && !approving && !rejecting,
    onApprove: decisions.approve,
    onReject: decisions.ask,
    covered: Boolean(asked),
  });
  useOpened(publicLink, reportOpened);

  const pending = sections.filter(({ status }) => status === 'pending');
  const left = pending.filter(isReady);
  const notApproved = sections.filter((section) => isReady(section) && section.status !== 'approved');
  const rejected = notApproved.filter(({ status }) => status === 'rejected').map(({ name }) => name);
  const approveAll = (label: string) =>
    (left.length > 0 || bulk) && (
      <div className={styles.all}>
        <ApproveAllButton
          label={label}
          bulk={bulk}
          approving={approving}
          onClick={() => decisions.approveAll(notApproved)}
        />
        {rejected.length > 0 && !bulk && (
          <p className={shell.muted}>Also approves {new Intl.ListFormat('en').format(rejected)}, as suggested now.</p>
        )}
      </div>
    );
  return (
    <>
      <ReviewLayout
        header={{ title, business: view.optimization.businessName, brand: view.branding, icon: 'shop' }}
        heading="Review Your New Profile"
        items={sections}
        left={toSee}
        noun="section"
        revised="suggestions"
        allApproved="You approved all sections. The team takes it from here."
        approveAll={approveAll(`Approve All (${left.length} Pending)`)}
        covered={Boolean(asked ?? hint)}
        onKeys={openHint}
      >
        {toSee.shown.map((section) => (
          <SectionCard
            key={section.id}
            section={section}
            approving={approving}
            rejecting={rejecting}
            onApprove={() => decisions.approve(section)}
            onReject={() => decisions.ask(section)}
          />
        ))}
        {approveAll('Approve All Sections')}
        {pending.length === 0 && (
          <p className={styles.end}>
            {sections.length > 0
              ? 'That was everything. You can close this page.'
              : 'There is nothing to review at the moment.'}
          </p>
        )}
      </ReviewLayout>
      {asked && opened && dialog && (
        <FeedbackDialog
          key={asked.id}
          title="Provide Feedback"
          text={`What should the team change in the suggestion for ${asked.name}?`}
          meanwhile={meanwhile(asked, opened)}
          ready={isReady(asked)}
          {...dialog}
        />
      )}
      {hint}
    </>
  );
}

/** Says what changed about the section since the dialog was opened; `''` for nothing. */
function meanwhile(section: ShownSection, opened: ShownSection): string {
  if (!isReady(section)) return 'The team has withdrawn this suggestion in the meantime.';
  if (section.version !== opened.version)
    return 'The team has changed this suggestion in the meantime. Your feedback goes to the new version.';
  if (section.revision === opened.revision) return '';
  const decision =
    section.status === 'rejected'
      ? `rejected this suggestion in the meantime: “${section.feedback}”`
      : 'approved this suggestion in the meantime';
  return `Somebody else has ${decision}. Your feedback replaces that.`;
}
