import { describe, expect, it } from '@jest/globals';
import type { CaptionRunDetail } from '@gmb-moments/backend/contract/captions';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentSummary } from '@gmb-moments/backend/contract/moments';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { aListedMoment } from '../records/moments.fixture';
import { http } from '../lib/http';
import { fakeServer } from '../test/server';
import { holdFirst, image, live, Reader, Staff } from './live.fixture';

const MOMENT = {
  id: 'm1',
  title: 'Spring',
  clientId: 'c1',
  status: 'draft',
  imageCount: 2,
  dueOn: null,
  daysLeft: null,
  createdAt: '2026-01-01T00:00:00Z',
  undelivered: 0,
  delivered: null,
  client: { id: 'c1', business: 'Acme' },
} satisfies MomentSummary;

const LISTED_MOMENT = aListedMoment(MOMENT);

const RUN = { runId: 'r1', momentId: 'm1', total: 3 };

function MomentList() {
  const { data } = useQuery({ queryKey: ['/api/moments', { limit: 20 }], queryFn: () => http.getPage('/api/moments') });
  return <pre>{JSON.stringify(data)}</pre>;
}

describe('events for staff', () => {
  const KEYS = {
    images: ['/api/moments', 'm1', 'images'],
    otherList: ['/api/moments', { limit: 5 }],
    runs: ['/api/moments', 'm1', 'runs'],
    moment: ['/api/moments', 'm1'],
  };

  it('update changed images and insert new ones', async () => {
    const client = await live(<Staff />);
    await screen.findByText('Live');
    client.setQueryData(KEYS.images, [image('a', 0), image('c', 2)]);
    fakeServer.emit('image.changed', image('a', 0, { title: 'A', version: 2 }));
    fakeServer.emit('image.changed', image('b', 1));
    await waitFor(() => expect(client.getQueryData<ImageView[]>(KEYS.images)).toHaveLength(3));
    expect(client.getQueryData<ImageView[]>(KEYS.images)?.map(({ id, title }) => id + title)).toEqual(['aA', 'b', 'c']);
  });

  it('never restore an older version, and remove deleted images', async () => {
    const client = await live(<Staff />);
    await screen.findByText('Live');
    client.setQueryData(KEYS.images, [image('a', 0, { title: 'new', version: 3 }), image('b', 1)]);
    fakeServer.emit('image.changed', image('a', 0, { title: 'old', version: 2 }));
    fakeServer.emit('image.deleted', { momentId: 'm1', imageId: 'b' });
    await waitFor(() => expect(client.getQueryData<ImageView[]>(KEYS.images)).toHaveLength(1));
    expect(client.getQueryData<ImageView[]>(KEYS.images)?.[0]?.title).toBe('new');
  });

  it('are not undone by an older read in progress', async () => {
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

  it('are not lost when they arrive during the first read', async () => {
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

  it('update a moment on its page and in lists, and refetch lists', async () => {
    fakeServer.on('GET /api/moments', { body: [LISTED_MOMENT], headers: { 'X-Total-Count': '70' } });
    const client = await live([<Staff key="live" />, <MomentList key="list" />]);
    await waitFor(() => expect(fakeServer.calls('GET /api/moments')).toHaveLength(2));
    await screen.findByText(/"total":70/);
    client.setQueryData(KEYS.moment, { ...MOMENT, sharedAt: null, done: null, publicOrigin: null });
    client.setQueryData(KEYS.otherList, { items: [LISTED_MOMENT], total: 1 });
    const changed = {
      ...MOMENT,
      status: 'approved' as const,
      sharedAt: '2026-01-02T00:00:00Z',
      done: null,
      publicOrigin: null,
    };
    fakeServer.emit('moment.changed', changed);
    await waitFor(() => expect(client.getQueryData(KEYS.moment)).toEqual(changed));
    expect(client.getQueryData(KEYS.otherList)).toMatchObject({
      items: [{ ...LISTED_MOMENT, status: 'approved' }],
      total: 1,
    });
    await waitFor(() => expect(fakeServer.calls('GET /api/moments')).toHaveLength(3));
  });

  it('update the count of a caption run, and refetch it when it ends', async () => {
    const waiting = { imageId: 'a', state: 'waiting', message: '', detail: '' } as const;
    let run: CaptionRunDetail = { ...RUN, mode: 'missing', state: 'running', done: 0, failed: 0, images: [waiting] };
    fakeServer.on('GET /api/moments/m1/runs', () => ({ body: [run] }));
    const client = await live([<Staff key="live" />, <Reader key="run" path={KEYS.runs} />]);
    await waitFor(() => expect(fakeServer.calls('GET /api/moments/m1/runs')).toHaveLength(2));
    await screen.findByText(/running/);
    fakeServer.emit('captions.progress', { ...RUN, state: 'running', done: 1, failed: 0, imageId: 'a' });
    const counted = { ...run, done: 1, images: [{ ...waiting, state: 'done' }] };
    await waitFor(() => expect(client.getQueryData(KEYS.runs)).toEqual([counted]));
    run = { ...run, state: 'completed', done: 2, failed: 1, images: [{ ...waiting, state: 'failed', message: 'no' }] };
    fakeServer.emit('captions.progress', { ...RUN, state: 'completed', done: 2, failed: 1 });
    await waitFor(() => expect(client.getQueryData(KEYS.runs)).toEqual([run]));
  });

  it('refetch clients and agencies when they changed, once for many events', async () => {
    fakeServer.on('GET /api/clients', { body: [] });
    await live([<Staff key="live" />, <Reader key="clients" path={['/api/clients']} />]);
    await screen.findByText('Live');
    await waitFor(() => expect(fakeServer.calls('GET /api/clients')).toHaveLength(2));
    for (let event = 0; event < 20; event += 1) fakeServer.emit('client.changed', { id: `c${event}` });
    await waitFor(() => expect(fakeServer.calls('GET /api/clients')).toHaveLength(3));
  });
});
