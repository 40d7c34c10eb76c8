import { expect } from '@jest/globals';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { OptimizationListItem, OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { useVisitorLive } from '../features/public-review/shell/review.live';
import { createQueryClient } from '../lib/query-client';
import { fakeServer } from '../test/server';
import { LiveIndicator } from './header';
import { useStaffLive } from '../records/staff-live';

export const LISTED = {
  id: 'o1',
  clientId: 'c1',
  client: { id: 'c1', business: 'Acme' },
  businessName: 'Acme Ltd',
  status: 'in_progress',
  currentStep: 3,
  sharedAt: null,
  openedAt: null,
  dueOn: null,
  daysLeft: null,
  createdAt: '2026-01-01T00:00:00Z',
} satisfies OptimizationListItem;

export const OPTIMIZATION = { ...LISTED, descriptionSuggestion: '', servicesSuggestion: 'Repairs' } as OptimizationView;

export function image(id: string, position: number, changes: Partial<ImageView> = {}): ImageView {
  return { id, momentId: 'm1', position, title: '', version: 1, ...changes } as ImageView;
}

/** Renders the cached data of a query as JSON. */
export function Reader({ path }: { path: readonly unknown[] }) {
  const { data } = useQuery({ queryKey: path });
  return <pre>{JSON.stringify(data)}</pre>;
}

export function Staff() {
  useStaffLive();
  return <LiveIndicator />;
}

export function Visitor({ kind = 'momentId', id }: { kind?: 'momentId' | 'publicLink'; id: string }) {
  useVisitorLive(kind, id);
  return null;
}

/**
 * Renders, and waits for the live connection. The server reports a missed event, so queries on screen are refetched.
 */
export async function live(children: React.ReactNode): Promise<QueryClient> {
  fakeServer.hasEmitted = true;
  const client = createQueryClient();
  render(<QueryClientProvider client={client}>{children}</QueryClientProvider>);
  await waitFor(() => expect(testSockets.sockets.sockets.size).toBe(1));
  return client;
}

/** Makes the fake server delay its first response to a call until `release` is called; later ones are immediate. */
export function holdFirst(call: string, first: unknown, others: unknown): { release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  fakeServer.on(call, async () => {
    if (fakeServer.calls(call).length > 1) return { body: others };
    await released;
    return { body: first };
  });
  return { release: () => release() };
}
