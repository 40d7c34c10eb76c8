import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createClient, createMomentWithImages, createReviewer } from '../../test/factories.js';
import { tokenIn, visitorsOf } from '../../test/review-links.js';
import type { ClientView } from '../contract/clients.js';
import type { SharingView } from '../contract/links.js';

describe('reviewers', () => {
  let app: TestApp;
  let staff: Agent;
  let client: ClientView;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    client = await createClient(staff, { business: 'Harbor Dental' });
  });
  afterAll(() => app.close());

  const { visit } = visitorsOf(() => app);

  it('adds, changes and removes reviewers', async () => {
    const reviewer = await createReviewer(staff, client.id, {
      email: 'Maria@Harbor.example',
      language: 'fr',
      timeZone: 'Europe/Paris',
    });
    expect(reviewer).toMatchObject({ name: 'Maria Lopez', email: 'maria@harbor.example', language: 'fr' });
    const path = `/api/reviewers/${reviewer.id}`;
    const { body } = await staff.patch(path).send({ name: 'Maria Ruiz', email: '' }).expect(200);
    expect(body).toEqual({ ...reviewer, name: 'Maria Ruiz', email: '' });
    await staff.delete(path).expect(204);
    await staff.patch(path).send({ name: 'Nobody' }).expect(404);
    expect((await staff.get(`/api/clients/${client.id}/reviewers`).expect(200)).body).toEqual([]);
  });

  it('lists reviewers with when they were last seen, and how many of their links open', async () => {
    const one = await createClient(staff);
    const { moment } = await createMomentWithImages(staff, 1, { clientId: one.id });
    const maria = await createReviewer(staff, one.id);
    const listed = async () => (await staff.get(`/api/clients/${one.id}/reviewers`).expect(200)).body;
    expect(await listed()).toEqual([{ ...maria, lastSeenAt: null, openLinks: 0 }]);
    const reviewers = [{ reviewerId: maria.id }];
    await staff.post(`/api/moments/${moment.id}/links`).send({ reviewers }).expect(200);
    const { links }: SharingView = (await staff.post(`/api/clients/${one.id}/links`).send({ reviewers }).expect(200))
      .body;
    const open = () => visit(tokenIn(links[0]!)).post('/api/review-link/opened').expect(204);
    await open();
    const seen = await listed();
    expect(seen).toMatchObject([{ lastSeenAt: expect.any(String), openLinks: 2 }]);
    // Noted and published once a minute.
    await open();
    expect(await listed()).toEqual(seen);
    await app.db.query(`UPDATE review_links SET "lastSeenAt" = "lastSeenAt" - interval '61 seconds'`);
    await open();
    expect((await listed())[0].lastSeenAt > seen[0].lastSeenAt).toBe(true);
    await staff.post(`/api/links/${links[0]!.id}/revoke`).expect(200);
    expect(await listed()).toMatchObject([{ lastSeenAt: expect.any(String), openLinks: 1 }]);
  });

  it('refuses two reviewers of a client with the same address', async () => {
    const [one, other] = [await createClient(staff), await createClient(staff)];
    await createReviewer(staff, one.id, { email: 'ana@bloom.example' });
    await createReviewer(staff, other.id, { email: 'ana@bloom.example' });
    const again = { name: 'Ana Ruiz', email: 'ANA@bloom.example' };
    const { body } = await staff.post(`/api/clients/${one.id}/reviewers`).send(again).expect(409);
    expect(body).toMatchObject({ code: 'EMAIL_TAKEN', details: [{ field: 'email' }] });
    await createReviewer(staff, one.id, { name: 'Without an address' });
    await createReviewer(staff, one.id, { name: 'Without one either' });
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ email: 'no address' }, 'email'],
    [{ email: 'a@b.example\r\nBcc: all@example.com' }, 'email'],
    [{ language: 'xx' }, 'language'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  ])('refuses a reviewer with %j', async (fields, field) => {
    const { body } = await staff.post(`/api/clients/${client.id}/reviewers`).send({ name: 'Ana', ...fields });
    expect(body).toMatchObject({ statusCode: 400, details: [{ field }] });
  });
});
