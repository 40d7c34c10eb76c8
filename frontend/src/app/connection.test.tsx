import { describe, expect, it } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import type { Socket } from 'socket.io';
import { userQuery } from '../records/session';
import { useBrandLive } from '../records/settings';
import { fakeServer } from '../test/server';
import { holdFirst, live, Reader, Staff, Visitor } from './live.fixture';

function Account() {
  const { data } = useQuery(userQuery);
  return <p>{data === null ? 'Signed out' : data?.name}</p>;
}

function Brand() {
  useBrandLive();
  return null;
}

describe('the connection', () => {
  // The first connection of the page: only later ones may have missed events.
  it('refetches nothing when nothing was missed since the page was opened', async () => {
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
    // Only the event after the response refetches the clients.
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
  ])('of %s identifies itself as %s, whatever cookies the browser has', async (_who, as, page) => {
    await live(page);
    // The connection of the previous test may still be closing.
    await waitFor(() => {
      const sockets = [...testSockets.sockets.sockets.values()];
      expect(sockets.map(({ handshake }) => handshake.auth)).toEqual([{ as }]);
    });
  });

  it('detects the ended session when it is refused, and reconnects after the next sign-in', async () => {
    let refused: string | null = null;
    testSockets.use((_socket, next) =>
      next(refused ? Object.assign(new Error('Please sign in again.'), { data: { code: refused } }) : undefined),
    );
    fakeServer.on('GET /api/user', () => (refused ? { status: 401, body: {} } : { body: { name: 'Ada' } }));
    const client = await live([<Staff key="live" />, <Account key="account" />]);
    expect(await screen.findByText('Ada')).toBeVisible();
    // Refetched once after the connection.
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

  it('refetches what is on screen after it was lost, since events were missed', async () => {
    let business = 'before';
    fakeServer.on('GET /api/clients', () => ({ body: [{ business }] }));
    await live([<Staff key="live" />, <Reader key="reader" path={['/api/clients']} />]);
    expect(await screen.findByText(/before/)).toBeVisible();
    await screen.findByText('Live');
    business = 'after';
    for (const socket of testSockets.sockets.sockets.values()) socket.conn.close();
    expect(await screen.findByText(/after/)).toBeVisible();
  });

  it('repeats reads that were in progress when it connected, since their responses may be older', async () => {
    const held = holdFirst('GET /api/clients', [{ business: 'before' }], [{ business: 'after' }]);
    await live([<Staff key="live" />, <Reader key="reader" path={['/api/clients']} />]);
    await screen.findByText('Live');
    held.release();
    expect(await screen.findByText(/after/)).toBeVisible();
  });
});
