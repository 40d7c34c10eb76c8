import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import type { ReviewBranding, ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { useDeferredValue, useState } from 'react';
import { toast } from '../../lib/toast';
import { FullSizeDialog } from './full-size-dialog';
import { PictureIcon } from './icons';
import { keepFocus } from './keep-focus';
import { RejectDialog } from './reject-dialog';
import { cardId, ReviewCard } from './review-card';
import { ReviewHeader } from './review-header';
import { ReviewMessage } from './review-states';
import { ApproveAllButton, ReviewDone, ReviewSummary } from './review-summary';
import { reportOpened } from './review.api';
import { useDecisions } from './use-decisions';
import { useOpened } from './use-opened';
import { useRejecting } from './use-rejecting';

/** What no screen shows more of without scrolling, but very large ones. */
const CARDS_AT_FIRST = 3;

interface ReviewContentProps {
  view: ReviewMomentView;
  images: ReviewImageView[];
  branding: ReviewBranding | undefined;
}

/** The loaded page. */
export function ReviewContent({ view, images, branding }: ReviewContentProps) {
  const { approve, reject, approveAll, approvedSoFar } = useDecisions(view.moment.id);
  const rejecting = useRejecting(images);
  const [fullSizeId, setFullSizeId] = useState<string>();
  const fullSize = images.find(({ id }) => id === fullSizeId);
  useOpened(view.moment.id, reportOpened);

  const bulk = approveAll.isPending ? { done: approvedSoFar, total: approveAll.variables.length } : undefined;
  const deciding = {
    approve: approve.isPending || approveAll.isPending ? 'waiting' : 'ready',
    reject: reject.isPending || approveAll.isPending ? 'waiting' : 'ready',
  } as const;
  const pending = images.filter(({ status }) => status === 'pending');
  // A phone shows the first cards sooner when it does not draw all of them before.
  const drawn = useDeferredValue(images.length, CARDS_AT_FIRST);
  return (
    <>
      <div inert={Boolean(fullSize ?? rejecting.image)}>
        <ReviewHeader
          title={view.moment.title}
          business={view.client.business || 'Loading...'}
          brand={{
            name: branding?.agency.name || DEFAULT_BRAND_NAME,
            logoUrl: branding?.agency.logoUrl ?? null,
          }}
          icon={<PictureIcon size={24} />}
        />
        <main className="review-main">
          <ReviewSummary
            heading="Review & Approve Content"
            decided={images.length - pending.length}
            total={images.length}
            barLabel="Images decided"
          >
            {(pending.length > 0 || bulk) && (
              <ApproveAllButton
                label="Approve All Pending"
                bulk={bulk}
                approving={approve.isPending ? 'yes' : 'no'}
                onClick={() => approveAll.mutate(pending)}
              />
            )}
          </ReviewSummary>
          {images.length > 0 && pending.length === 0 && <ReviewDone text={whatIsNext(images)} />}
          {images.length === 0 && (
            <ReviewMessage
              icon={<PictureIcon size={48} />}
              title="No images yet"
              text="The team is still preparing them. They appear here by themselves."
            />
          )}
          <ol className="review-grid">
            {images.slice(0, drawn).map((image, index) => (
              <li key={image.id}>
                <ReviewCard
                  image={image}
                  number={index + 1}
                  deciding={deciding}
                  onOpen={() => uncovered(() => setFullSizeId(image.id))}
                  onApprove={() =>
                    approve.mutate({ ...image, number: index + 1 }, { onSuccess: () => keepFocus(cardId(image.id)) })
                  }
                  onReject={() => {
                    reject.reset();
                    uncovered(() => rejecting.open(image));
                  }}
                />
              </li>
            ))}
          </ol>
        </main>
      </div>
      {fullSize && (
        <FullSizeDialog
          images={images}
          image={fullSize}
          onShow={setFullSizeId}
          onClose={() => setFullSizeId(undefined)}
        />
      )}
      <Rejecting images={images} rejecting={rejecting} reject={reject} />
    </>
  );
}

interface RejectingProps {
  images: ReviewImageView[];
  rejecting: ReturnType<typeof useRejecting>;
  reject: ReturnType<typeof useDecisions>['reject'];
}

function Rejecting({ images, rejecting: { image, openedVersion, close, closeFor }, reject }: RejectingProps) {
  if (!image) return null;
  const number = images.indexOf(image) + 1;
  return (
    <RejectDialog
      key={image.id}
      image={image}
      number={number}
      openedVersion={openedVersion}
      sending={reject.isPending || reject.isSuccess ? 'yes' : 'no'}
      onSubmit={(feedback) => reject.mutate({ ...image, number, feedback }, { onSuccess: () => closeFor(image.id) })}
      onClose={close}
    />
  );
}

/** Opens a dialog without the last notification on it. */
function uncovered(open: () => void): void {
  toast.clear();
  open();
}

/** What happens after every image was decided. */
function whatIsNext(images: ReviewImageView[]): string {
  const rejected = images.filter(({ status }) => status === 'rejected').length;
  if (rejected === 0) return 'You approved everything. There is nothing left to do; you can close this page.';
  const which = rejected === 1 ? 'one image' : `${rejected} images`;
  return `The team has your feedback on ${which}. Revised images appear on this page for another look.`;
}
