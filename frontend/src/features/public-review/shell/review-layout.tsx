import type { ReactNode } from 'react';
import { Button } from './card';
import { Icon } from './icon';
import { ReviewHeader, type ReviewHeaderProps } from './review-header';
import styles from './shell.module.css';
import { HEADING_ID } from './show-card';
import type { Reviewed, useDecisions } from './use-decisions';
import type { Left } from './use-left';

interface ReviewLayoutProps {
  header: ReviewHeaderProps;
  heading: string;
  items: Reviewed[];
  left: Left<Reviewed>;
  /** Name of one item, and of the new version that the team creates after a rejection. */
  noun: 'image' | 'section';
  revised: string;
  /** Shown once all were approved. */
  allApproved: string;
  /** The button that finishes the review. */
  approveAll: ReactNode;
  /** Whether something lies over the page, which then takes no input. */
  covered: boolean;
  /** Opens the list of keys. */
  onKeys: () => void;
  children: ReactNode;
}

/** The loaded page: header, how far the review is, and the cards. */
export function ReviewLayout(props: ReviewLayoutProps) {
  const { header, heading, items, left, noun, revised, allApproved, approveAll, covered, onKeys, children } = props;
  const rejected = items.filter(({ status }) => status === 'rejected').length;
  const which = rejected === 1 ? `one ${noun}` : `${rejected} ${noun}s`;
  return (
    <div inert={covered}>
      <ReviewHeader
        {...header}
        total={items.length}
        label={noun === 'image' ? 'Images decided' : 'Sections decided'}
        left={left}
      />
      <main className={styles.main}>
        <section className={styles.summary} aria-labelledby={HEADING_ID}>
          <div>
            <h2 id={HEADING_ID} tabIndex={-1}>
              {heading}
            </h2>
            {left.count > 0 && (
              <p>
                Approve what may be published. Reject what should change, and say how.
                <button type="button" className={styles.keys} onClick={onKeys}>
                  Keyboard <kbd>?</kbd>
                </button>
              </p>
            )}
          </div>
          {approveAll}
        </section>
        {items.length > 0 && left.count === 0 && (
          <output className={styles.done}>
            <Icon name="check" size={24} />
            <span>
              <strong>Thank you, your review is complete.</strong>
              {rejected === 0
                ? allApproved
                : `The team has your feedback on ${which}. Revised ${revised} appear on this page for another look.`}
            </span>
          </output>
        )}
        {children}
      </main>
    </div>
  );
}

interface ApproveAllButtonProps extends Pick<ReturnType<typeof useDecisions>, 'approving' | 'bulk'> {
  label: string;
  /** Id of what says more about it. */
  describedBy?: string;
  onClick: () => void;
}

/** Approves what is left; says how far that is while it runs. */
export function ApproveAllButton({ label, describedBy, approving, bulk, onClick }: ApproveAllButtonProps) {
  return (
    <Button
      look="brand"
      disabled={approving}
      aria-busy={Boolean(bulk)}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      <Icon name="checks" />
      {bulk ? `Approving ${bulk.done} of ${bulk.total}…` : label}
    </Button>
  );
}
