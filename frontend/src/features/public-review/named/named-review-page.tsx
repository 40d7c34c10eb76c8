import { DEFAULT_BRAND_NAME, REVIEW_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import type { ReviewLinkView } from '@gmb-moments/backend/contract/links';
import { useQuery } from '@tanstack/react-query';
import { openedInPortal } from '../../../lib/review-link';
import { ImageReviewPage } from '../images/image-review-page';
import { OptimizationReviewPage } from '../sections/optimization-review-page';
import { MayDecide } from '../shell/may-decide';
import { ClosedLink, ReviewMessage, ReviewStates } from '../shell/review-states';
import { ReviewShell } from '../shell/review-shell';
import { Passcode } from './passcode';
import { Portal } from './portal';
import { reviewLinkQuery } from './review-link.api';

/** The page of a reviewer's own link: a moment, an optimization, all work of the client, or why it does not open. */
export function NamedReviewPage({ link: token }: { link: string }) {
  const { data, error, refetch } = useQuery(reviewLinkQuery(token));
  const opens = data?.state === 'open' ? whatOpens(data) : null;
  if (data?.state === 'open' && opens) {
    return (
      <MayDecide value={data.mayDecide}>
        {opens.kind === 'moment' ? <ImageReviewPage link={opens.id} /> : <OptimizationReviewPage link={opens.id} />}
      </MayDecide>
    );
  }
  const missing = (
    <ReviewMessage icon="picture" title="Link not found">
      <p>This link leads nowhere: it may be incomplete. Please check it or ask for a new one.</p>
    </ReviewMessage>
  );
  return (
    <ReviewShell
      title={data?.branding.name ?? DEFAULT_BRAND_NAME}
      color={data?.branding.primaryColor ?? REVIEW_DEFAULT_COLOR}
      width={720}
    >
      <ReviewStates icon="picture" error={error} onRetry={() => void refetch()} missing={missing} skeleton={null}>
        {data && <LinkContent view={data} token={token} onOpened={() => void refetch()} />}
      </ReviewStates>
    </ReviewShell>
  );
}

function LinkContent({ view, token, onOpened }: { view: ReviewLinkView; token: string; onOpened: () => void }) {
  if (view.state === 'passcode') return <Passcode view={view} onGiven={onOpened} />;
  if (view.state === 'open') return view.opens === 'portal' && <Portal view={view} token={token} />;
  return <ClosedLink isExpired={view.state === 'expired'} brand={view.branding} />;
}

function whatOpens(view: Extract<ReviewLinkView, { state: 'open' }>) {
  if (view.opens === 'portal') return openedInPortal();
  return { kind: view.opens, id: view.id };
}
