import { describe, expect, it } from '@jest/globals';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { waitFor } from '@testing-library/react';
import { fakeServer } from '../test/server';
import { image, live, OPTIMIZATION, Reader, Visitor } from './live.fixture';

describe('events for a visitor', () => {
  it('are subscribed to by watching one moment, and again after each reconnection', async () => {
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

  it('are subscribed to by watching one public link, and update its page', async () => {
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
