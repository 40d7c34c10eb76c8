import { describe, expect, it } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { http } from '../lib/http';
import { fakeServer } from '../test/server';
import { LISTED, live, OPTIMIZATION, Reader, Staff } from './live.fixture';

function OptimizationList() {
  const { data } = useQuery({
    queryKey: ['/api/gmb-optimizations', { limit: 20 }],
    queryFn: () => http.getPage('/api/gmb-optimizations'),
  });
  return <pre>{JSON.stringify(data)}</pre>;
}

describe('events about optimizations', () => {
  const LIST = 'GET /api/gmb-optimizations';
  const KEYS = {
    detail: ['/api/gmb-optimizations', 'o1'],
    runs: ['/api/gmb-optimizations', 'o1', 'runs'],
    otherList: ['/api/gmb-optimizations', { limit: 5 }],
  };

  it('update one on its page and in lists, and refetch lists', async () => {
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

  it('refetch its generations when one progresses, once for many events', async () => {
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

  it('remove a deleted one from lists, and refetch it on its page', async () => {
    fakeServer.on('GET /api/gmb-optimizations/o1', { body: { optimization: OPTIMIZATION } });
    const client = await live([<Staff key="live" />, <Reader key="detail" path={KEYS.detail} />]);
    await waitFor(() => expect(fakeServer.calls('GET /api/gmb-optimizations/o1')).toHaveLength(2));
    client.setQueryData(KEYS.otherList, { items: [LISTED, { ...LISTED, id: 'o2' }], total: 2 });
    fakeServer.emit('optimization.deleted', { optimizationId: 'o1' });
    await waitFor(() => expect(client.getQueryData(KEYS.otherList)).toMatchObject({ items: [{ id: 'o2' }] }));
    await waitFor(() => expect(fakeServer.calls('GET /api/gmb-optimizations/o1')).toHaveLength(3));
  });

  it('refetch one when its client or agency changed, since it shows both', async () => {
    fakeServer.on('GET /api/gmb-optimizations/o1', { body: { optimization: OPTIMIZATION } });
    await live([<Staff key="live" />, <Reader key="detail" path={KEYS.detail} />]);
    await waitFor(() => expect(fakeServer.calls('GET /api/gmb-optimizations/o1')).toHaveLength(2));
    fakeServer.emit('client.changed', { id: 'c1' });
    await waitFor(() => expect(fakeServer.calls('GET /api/gmb-optimizations/o1')).toHaveLength(3));
    fakeServer.emit('agency.changed', { id: 'a1' });
    await waitFor(() => expect(fakeServer.calls('GET /api/gmb-optimizations/o1')).toHaveLength(4));
  });
});
