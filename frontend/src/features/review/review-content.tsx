import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import type { ReviewBranding, ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { useEffect, useState } from 'react';
import { toast } from '../../lib/toast';
import { FullSizeDialog } from './full-size-dialog';
import { RejectDialog } from './reject-dialog';
import { cardId, ReviewCard } from './review-card';
import { ReviewHeader } from './review-header';
import { ReviewMessage } from './review-states';
import { AllDecided, ReviewSummary } from './review-summary';
import { useDecisions } from './use-decisions';
import { useOpened } from './use-opened';
import { useRejecting } from './use-rejecting';

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
  useOpened(view.moment.id, 'shown');
  useEffect(() => toast.prepareOnTop(), []);

  const bulk = approveAll.isPending ? { done: approvedSoFar, total: approveAll.variables.length } : undefined;
  const deciding = {
    approve: approve.isPending || approveAll.isPending ? 'waiting' : 'ready',
    reject: reject.isPending || approveAll.isPending ? 'waiting' : 'ready',
  } as const;
  const decidedAll = images.length > 0 && images.every(({ status }) => status !== 'pending');
  return (
    <>
      <div inert={Boolean(fullSize ?? rejecting.image)}>
        <ReviewHeader view={view} branding={branding} />
        <main className="review-main">
          <ReviewSummary
            images={images}
            bulk={bulk}
            approving={approve.isPending ? 'yes' : 'no'}
            onApproveAll={(pending) => approveAll.mutate(pending)}
          />
          {decidedAll && <AllDecided images={images} />}
          {images.length === 0 && (
            <ReviewMessage
              title="No images yet"
              text="The team is still preparing them. They appear here by themselves."
            />
          )}
          <ol className="review-grid">
            {images.map((image, index) => (
              <li key={image.id}>
                <ReviewCard
                  image={image}
                  number={index + 1}
                  deciding={deciding}
                  onOpen={() => uncovered(() => setFullSizeId(image.id))}
                  onApprove={() =>
                    approve.mutate({ ...image, number: index + 1 }, { onSuccess: () => keepFocus(image.id) })
                  }
                  onReject={() => uncovered(() => rejecting.open(image))}
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
      sending={reject.isPending ? 'yes' : 'no'}
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

/** The button that has the focus is about to go; the next Tab goes on from its card. */
function keepFocus(imageId: string): void {
  const card = document.getElementById(cardId(imageId));
  const { activeElement } = document;
  if (activeElement === document.body || card?.contains(activeElement)) card?.focus({ preventScroll: true });
}
