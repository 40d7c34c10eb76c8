import { afterEach, expect } from '@jest/globals';
import type { LinkView } from '../src/contract/links.js';
import type { TestApp } from './app.js';
import { eventually } from './eventually.js';
import { connectLive, type Live } from './live.js';

/** What the address of a reviewer's own link ends with. */
export const tokenIn = ({ address }: LinkView): string => address!.split('/r/')[1]!;

/** Those who open reviewers' links, over HTTP and live. Their connections end with each test. */
export function visitorsOf(app: () => TestApp) {
  const connections: Live[] = [];
  afterEach(() => {
    for (const { socket } of connections.splice(0)) socket.disconnect();
  });
  const connect = async (): Promise<Live> => {
    const live = await connectLive(app());
    connections.push(live);
    return live;
  };
  return {
    /** A browser that came by this link. */
    visit: (token: string, cookie = '') => {
      const headers = { 'Review-Link': token, ...(cookie && { Cookie: cookie }) };
      const visitor = app().visitor();
      return {
        get: (path: string) => visitor.get(path).set(headers),
        post: (path: string, body: object = {}) => visitor.post(path).set(headers).send(body),
      };
    },
    connect,
    /** A live connection that watches, and does not connect again once it has ended. */
    watch: async (request: object): Promise<Live> => {
      const live = await connect();
      live.socket.io.reconnection(false);
      expect(await live.watch(request)).toEqual({ ok: true });
      return live;
    },
  };
}

/** Waits until a live connection has ended. */
export const ended = ({ socket }: Live): Promise<void> => eventually(() => expect(socket.connected).toBe(false));
