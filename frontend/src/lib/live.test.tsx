import { describe, expect, it } from '@jest/globals';
import type { CaptionRunView } from '@gmb-moments/backend/contract/captions';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import type { OptimizationListItem, OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../test/server';
import { LiveIndicator } from '../components/live-indicator';
import type { Socket } from 'socket.io';
import { userQuery } from '../features/auth/auth.api';
import { http } from './http';
import { useBrandLive, useStaffLive, useVisitorLive } from './live';
import { createQueryClient } from './query-client';

const MOMENT = {
  id: 'm1',
  title: 'Spring',
  clientId: 'c1',
  status: 'draft',
  imageCount: 2,
  createdAt: '2026-01-01T00:00:00Z',
  client: { id: 'c1', business: 'Acme' },
} satisfies MomentListItem;

const RUN = { runId: 'r1', momentId: 'm1', total: 3 };

const LISTED = {
  id: 'o1',
  clientId: 'c1',
  client: { id: 'c1', business: 'Acme' },
  businessName: 'Acme Ltd',
  status: 'in_progress',
  currentStep: 3,
  createdAt: '2026-01-01T00:00:00Z',
} satisfies OptimizationListItem;

const OPTIMIZATION = { ...LISTED, descriptionSuggestion: '', servicesSuggestion: 'Repairs' } as OptimizationView;

function image(id: string, position: number, changes: Partial<ImageView> = {}): ImageView {
  return { id, momentId: 'm1', position, title: '', version: 1, ...changes } as ImageView;
}

function Reader({ path }: { path: readonly unknown[] }) {
  const { data } = useQuery({ queryKey: path });
  return <pre>{JSON.stringify(data)}</pre>;
}

function Account() {
  const { data } = useQuery(userQuery);
  return <p>{data === null ? 'Signed out' : data?.name}</p>;
}

function MomentList() {
  const { data } = useQuery({ queryKey: ['/api/moments', { limit: 20 }], queryFn: () => http.getPage('/api/moments') });
  return <pre>{JSON.stringify(data)}</pre>;
}

function OptimizationList() {
  const { data } = useQuery({
    queryKey: ['/api/gmb-optimizations', { limit: 20 }],
    queryFn: () => http.getPage('/api/gmb-optimizations'),
  });
  return <pre>{JSON.stringify(data)}</pre>;
}

function Staff() {
  useStaffLive();
  return <LiveIndicator />;
}

function Visitor({ kind = 'momentId', id }: { kind?: 'momentId' | 'publicLink'; id: string }) {
  useVisitorLive(kind, id);
  return null;
}

function Brand() {
  useBrandLive();
  return null;
}

/** Mounts and waits until it is connected. */
async function live(children: React.ReactNode): Promise<QueryClient> {
  const client = createQueryClient();
  render(<QueryClientProvider client={client}>{children}</QueryClientProvider>);
  await waitFor(() => expect(testSockets.sockets.sockets.size).toBe(1));
  return client;
}

/** Answers the first of these calls only when released, and others at once. */
function holdFirst(call: string, first: unknown, others: unknown): { release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  fakeServer.on(call, async () => {
    if (fakeServer.calls(call).length > 1) return { body: others };
    await released;
    return { body: first };
  });
  return { release: () => release() };
}

describe('the connection', () => {
  // The first one of this page: others may have missed something while it was lost.
  it('reads nothing again when nothing was missed since the page was opened', async () => {
    const asked: number[] = [];
    const onConnection = (socket: Socket) => {
      socket.removeAllListeners('missed');
      socket.on('missed', (ageMs: number, acknowledge: (answer: { missed: boolean }) => void) => {
        asked.push(ageMs);
        acknowledge({ missed: false });
        socket.emit('client.changed', { id: 'c1' });
      });
    };
    testSockets.on('connection', onConnection);
    fakeServer.on('GET /api/clients', { body: [{ business: 'before' }] });
    fakeServer.on('GET /api/agencies', { body: [] });
    await live([
      <Staff key="live" />,
      <Reader key="clients" path={['/api/clients']} />,
      <Reader key="agencies" path={['/api/agencies']} />,
    ]);
    // What follows the answer reads clients anew, and was not heard before it.
    await waitFor(() => expect(fakeServer.calls('GET /api/clients')).toHaveLength(2));
    expect(fakeServer.calls('GET /api/agencies')).toHaveLength(1);
    expect(asked).toEqual([expect.any(Number)]);
    expect(asked[0]).toBeGreaterThan(0);
    testSockets.off('connection', onConnection);
  });

  it.each([
    ['staff', 'staff', <Staff key="live" />],
    ['a visitor', 'visitor', <Visitor key="live" id="m1" />],
    ['somebody at the login page', 'visitor', <Brand key="live" />],
  ])('of %s says that it is for %s, whatever cookies the browser has', async (_who, as, page) => {
    await live(page);
    // The one of the test before may still be leaving.
    await waitFor(() => {
      const sockets = [...testSockets.sockets.sockets.values()];
      expect(sockets.map(({ handshake }) => handshake.auth)).toEqual([{ as }]);
    });
  });

  it('finds out that the session has ended when it is refused, and is made again after the next sign-in', async () => {
    let refused: string | null = null;
    testSockets.use((_socket, next) =>
      next(refused ? Object.assign(new Error('Please sign in again.'), { data: { code: refused } }) : undefined),
    );
    fakeServer.on('GET /api/user', () => (refused ? { status: 401, body: {} } : { body: { name: 'Ada' } }));
    const client = await live([<Staff key="live" />, <Account key="account" />]);
    expect(await screen.findByText('Ada')).toBeVisible();
    // Once more when it was made.
    await waitFor(() => expect(fakeServer.calls('GET /api/user')).toHaveLength(2));
    refused = 'NOT_SIGNED_IN';
    for (const socket of testSockets.sockets.sockets.values()) socket.conn.close();
    expect(await screen.findByText('Signed out')).toBeVisible();
    expect(screen.getByText('Reconnecting…')).toBeVisible();
    refused = null;
    await client.refetchQueries({ queryKey: userQuery.queryKey });
    expect(await screen.findByText('Live', {}, { timeout: 10_000 })).toBeVisible();
    expect(screen.getByText('Ada')).toBeVisible();
  }, 30_000);

  it('shows that it is live, and that it reconnects', async () => {
    await live(<Staff />);
    expect(await screen.findByText('Live')).toBeVisible();
    for (const socket of testSockets.sockets.sockets.values()) socket.conn.close();
    expect(await screen.findByText('Reconnecting…')).toBeVisible();
    expect(await screen.findByText('Live')).toBeVisible();
  });

  it('reads what is on screen again after it was lost, since events were missed', async () => {
    let business = 'before';
    fakeServer.on('GET /api/clients', () => ({ body: [{ business }] }));
    await live([<Staff key="live" />, <Reader key="reader" path={['/api/clients']} />]);
    expect(await screen.findByText(/before/)).toBeVisible();
    await screen.findByText('Live');
    business = 'after';
    for (const socket of testSockets.sockets.sockets.values()) socket.conn.close();
    expect(await screen.findByText(/after/)).toBeVisible();
  });

  it('reads again what was being read when it was made, since the answer may be older', async () => {
    const held = holdFirst('GET /api/clients', [{ business: 'before' }], [{ business: 'after' }]);
    await live([<Staff key="live" />, <Reader key="reader" path={['/api/clients']} />]);
    await screen.findByText('Live');
    held.release();
    expect(await screen.findByText(/after/)).toBeVisible();
  });
});

describe('events for staff', () => {
  const KEYS = {
    images: ['/api/moments', 'm1', 'images'],
    otherList: ['/api/moments', { limit: 5 }],
    run: ['/api/moments', 'm1', 'caption-run'],
    moment: ['/api/moments', 'm1'],
  };

  it('put changed and new images in their place', async () => {
    const client = await live(<Staff />);
    await screen.findByText('Live');
    client.setQueryData(KEYS.images, [image('a', 0), image('c', 2)]);
    fakeServer.emit('image.changed', image('a', 0, { title: 'A', version: 2 }));
    fakeServer.emit('image.changed', image('b', 1));
    await waitFor(() => expect(client.getQueryData<ImageView[]>(KEYS.images)).toHaveLength(3));
    expect(client.getQueryData<ImageView[]>(KEYS.images)?.map(({ id, title }) => id + title)).toEqual(['aA', 'b', 'c']);
  });

  it('never bring back an older version, and take deleted images away', async () => {
    const client = await live(<Staff />);
    await screen.findByText('Live');
    client.setQueryData(KEYS.images, [image('a', 0, { title: 'new', version: 3 }), image('b', 1)]);
    fakeServer.emit('image.changed', image('a', 0, { title: 'old', version: 2 }));
    fakeServer.emit('image.deleted', { momentId: 'm1', imageId: 'b' });
    await waitFor(() => expect(client.getQueryData<ImageView[]>(KEYS.images)).toHaveLength(1));
    expect(client.getQueryData<ImageView[]>(KEYS.images)?.[0]?.title).toBe('new');
  });

  it('are not undone by an older read that was under way', async () => {
    const held: (() => void)[] = [];
    let answered = [image('a', 0, { title: 'old' })];
    fakeServer.on('GET /api/moments/m1/images', async () => {
      const body = answered;
      if (held.length > 0) await new Promise<void>((resolve) => held.push(resolve));
      return { body };
    });
    const client = await live([<Staff key="live" />, <Reader key="images" path={KEYS.images} />]);
    await waitFor(() => expect(fakeServer.calls('GET /api/moments/m1/images')).toHaveLength(2));
    await screen.findByText(/old/);
    held.push(() => undefined);
    void client.invalidateQueries({ queryKey: KEYS.images });
    await waitFor(() => expect(held).toHaveLength(2));
    answered = [image('a', 0, { title: 'new', version: 2 })];
    fakeServer.emit('image.changed', answered[0]!);
    expect(await screen.findByText(/new/)).toBeVisible();
    await waitFor(() => expect(held).toHaveLength(3));
    held.forEach((release) => release());
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.getByText(/new/)).toBeVisible();
  });

  it('are not lost when they come during the first read', async () => {
    const client = await live(<Staff />);
    await screen.findByText('Live');
    const held = holdFirst('GET /api/moments/m1/images', [image('a', 0, { title: 'old' })], [image('a', 0)]);
    const read = client.fetchQuery({ queryKey: KEYS.images });
    await waitFor(() => expect(fakeServer.calls('GET /api/moments/m1/images')).toHaveLength(1));
    fakeServer.emit('image.changed', image('a', 0, { title: 'new', version: 2 }));
    await waitFor(() => expect(client.getQueryState(KEYS.images)?.isInvalidated).toBe(true));
    held.release();
    await read;
    await waitFor(() => expect(client.getQueryState(KEYS.images)?.isInvalidated).toBe(true));
  });

  it('change a moment on its page and in lists, and read lists again', async () => {
    fakeServer.on('GET /api/moments', { body: [MOMENT], headers: { 'X-Total-Count': '70' } });
    const client = await live([<Staff key="live" />, <MomentList key="list" />]);
    await waitFor(() => expect(fakeServer.calls('GET /api/moments')).toHaveLength(2));
    await screen.findByText(/"total":70/);
    client.setQueryData(KEYS.moment, { ...MOMENT, sharedAt: null, publicOrigin: null });
    client.setQueryData(KEYS.otherList, { items: [MOMENT], total: 1 });
    const changed = { ...MOMENT, status: 'approved' as const, sharedAt: '2026-01-02T00:00:00Z', publicOrigin: null };
    fakeServer.emit('moment.changed', changed);
    await waitFor(() => expect(client.getQueryData(KEYS.moment)).toEqual(changed));
    expect(client.getQueryData(KEYS.otherList)).toMatchObject({ items: [{ ...MOMENT, status: 'approved' }], total: 1 });
    await waitFor(() => expect(fakeServer.calls('GET /api/moments')).toHaveLength(3));
  });

  it('count a caption run up, and read it again when it ends', async () => {
    let run: CaptionRunView = { ...RUN, state: 'running', done: 0, failed: 0, errors: [] };
    fakeServer.on('GET /api/moments/m1/caption-run', () => ({ body: run }));
    const client = await live([<Staff key="live" />, <Reader key="run" path={KEYS.run} />]);
    await waitFor(() => expect(fakeServer.calls('GET /api/moments/m1/caption-run')).toHaveLength(2));
    await screen.findByText(/running/);
    fakeServer.emit('captions.progress', { ...RUN, state: 'running', done: 1, failed: 0, imageId: 'a' });
    await waitFor(() => expect(client.getQueryData(KEYS.run)).toEqual({ ...run, done: 1 }));
    run = { ...run, state: 'completed', done: 2, failed: 1, errors: [{ imageId: 'x', message: 'no', detail: '' }] };
    fakeServer.emit('captions.progress', { ...RUN, state: 'completed', done: 2, failed: 1 });
    await waitFor(() => expect(client.getQueryData(KEYS.run)).toEqual(run));
  });

  it('read clients and agencies again when they changed, once for many events', async () => {
    fakeServer.on('GET /api/clients', { body: [] });
    await live([<Staff key="live" />, <Reader key="clients" path={['/api/clients']} />]);
    await screen.findByText('Live');
    await waitFor(() => expect(fakeServer.calls('GET /api/clients')).toHaveLength(2));
    for (let event = 0; event < 20; event += 1) fakeServer.emit('client.changed', { id: `c${event}` });
    await waitFor(() => expect(fakeServer.calls('GET /api/clients')).toHaveLength(3));
  });
});

