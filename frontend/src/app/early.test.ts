import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { isReadEarly, takeArrived } from '../lib/early-reads';
import { http } from '../lib/http';
import { fakeServer } from '../test/server';
import { startEarly } from './early';

const asked = () => fakeServer.requests.map(({ path }) => path).sort();

describe('an address that is opened', () => {
  it('of a moment’s review asks at once for what the page reads, which the page does not ask for again', async () => {
    fakeServer.on('GET /api/public/m1/images', { body: [{ thumbnailUrl: '/media/first.webp' }] });
    startEarly('/public/m1');
    expect(await http.get('/api/public/m1/images')).toEqual([{ thumbnailUrl: '/media/first.webp' }]);
    const paths = ['/api/public/m1', '/api/public/m1/branding', '/api/public/m1/images'];
    await waitFor(() => expect(asked()).toEqual(paths));
    await http.get('/api/public/m1/images');
    expect(asked()).toEqual([...paths, '/api/public/m1/images']);
  });

  it('of an optimization’s review asks for it', async () => {
    fakeServer.on('GET /api/gmb-optimizations/public/o-1_x', { body: { found: true } });
    startEarly('/gmb-preview/o-1_x');
    expect(await http.get('/api/gmb-optimizations/public/o-1_x')).toEqual({ found: true });
    expect(asked()).toHaveLength(1);
  });

  it('of a page that is drawn later has its answers ready for it', async () => {
    fakeServer.on('GET /api/gmb-optimizations/public/o2', { body: { found: true } });
    startEarly('/gmb-preview/o2');
    expect(isReadEarly()).toBe(true);
    const [arrived] = await waitFor(() => {
      const reads = takeArrived();
      expect(reads).toHaveLength(1);
      return reads;
    });
    expect(arrived).toMatchObject({ key: ['/api/gmb-optimizations/public', 'o2'], data: { found: true } });
    expect(takeArrived()).toEqual([]);
  });

  it('that leads nowhere fails where the page asks', async () => {
    startEarly('/public/gone');
    await expect(http.get('/api/public/gone')).rejects.toMatchObject({ status: 404 });
  });

  it('of another page asks for nothing', async () => {
    for (const path of ['/', '/login', '/public/moments', '/public/a/b', '/public/%2e', '/moments/m1'])
      startEarly(path);
    await http.get('/api/user').catch(() => undefined);
    expect(asked()).toEqual(['/api/user']);
  });
});
