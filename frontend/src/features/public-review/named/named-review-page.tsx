import type { ReviewLinkView } from '@gmb-moments/backend/contract/links';
import { useQuery } from '@tanstack/react-query';
import { LanguageProvider } from '../../../lib/texts/language-provider';
import { useTranslator } from '../../../lib/texts/translator';
import { chunkQuery } from '../../../lib/chunk';
import { openedInPortal, opensDelivered } from '../../../lib/review-link';
import { ImageReviewPage } from '../images/image-review-page';
import { OptimizationReviewPage } from '../sections/optimization-review-page';
import { MayDecideContext } from '../shell/visit';
import { ClosedLink, LockedLink, ReviewPage } from '../shell/review-states';
import { Passcode } from './passcode';
import { Portal } from './portal';
import { reviewLinkQuery } from './review-link.api';

/**
 * The page of a reviewer's own link, called a named link: a moment, an optimization, a portal with all work of the
 * client, or why the link does not open. It is in the reviewer's language once that is loaded.
 */
export function NamedReviewPage({ link: token }: { link: string }) {
  const { language } = useTranslator();
  const { data, error, refetch } = useQuery(reviewLinkQuery(token));
  const page = { token, error, onRetry: () => void refetch() };
  return (
    <LanguageProvider
      key={data?.language}
      language={data?.language ?? language}
      placeholder={<Opened view={undefined} {...page} error={null} />}
    >
      <Opened view={data} {...page} />
    </LanguageProvider>
  );
}

const DELIVERED = chunkQuery('delivered', async () => (await import('../delivered/delivered-page')).DeliveredPage);

interface OpenedProps {
  view: ReviewLinkView | undefined;
  token: string;
  error: Error | null;
  onRetry: () => void;
}

function Opened({ view, token, error, onRetry }: OpenedProps) {
  const opens = view?.state === 'open' ? whatOpens(view) : null;
  const isDelivered = opens?.kind === 'moment' && opensDelivered();
  const delivered = useQuery({ ...DELIVERED, enabled: isDelivered });
  if (isDelivered && delivered.data) return <delivered.data link={opens.id} />;
  if (view?.state === 'open' && opens && !isDelivered) {
    return (
      <MayDecideContext value={view.mayDecide}>
        {opens.kind === 'moment' ? <ImageReviewPage link={opens.id} /> : <OptimizationReviewPage link={opens.id} />}
      </MayDecideContext>
    );
  }
  return (
    <ReviewPage
      kind="link"
      brand={view?.branding}
      error={error ?? delivered.error}
      onRetry={delivered.error ? () => void delivered.refetch() : onRetry}
      skeleton={null}
    >
      {view && !isDelivered && <LinkContent view={view} token={token} onOpened={onRetry} />}
    </ReviewPage>
  );
}

function LinkContent({ view, token, onOpened }: { view: ReviewLinkView; token: string; onOpened: () => void }) {
  if (view.state === 'locked') return <LockedLink brand={view.branding} />;
  if (view.state === 'passcode') return <Passcode view={view} onGiven={onOpened} />;
  if (view.state === 'open') return view.opens === 'portal' && <Portal view={view} token={token} />;
  return <ClosedLink isExpired={view.state === 'expired'} brand={view.branding} />;
}

function whatOpens(view: Extract<ReviewLinkView, { state: 'open' }>) {
  if (view.opens === 'portal') return openedInPortal();
  return { kind: view.opens, id: view.id };
}
