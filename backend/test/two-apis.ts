import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect } from '@jest/globals';
import sharp from 'sharp';
import { startApp, type Agent, type TestApp } from './app.js';
import { createApproved } from './deliveries.js';
import { eventually } from './eventually.js';
import { jpeg } from './factories.js';

/** Within which the end or a change of a session, key, role or scope counts in every process. */
export const EVERYWHERE_MS = 1000;

/** Two API processes of one installation: what changes at one of them counts at the other. */
export interface TwoApis {
  app: TestApp;
  other: TestApp;
  staff: Agent;
  close(): Promise<void>;
}

export async function startTwoApis(env: Record<string, string> = {}): Promise<TwoApis> {
  const app = await startApp(env);
  const other = await startApp(
    { ...env, DATA_DIR: app.dataDir },
    { url: app.databaseUrl, drop: async () => undefined },
  );
  const close = async (): Promise<void> => {
    await other.close();
    await app.close();
  };
  return { app, other, staff: await app.staff(), close };
}

/** A moment of approved photos so large that their ZIP does not fit into the buffers of a connection. @returns its id */
export async function createLarge(staff: Agent, fields: object = {}): Promise<string> {
  const file = await sharp(await jpeg({ width: 2400, height: 1800 }))
    .jpeg({ quality: 100 })
    .toBuffer();
  return (await createApproved(staff, [{ file }, { file }, { file }, { file }], fields)).momentId;
}

/** A download of which only the beginning was read. */
export interface BegunDownload {
  /** Waits until nothing is sent any more; who reads on then finds no end. @returns when it was broken off (ms) */
  brokenOff(): Promise<number>;
  /** Reads on. @returns whether all of it came */
  isReadToEnd(): Promise<boolean>;
  /** How the delivery is, as staff see it. */
  state(): Promise<string>;
  close(): void;
}

/** Begins to download a delivery at the other process. */
export async function beginDownload(
  { other, staff }: TwoApis,
  { id }: { id: string },
  headers: Record<string, string>,
): Promise<BegunDownload> {
  const request = get(`${other.url}/api/deliveries/${id}/zip`, { headers });
  const [download] = (await once(request, 'response')) as [IncomingMessage];
  download.on('error', () => undefined);
  expect(download.statusCode).toBe(200);
  const state = async () => (await staff.get(`/api/deliveries/${id}`)).body.state as string;
  expect(await state()).toBe('sending');
  const isReadToEnd = async (): Promise<boolean> => {
    download.resume();
    await new Promise((resolve) => download.once('close', resolve));
    return download.complete;
  };
  return {
    state,
    isReadToEnd,
    brokenOff: async () => {
      await eventually(async () => expect(await state()).not.toBe('sending'));
      const at = Date.now();
      expect(await isReadToEnd()).toBe(false);
      return at;
    },
    close: () => void request.destroy(),
  };
}