describe('events about optimizations', () => {
  const LIST = 'GET /api/gmb-optimizations';
  const KEYS = {
    detail: ['/api/gmb-optimizations', 'o1'],
    runs: ['/api/gmb-optimizations', 'o1', 'runs'],
    otherList: ['/api/gmb-optimizations', { limit: 5 }],
  };

  it('change one on its page and in lists, and read lists again', async () => {
    fakeServer.on(LIST, { body: [LISTED], headers: { 'X-Total-Count': '70' } });
    const client = await live([<Staff key="live" />, <OptimizationList key="list" />]);
    await waitFor(() => expect(fakeServer.calls(LIST)).toHaveLength(2));
    await screen.findByText(/"total":70/);
    const detail = { optimization: OPTIMIZATION, client: { business: 'Acme' } };
    client.setQueryData(KEYS.detail, detail);
    client.setQueryData(KEYS.otherList, { items: [LISTED], total: 1 });
    const changed = { ...OPTIMIZATION, currentStep: 4, descriptionSuggestion: 'Repairs in a day.' };
    fakeServer.emit('optimization.changed', changed);
    await waitFor(() => expect(client.getQueryData(KEYS.detail)).toEqual({ ...detail, optimization: changed }));
    expect(client.getQueryData(KEYS.otherList)).toMatchObject({ items: [{ id: 'o1', currentStep: 4 }], total: 1 });
    await waitFor(() => expect(fakeServer.calls(LIST)).toHaveLength(3));
  });

  it('read its generations again when one goes on, once for many events', async () => {
    fakeServer.on('GET /api/gmb-optimizations/o1/runs', { body: [] });
    await live([<Staff key="live" />, <Reader key="runs" path={KEYS.runs} />]);
    await screen.findByText('Live');
    await waitFor(() => expect(fakeServer.calls('GET /api/gmb-optimizations/o1/runs')).toHaveLength(2));
    for (let done = 0; done < 5; done += 1) {
      const progress = { optimizationId: 'o1', runId: 'r1', state: 'running' as const, total: 5, done, failed: 0 };
      fakeServer.emit('optimization.progress', progress);
    }
    await waitFor(() => expect(fakeServer.calls('GET /api/gmb-optimizations/o1/runs')).toHaveLength(3));
  });

  it('take a deleted one out of lists, and tell its page', async () => {
    fakeServer.on('GET /api/gmb-optimizations/o1', { body: { optimization: OPTIMIZATION } });
    const client = await live([<Staff key="live" />, <Reader key="detail" path={KEYS.detail} />]);
    await waitFor(() => expect(fakeServer.calls('GET /api/gmb-optimizations/o1')).toHaveLength(2));
    client.setQueryData(KEYS.otherList, { items: [LISTED, { ...LISTED, id: 'o2' }], total: 2 });
    fakeServer.emit('optimization.deleted', { optimizationId: 'o1' });
    await waitFor(() => expect(client.getQueryData(KEYS.otherList)).toMatchObject({ items: [{ id: 'o2' }] }));
    await waitFor(() => expect(fakeServer.calls('GET /api/gmb-optimizations/o1')).toHaveLength(3));
  });

  it('read one again when its client or agency changed, for it shows both', async () => {
    fakeServer.on('GET /api/gmb-optimizations/o1', { body: { optimization: OPTIMIZATION } });
    await live([<Staff key="live" />, <Reader key="detail" path={KEYS.detail} />]);
    await waitFor(() => expect(fakeServer.calls('GET /api/gmb-optimizations/o1')).toHaveLength(2));
    fakeServer.emit('client.changed', { id: 'c1' });
    await waitFor(() => expect(fakeServer.calls('GET /api/gmb-optimizations/o1')).toHaveLength(3));
    fakeServer.emit('agency.changed', { id: 'a1' });
    await waitFor(() => expect(fakeServer.calls('GET /api/gmb-optimizations/o1')).toHaveLength(4));
  });
});

