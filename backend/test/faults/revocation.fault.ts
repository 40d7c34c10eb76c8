import { afterEach, describe, expect } from '@jest/globals';
import { startApp } from '../app.js';
import { eventually } from '../eventually.js';
import { createClient, createMomentWithImages, createReviewLink } from '../factories.js';
import { connectLive, type Live } from '../live.js';
import { stretched } from '../stretched.js';
import { startApiProcess } from '../worker-process.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';

afterEach(endAll);

/** Within which a revoked link is closed everywhere. */
const CLOSED_MS = 1000;

describe('A named link', () => {
  fault(
    {
      what: 'a named link revoked in another process',
      done: 'by one API, while browsers watch by it on two others',
      checked: 'within a second page, API and sockets of all three are closed; other links stay open',
    },
    async () => {
      const app = later(await startApp(), (one) => one.close());
      const staff = await app.staff();
      const start = async () => later(await startApiProcess(app), (one) => one.kill());
      const urls = [app.url, ...(await Promise.all([start(), start()])).map(({ url }) => url)];
      const { id: clientId } = await createClient(staff);
      const { moment } = await createMomentWithImages(staff, 1, { clientId });
      const [revoked, kept] = [
        await createReviewLink(staff, `moments/${moment.id}`, clientId),
        await createReviewLink(staff, `moments/${moment.id}`, clientId, { name: 'Daniel Cho' }),
      ];
      const connect = async (url: string) => {
        const live = later(await connectLive({ ...app, url }), async ({ socket }) => void socket.disconnect());
        live.socket.io.reconnection(false);
        return live;
      };
      /** Whether a browser may watch by a link, at each API. */
      const watching = (lives: Live[], { token }: { token: string }) =>
        Promise.all(lives.map(async (live) => (await live.watch({ momentId: moment.id, reviewLink: token })).ok));
      const closing = await Promise.all(urls.map(connect));
      expect(await watching(closing, revoked)).toEqual([true, true, true]);
      const statuses = (path: string, token: string) =>
        Promise.all(urls.map(async (url) => (await fetch(url + path, { headers: { 'Review-Link': token } })).status));
      const api = `/api/public/${moment.id}/images`;
      expect(await statuses(api, revoked.token)).toEqual([200, 200, 200]);
      const began = Date.now();
      await staff.post(`/api/links/${revoked.link.id}/revoke`).expect(200);
      await eventually(() => expect(closing.map(({ socket }) => socket.connected)).toEqual([false, false, false]));
      expect(Date.now() - began).toBeLessThan(stretched(CLOSED_MS));
      expect(await statuses(api, revoked.token)).toEqual([403, 403, 403]);
      expect(await statuses(api, kept.token)).toEqual([200, 200, 200]);
      const again = await Promise.all(urls.map(connect));
      expect(await watching(again, revoked)).toEqual([false, false, false]);
      expect(await watching(again, kept)).toEqual([true, true, true]);
    },
  );
});
