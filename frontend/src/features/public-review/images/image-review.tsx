import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import type { ReviewBranding, ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from '../../../lib/toast';
import { FeedbackDialog } from '../shell/feedback-dialog';
import { ApproveAllButton, ReviewLayout } from '../shell/review-layout';
import { ReviewMessage } from '../shell/review-states';
import shell from '../shell/shell.module.css';
import { showThanks } from '../shell/show-card';
import { useCardKeys } from '../shell/use-card-keys';
import { useDecisions } from '../shell/use-decisions';
import { useLater } from '../shell/use-later';
import { useLeft } from '../shell/use-left';
import { useOpened } from '../shell/session';
import { altText, ImageCard } from './image-card';
import { imageRules, type NumberedImage } from './image-decisions';
import { reportOpened } from './images.api';
import styles from './images.module.css';

const DIALOG_OPENING_DELAY_MS = 200;

interface ImageReviewProps {
  view: ReviewMomentView;
  images: ReviewImageView[];
  brand: ReviewBranding['agency'] | undefined;
}

/** The loaded page. */
export function ImageReview({ view: { moment, client }, images, brand }: ImageReviewProps) {
  const numbered = images.map((image, index) => ({ ...image, number: index + 1 }));
  const pending = numbered.filter(({ status }) => status === 'pending');
  const left = useLeft(numbered);
  const [fullSizeId, setFullSizeId] = useState<string>();
  const [FullSizeDialog, loadFullSize] = useLater(() => import('./full-size-dialog').then((it) => it.FullSizeDialog));
  const fullSize = FullSizeDialog && numbered.find(({ id }) => id === fullSizeId);
  const showNext = (next: NumberedImage | undefined) => {
    if (next) return setFullSizeId(next.id);
    // Closed first: it returns the focus to the photo.
    queueMicrotask(() => {
      flushSync(() => setFullSizeId(undefined));
      showThanks();
    });
  };
  const rules = imageRules(useQueryClient(), moment.id);
  const decisions = useDecisions(numbered, rules, fullSize && showNext);
  const { approving, rejecting, bulk, opened, asked, dialog } = decisions;
  const ask = useDelayed(decisions.ask, DIALOG_OPENING_DELAY_MS);
  const covered = Boolean(fullSize ?? asked);
  const { hint, openHint } = useCardKeys({
    shown: left.shown,
    canDecide: ({ status }) => status === 'pending' && !approving && !rejecting,
    onApprove: decisions.approve,
    onReject: ask,
    covered,
  });
  useOpened(moment.id, reportOpened);
  return (
    <>
      <ReviewLayout
        header={{
          title: moment.title,
          business: client.business || 'Loading...',
          brand: { name: brand?.name || DEFAULT_BRAND_NAME, logoUrl: brand?.logoUrl ?? null },
          icon: 'picture',
        }}
        heading="Review & Approve Content"
        items={images}
        left={left}
        noun="image"
        revised="images"
        allApproved="You approved everything. There is nothing left to do; you can close this page."
        approveAll={
          (pending.length > 0 || bulk) && (
            <div className={styles.all}>
              <ApproveAllButton
                label="Approve All Pending"
                describedBy="approve-all-pending"
                approving={approving}
                bulk={bulk}
                onClick={() => decisions.approveAll(pending)}
              />
              <p id="approve-all-pending" className={shell.muted}>
                {extentOf(pending)}
              </p>
            </div>
          )
        }
        covered={covered || Boolean(hint)}
        onKeys={openHint}
      >
        {images.length === 0 && (
          <ReviewMessage icon="picture" title="No images yet">
            <p>The team is still preparing them. They appear here by themselves.</p>
          </ReviewMessage>
        )}
        <ol className={styles.grid}>
          {left.shown.map((image, index) => (
            <li key={image.id}>
              <ImageCard
                image={image}
                isFirst={index === 0}
                approving={approving}
                rejecting={rejecting}
                onOpen={() => {
                  toast.clear();
                  loadFullSize();
                  setFullSizeId(image.id);
                }}
                onApprove={() => decisions.approve(image)}
                onReject={() => ask(image)}
              />
            </li>
          ))}
        </ol>
      </ReviewLayout>
      {FullSizeDialog && fullSize && (
        <FullSizeDialog
          images={numbered}
          image={fullSize}
          covered={Boolean(asked)}
          approving={approving}
          rejecting={rejecting}
          onApprove={() => decisions.approve(fullSize)}
          onReject={() => ask(fullSize)}
          onShow={setFullSizeId}
          onClose={() => setFullSizeId(undefined)}
        />
      )}
      {asked && opened && dialog && (
        <FeedbackDialog
          key={asked.id}
          title="Reject Image"
          text="Please provide feedback on what needs to be changed"
          picture={<img src={asked.thumbnailUrl} alt={`#${asked.number} ${altText(asked)}`} width={64} height={64} />}
          meanwhile={meanwhile(asked, opened)}
          ready={asked.status === 'pending'}
          {...dialog}
        />
      )}
      {hint}
    </>
  );
}

/** What "approve all" is about, and which of it has no caption yet. */
function extentOf(pending: NumberedImage[]): string {
  const bare = pending.filter(({ title, description }) => title === '' && description === '');
  const numbers = bare.map(({ number }) => `#${number}`);
  const photos = pending.length === 1 ? '1 photo' : `${pending.length} photos`;
  if (bare.length === 0) return photos;
  const have = bare.length === 1 ? 'has' : 'have';
  return `${photos}; ${new Intl.ListFormat('en').format(numbers)} ${have} no caption yet`;
}

/** Says what changed about the image since the dialog was opened; `''` for nothing. */
function meanwhile(image: NumberedImage, opened: NumberedImage): string {
  if (image.status !== 'pending') return `This image was ${image.status} in the meantime.`;
  if (image.version === opened.version) return '';
  return 'The team has changed this image in the meantime. Your feedback goes to the new version.';
}

/** Runs an action so many milliseconds after the last call, unless the page is left before. */
export function useDelayed<Argument>(action: (argument: Argument) => void, ms: number): (argument: Argument) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (argument) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => action(argument), ms);
  };
}
