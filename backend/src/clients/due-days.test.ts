import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import {
  createClient,
  createMomentWithImages,
  createReviewLink,
  createSuggestedOptimization,
} from '../../test/factories.js';
import type { ClientView } from '../contract/clients.js';
import type { MomentListItem } from '../contract/moments.js';
import type { WorkView } from '../contract/work.js';

/** Zones whose day begins first, and ends last. */
const FIRST = 'Pacific/Kiritimati';
const LAST = 'Etc/GMT+12';

/** The day that it is somewhere, or so many days later. */
const dayIn = (zone: string, days = 0) => DateTime.now().setZone(zone).plus({ days }).toISODate()!;

describe('days by which clients are to decide', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const withReviewer = async (...timeZones: string[]): Promise<ClientView> => {
    const client = await createClient(staff);
    for (const timeZone of timeZones) {
      await staff.post(`/api/clients/${client.id}/reviewers`).send({ name: 'Maria', timeZone }).expect(201);
    }
    return client;
  };
  const setDue = (path: string, dueOn: string | null) =>
    staff.patch(`/api/${path}/sharing`).send({ dueOn }).expect(200);
  const sharedMoment = async (clientId: string, dueOn: string) => {
    const { moment, images } = await createMomentWithImages(staff, 2, { clientId });
    await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    await setDue(`moments/${moment.id}`, dueOn);
    return { id: moment.id, images };
  };
  const approve = (imageId: string) => app.visitor().post(`/api/images/${imageId}/approve`).send({}).expect(200);
  const overdue = async (clientId?: string) => {
    const path = `/api/moments?due=overdue&limit=10${clientId ? `&clientId=${clientId}` : ''}`;
    const { body, headers } = await staff.get(path).expect(200);
    expect(headers['x-total-count']).toBe(String((body as unknown[]).length));
    return (body as MomentListItem[]).map(({ id }) => id);
  };
  const work = async () => (await staff.get('/api/work').expect(200)).body as WorkView;

  it('are over by the calendar of the reviewer whose day ends last', async () => {
    const east = await withReviewer(FIRST);
    const both = await withReviewer(FIRST, LAST);
    const day = dayIn(FIRST, -1);
    const { id } = await sharedMoment(east.id, day);
    const other = await sharedMoment(both.id, day);
    expect((await staff.get(`/api/moments/${id}`).expect(200)).body).toMatchObject({ dueOn: day, daysLeft: -1 });
    // There it is still that day, or even the day before.
    const left = DateTime.fromISO(day).diff(DateTime.fromISO(dayIn(LAST)), 'days').days;
    expect((await staff.get(`/api/moments/${other.id}`).expect(200)).body.daysLeft).toBe(left);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(await overdue()).toEqual([id]);
    expect(await overdue(both.id)).toEqual([]);
  });

  it('are read in a time zone that the database does not know', async () => {
    const client = await withReviewer('UTC');
    await app.db.query(`UPDATE reviewers SET "timeZone" = 'Mars/Olympus' WHERE "clientId" = $1`, [client.id]);
    const { id } = await sharedMoment(client.id, dayIn('UTC', 3));
    expect((await staff.get(`/api/moments/${id}`).expect(200)).body.daysLeft).toBe(3);
  });

  it('do not matter once all is decided, and matter again when it is not', async () => {
    const client = await withReviewer('UTC');
    const { id, images } = await sharedMoment(client.id, dayIn('UTC', -2));
    await approve(images[0]!.id);
    expect(await overdue(client.id)).toEqual([id]);
    await app.visitor().post(`/api/images/${images[1]!.id}/reject`).send({ feedback: 'Too dark' }).expect(200);
    expect(await overdue(client.id)).toEqual([]);
    expect((await staff.get(`/api/moments/${id}`).expect(200)).body).toMatchObject({ daysLeft: null });
    await staff.post(`/api/images/${images[1]!.id}/resubmit`).expect(200);
    expect(await overdue(client.id)).toEqual([id]);
    await setDue(`moments/${id}`, null);
    expect(await overdue(client.id)).toEqual([]);
  });

  it('filter optimizations', async () => {
    const client = await withReviewer('UTC');
    const { id, publicLink } = await createSuggestedOptimization(staff, { clientId: client.id });
    await setDue(`gmb-optimizations/${id}`, dayIn('UTC', -1));
    const listed = async () =>
      (await staff.get(`/api/gmb-optimizations?due=overdue&clientId=${client.id}&limit=5`).expect(200)).body;
    expect(await listed()).toMatchObject([{ id, daysLeft: -1 }]);
    for (const section of ['description', 'services', 'serviceAreas', 'faqs', 'keywords']) {
      const path = `/api/gmb-optimizations/public/${publicLink}/approve/${section}`;
      await app.visitor().post(path).send({ status: 'approved' }).expect(200);
    }
    expect(await listed()).toEqual([]);
  });

  it('put what clients are late with before all other work, once each', async () => {
    await app.db.query('DELETE FROM clients');
    const client = await withReviewer('UTC');
    const feedback = await sharedMoment(client.id, dayIn('UTC', 5));
    await app.visitor().post(`/api/images/${feedback.images[0]!.id}/reject`).send({ feedback: 'No' }).expect(200);
    const late = await sharedMoment(client.id, dayIn('UTC', -2));
    await sharedMoment(client.id, dayIn('UTC'));
    const unopened = await sharedMoment(client.id, dayIn('UTC', -9));
    await app.db.query(`UPDATE moments SET "sharedAt" = now() - interval '10 days' WHERE "id" = $1`, [unopened.id]);
    const optimization = await createSuggestedOptimization(staff, { clientId: client.id });
    await staff.post(`/api/gmb-optimizations/${optimization.id}/share`).expect(200);
    await setDue(`gmb-optimizations/${optimization.id}`, dayIn('UTC', -4));
    const { items, counts } = await work();
    expect(items).toMatchObject([
      { kind: 'moment.unopened', subjectId: unopened.id, daysLeft: -9 },
      { kind: 'optimization.overdue', subjectId: optimization.id, daysLeft: -4, count: 5 },
      { kind: 'moment.overdue', subjectId: late.id, daysLeft: -2, count: 2, dueOn: dayIn('UTC', -2) },
      { kind: 'moment.feedback', subjectId: feedback.id, daysLeft: 5 },
    ]);
    expect(counts).toMatchObject({ 'moment.overdue': 1, 'optimization.overdue': 1, 'moment.unopened': 1 });
  });

  it('are all that visitors learn of it, and order the portal of a client', async () => {
    const client = await withReviewer('UTC');
    const none = await createMomentWithImages(staff, 1, { clientId: client.id });
    await staff.post(`/api/moments/${none.moment.id}/share`).expect(200);
    const later = await sharedMoment(client.id, dayIn('UTC', 9));
    const soon = await sharedMoment(client.id, dayIn('UTC', -3));
    const { body } = await app.visitor().get(`/api/public/${soon.id}`).expect(200);
    expect(body.moment).toMatchObject({ dueOn: dayIn('UTC', -3) });
    expect(body.moment).not.toHaveProperty('daysLeft');
    const { publicLink, id } = await createSuggestedOptimization(staff, { clientId: client.id });
    await setDue(`gmb-optimizations/${id}`, '2027-01-29');
    const preview = await app.visitor().get(`/api/gmb-optimizations/public/${publicLink}`).expect(200);
    expect(preview.body.optimization).toMatchObject({ dueOn: '2027-01-29' });
    expect(preview.body.optimization).not.toHaveProperty('daysLeft');
    const { token } = await createReviewLink(staff, `clients/${client.id}`, client.id);
    const portal = await app.visitor().get('/api/review-link').set({ 'Review-Link': token }).expect(200);
    const { items } = portal.body as { items: { id: string; dueOn: string | null }[] };
    expect(items.map(({ id: item }) => item)).toEqual([soon.id, later.id, none.moment.id]);
    expect(items.map(({ dueOn }) => dueOn)).toEqual([dayIn('UTC', -3), dayIn('UTC', 9), null]);
  });

  it('refuses a filter that there is not', async () => {
    const { body } = await staff.get('/api/moments?due=soon').expect(400);
    expect(body.details).toMatchObject([{ field: 'due' }]);
  });
});
