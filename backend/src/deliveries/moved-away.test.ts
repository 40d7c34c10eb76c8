import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createKey } from '../../test/api-keys.js';
import type { Agent } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { deliver } from '../../test/deliveries.js';
import { createAgency, createClient } from '../../test/factories.js';
import { stretched } from '../../test/stretched.js';
import {
  beginDownload,
  createLarge,
  EVERYWHERE_MS,
  startTwoApis,
  type BegunDownload,
  type TwoApis,
} from '../../test/two-apis.js';

describe('a download at another API process, whose photos move', () => {
  let apis: TwoApis;
  let staff: Agent;
  let momentId: string;
  let clientId: string;
  let otherClientId: string;
  let agencyId: string;
  let otherAgencyId: string;
  const downloads: BegunDownload[] = [];

  beforeAll(async () => {
    apis = await startTwoApis();
    ({ staff } = apis);
    otherAgencyId = (await createAgency(staff)).id;
    clientId = (await createClient(staff)).id;
    otherClientId = (await createClient(staff, { agencyId: otherAgencyId })).id;
    momentId = await createLarge(staff, { clientId });
  });
  afterEach(() => downloads.splice(0).forEach((download) => download.close()));
  afterAll(() => apis.close());

  const moveClient = (to: string | null) => staff.patch(`/api/clients/${clientId}`).send({ agencyId: to }).expect(200);
  const moveMoment = (to: string) => staff.patch(`/api/moments/${momentId}`).send({ clientId: to }).expect(200);

  /** Downloads the photos of a client that an agency has, which is all that the colleague sees. */
  async function begin(agencyIds: string[], headers: Headers) {
    await moveMoment(clientId);
    agencyId = (await createAgency(staff)).id;
    await moveClient(agencyId);
    const colleague = await addColleague(apis.app, { role: 'manager', agencyIds: [agencyId, ...agencyIds] });
    const download = await beginDownload(apis, await deliver(staff, momentId), await headers(colleague));
    downloads.push(download);
    return download;
  }

  const bySession: Headers = async ({ cookie }) => ({ Cookie: cookie });
  const byKey = async (owner: Colleague, scope: object) => {
    const { token } = await createKey(owner, { role: 'manager', scope });
    return { Authorization: `Bearer ${token}` };
  };
  const byKeyToAgency: Headers = (owner) => byKey(owner, { agencyIds: [agencyId], clientIds: [] });
  const byKeyToClient: Headers = (owner) => byKey(owner, { agencyIds: [], clientIds: [clientId] });

  it.each<[string, string, Headers, () => Promise<unknown>]>([
    ['a session', 'the client moves to an agency', bySession, () => moveClient(otherAgencyId)],
    ['a session', 'the client moves away from any agency', bySession, () => moveClient(null)],
    ['a session', 'the moment moves to a client', bySession, () => moveMoment(otherClientId)],
    ['a session', 'the agency is deleted', bySession, () => staff.delete(`/api/agencies/${agencyId}`).expect(204)],
    ['a key', 'the client moves to an agency', byKeyToAgency, () => moveClient(otherAgencyId)],
    ['a key to a single client', 'it moves to an agency', byKeyToClient, () => moveClient(otherAgencyId)],
  ])('is broken off for %s when %s outside the scope', async (_who, _when, headers, move) => {
    const download = await begin([], headers);
    await move();
    const began = Date.now();
    expect((await download.brokenOff()) - began).toBeLessThan(stretched(EVERYWHERE_MS));
  });

  it('goes on when they stay within the scope', async () => {
    const download = await begin([otherAgencyId], bySession);
    await moveClient(otherAgencyId);
    expect(await download.isReadToEnd()).toBe(true);
  });
});

/** What the download is asked for with. */
type Headers = (by: Colleague) => Promise<Record<string, string>>;
type Colleague = Awaited<ReturnType<typeof addColleague>>;
