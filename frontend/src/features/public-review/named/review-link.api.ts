import type { ReviewLinkView } from '@gmb-moments/backend/contract/links';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../../../lib/http';

/** What a reviewer's own link opens. `http` sends the link's token with every request of its page. */
export function reviewLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['/api/review-link', token] as const,
    // A portal has no live events.
    refetchOnWindowFocus: 'always',
    queryFn: ({ signal }) => http.get<ReviewLinkView>('/api/review-link', { signal }),
  });
}

/** Submits the passcode. The server sets a cookie, so that this device is not asked again. */
export function givePasscode(passcode: string): Promise<void> {
  return http.post('/api/review-link/passcode', { passcode });
}