describe('events for a visitor', () => {
  it('are asked for by watching one moment, again after each reconnection', async () => {
    const watched: string[] = [];
    testSockets.on('connection', (socket) =>
      socket.on('watch', ({ momentId }: { momentId: string }, acknowledge: (answer: { ok: boolean }) => void) => {
        watched.push(momentId);
        acknowledge({ ok: true });
      }),
    );
    const client = await live(<Visitor id="m1" />);
    await waitFor(() => expect(watched).toEqual(['m1']));
    client.setQueryData(['/api/public', 'm1', 'images'], [image('a', 0)]);
    fakeServer.emit('image.changed', image('a', 0, { status: 'approved' }));
    await waitFor(() =>
      expect(client.getQueryData<ImageView[]>(['/api/public', 'm1', 'images'])?.[0]?.status).toBe('approved'),
    );
    for (const socket of testSockets.sockets.sockets.values()) socket.conn.close();
    await waitFor(() => expect(watched).toEqual(['m1', 'm1']));
  });

  it('are asked for by watching one public link, and change what it shows', async () => {
    const watched: string[] = [];
    testSockets.on('connection', (socket) =>
      socket.on('watch', ({ publicLink }: { publicLink: string }, acknowledge: (answer: { ok: boolean }) => void) => {
        watched.push(publicLink);
        acknowledge({ ok: true });
      }),
    );
    const key = ['/api/gmb-optimizations/public', 'link'];
    fakeServer.on('GET /api/gmb-optimizations/public/link', { body: { optimization: OPTIMIZATION } });
    const client = await live([
      <Visitor key="live" kind="publicLink" id="link" />,
      <Reader key="preview" path={key} />,
    ]);
    await waitFor(() => expect(watched).toEqual(['link']));
    await waitFor(() => expect(fakeServer.calls('GET /api/gmb-optimizations/public/link')).toHaveLength(2));
    const changed = { optimization: { ...OPTIMIZATION, publicLink: 'link', descriptionApproved: 'approved' } };
    fakeServer.on('GET /api/gmb-optimizations/public/link', { body: changed });
    testSockets.emit('optimization.changed', changed);
    await waitFor(() => expect(client.getQueryData(key)).toEqual(changed));
    fakeServer.on('GET /api/gmb-optimizations/public/link', { status: 404, body: {} });
    testSockets.emit('optimization.deleted', { optimizationId: 'o1' });
    await waitFor(() => expect(client.getQueryState(key)?.status).toBe('error'));
  });
});
