import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_NAME, startApp, type Agent, type TestApp } from '../../test/app.js';
import {
  CAPTION,
  createAgency,
  createClient,
  createMoment,
  createMomentWithImages,
  upload,
} from '../../test/factories.js';

describe('moments', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const statusOf = async (id: string): Promise<string> =>
    (await staff.get(`/api/moments/${id}`).expect(200)).body.status;

  it('shows these fields and no others, in the list without those of its public link', async () => {
    const client = await createClient(staff, { business: 'Bloom' });
    const moment = await createMoment(staff, { title: 'Spring', clientId: client.id });
    const listed = {
      id: moment.id,
      title: 'Spring',
      clientId: client.id,
      status: 'draft',
      imageCount: 0,
      dueOn: null,
      daysLeft: null,
      createdAt: expect.any(String),
      client: { id: client.id, business: 'Bloom' },
      undelivered: 0,
      delivered: null,
    };
    expect(moment).toEqual({ ...listed, sharedAt: null, done: null, publicOrigin: null });
    const { body } = await staff.get('/api/moments').query({ clientId: client.id }).expect(200);
    const row = { coverUrl: null, approvedCount: 0, rejectedCount: 0, run: null, lastActivity: expect.any(Object) };
    expect(body).toEqual([{ ...listed, ...row }]);
  });

  it('has its public link on the agency’s domain once that is verified', async () => {
    const agency = await createAgency(staff, { customDomain: 'review.bloom.example' });
    const client = await createClient(staff, { agencyId: agency.id });
    const { id, publicOrigin } = await createMoment(staff, { clientId: client.id });
    expect(publicOrigin).toBeNull();
    await app.db.query('UPDATE agencies SET "domainVerified" = true WHERE id = $1', [agency.id]);
    const { body } = await staff.get(`/api/moments/${id}`).expect(200);
    expect(body.publicOrigin).toBe('https://review.bloom.example');
  });

  it('derives the status from images and link, in order of precedence', async () => {
    const moment = await createMoment(staff, { status: 'draft' });
    expect(moment).toMatchObject({ status: 'draft', imageCount: 0, client: { business: 'Rosa’s Flowers' } });
    const [first, second] = await upload(staff, moment.id, ['a.jpg', 'b.jpg']);
    expect(await statusOf(moment.id)).toBe('draft');
    for (const image of [first!, second!]) await staff.patch(`/api/images/${image.id}`).send(CAPTION).expect(200);
    expect(await statusOf(moment.id)).toBe('generated');
    await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    expect(await statusOf(moment.id)).toBe('pending');
    await app.visitor().post(`/api/images/${first!.id}/approve`).send({}).expect(200);
    expect(await statusOf(moment.id)).toBe('pending');
    await app.visitor().post(`/api/images/${second!.id}/reject`).send({ feedback: 'Too dark' }).expect(200);
    expect(await statusOf(moment.id)).toBe('rejected');
    await staff.post(`/api/images/${second!.id}/resubmit`).expect(200);
    expect(await statusOf(moment.id)).toBe('pending');
    await app.visitor().post(`/api/images/${second!.id}/approve`).send({}).expect(200);
    expect(await statusOf(moment.id)).toBe('approved');
    for (const image of [first!, second!]) await staff.delete(`/api/images/${image.id}`).expect(204);
    expect(await statusOf(moment.id)).toBe('draft');
  });

  it('counts a moment whose link was not shared as pending once an image is decided', async () => {
    const { moment, images } = await createMomentWithImages(staff, 2);
    await app.visitor().post(`/api/images/${images[0]!.id}/approve`).send({}).expect(200);
    expect(await statusOf(moment.id)).toBe('pending');
  });

  it('records once who shared the link', async () => {
    const moment = await createMoment(staff);
    const first = await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    const second = await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    expect(second.body.sharedAt).toBe(first.body.sharedAt);
    const { body } = await staff.get(`/api/moments/${moment.id}/history`).expect(200);
    expect(body.map((entry: { action: string }) => entry.action)).toEqual(['moment.shared', 'moment.created']);
    expect(body[0]).toMatchObject({ actor: 'staff', actorName: STAFF_NAME });
  });

  describe('list', () => {
    let clientId: string;

    beforeAll(async () => {
      ({ id: clientId } = await createClient(staff, { business: 'Searchable 50% Bakery' }));
      for (const title of ['Alpha', 'beta', 'Gamma']) await createMoment(staff, { title, clientId });
    });

    async function titles(query: object): Promise<string[]> {
      const { body } = await staff
        .get('/api/moments')
        .query({ clientId, ...query })
        .expect(200);
      return (body as { title: string }[]).map(({ title }) => title);
    }

    it('has the newest first, or the order that is asked for', async () => {
      expect(await titles({})).toEqual(['Gamma', 'beta', 'Alpha']);
      expect(await titles({ sort: 'createdAt' })).toEqual(['Alpha', 'beta', 'Gamma']);
      expect(await titles({ sort: 'title' })).toEqual(['Alpha', 'beta', 'Gamma']);
    });

    it('searches titles and businesses in any case, and takes no wildcards', async () => {
      expect(await titles({ search: 'BETA' })).toEqual(['beta']);
      expect(await titles({ search: '50% bak' })).toHaveLength(3);
      expect(await titles({ search: '5_% bak' })).toEqual([]);
    });

    it('filters by status', async () => {
      expect(await titles({ status: 'draft' })).toHaveLength(3);
      expect(await titles({ status: 'approved' })).toEqual([]);
    });

    it('pages, and says how many there are', async () => {
      expect(await titles({ sort: '-createdAt', limit: 2 })).toEqual(['Gamma', 'beta']);
      const page = await staff.get('/api/moments').query({ clientId, limit: 2, offset: 1 }).expect(200);
      expect(page.body).toHaveLength(2);
      expect(page.get('X-Total-Count')).toBe('3');
    });
  });

  it.each([
    [{ limit: '0' }, 'limit must be at least 1'],
    [{ offset: '-1' }, 'offset must be at least 0'],
    [{ limit: 'many' }, 'limit must be a whole number'],
    [{ status: 'done' }, 'status must be one of: draft, generated, pending, approved, rejected, active'],
    [{ clientId: '' }, 'clientId must be the id of an existing record'],
    [{ sort: 'size' }, 'sort must be one of: createdAt, -createdAt, title, -title'],
    [{ colour: 'red' }, 'colour is not a field of this request'],
  ])('refuses the query %j', async (query, message) => {
    const { body } = await staff.get('/api/moments').query(query).expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message });
  });

  it.each([
    [{ title: '   ' }, 'title is required'],
    [{ title: 'x'.repeat(201) }, 'title must be at most 200 characters'],
    [{ clientId: 'unknown' }, 'clientId must be the id of an existing record'],
    [{ clientId: '00000000-0000-4000-8000-000000000000' }, 'clientId must be the id of an existing client'],
    [{ status: 'approved' }, 'status must be one of: draft'],
    [{ title: 'a\u0000b' }, 'title must not contain the control character U+0000'],
    [{ title: 'a\nb' }, 'title must be one line: it must not contain line breaks'],
    [{ title: '\u200b' }, 'title is required'],
  ])('refuses to create one with %j', async (fields, message) => {
    const { id: clientId } = await createClient(staff);
    const before = (await staff.get('/api/moments')).get('X-Total-Count');
    const { body } = await staff
      .post('/api/moments')
      .send({ title: 'T', clientId, ...fields })
      .expect(400);
    expect(body.details).toContainEqual({ field: Object.keys(fields)[0], message });
    expect((await staff.get('/api/moments')).get('X-Total-Count')).toBe(before);
  });

  it.each(['moment', 'client'] as const)(
    'removes a moment with its images and files when the %s is deleted',
    async (what) => {
      const client = await createClient(staff);
      const { moment, images } = await createMomentWithImages(staff, 2, { clientId: client.id });
      await staff.delete(what === 'moment' ? `/api/moments/${moment.id}` : `/api/clients/${client.id}`).expect(204);
      await staff.get(`/api/moments/${moment.id}`).expect(404);
      const folders: { folder: string }[] = await app.db.query(
        'SELECT "folder" FROM deletions WHERE "notBefore" <= now()',
      );
      for (const image of images) {
        await staff.patch(`/api/images/${image.id}`).send({ title: 'Late' }).expect(404);
        expect(folders.some(({ folder }) => image.imageUrl.includes(folder))).toBe(true);
      }
    },
  );

  it('never changes past entries of the history', async () => {
    const moment = await createMoment(staff);
    const rewrite = app.db.query(`UPDATE history SET "actorName" = 'Eve' WHERE "reviewId" = $1`, [moment.id]);
    await expect(rewrite).rejects.toThrow('history is never rewritten');
  });
});
