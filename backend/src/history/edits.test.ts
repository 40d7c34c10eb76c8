import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { colleague, EDITABLES, type Editable } from '../../test/edits.js';
import {
  createAgency,
  createClient,
  createMomentWithImages,
  createOptimization,
  SUGGESTIONS,
} from '../../test/factories.js';

describe('concurrent edits by two members of staff', () => {
  let app: TestApp;
  let ada: Agent;
  let grace: Agent;

  beforeAll(async () => {
    app = await startApp();
    ada = await app.staff();
    grace = await colleague(app, 'Grace');
  });
  afterAll(() => app.close());

  describe.each(EDITABLES)('$kind', ({ what, make }) => {
    let row: Editable;
    let seen: number;
    beforeAll(async () => {
      row = await make(ada);
      seen = (await row.read()).revision;
    });

    it('an edit counts a revision, and stores the editor', async () => {
      expect(await row.save(grace, 'First', seen)).toMatchObject({ status: 200 });
      expect(await row.read()).toEqual({ text: 'First', revision: seen + 1, editor: 'Grace' });
    });

    it('refuses the second edit with the name of the first editor, and saves nothing', async () => {
      const before = await row.read();
      const { status, body } = await row.save(ada, 'Second', seen);
      const code = what === 'Services' ? 'SECTION_CHANGED' : 'EDITED_MEANWHILE';
      expect({ status, body }).toMatchObject({ status: 409, body: { statusCode: 409, code } });
      expect(body.message).toContain('Grace');
      expect(body.message).toContain(what);
      expect(await row.read()).toEqual(before);
    });

    it('accepts an edit that changes nothing, as after a lost response', async () => {
      const before = await row.read();
      expect(await row.save(grace, 'First', seen)).toMatchObject({ status: 200 });
      expect(await row.read()).toEqual(before);
    });

    it('accepts an edit with the current revision, or without one', async () => {
      expect(await row.save(ada, 'Third', seen + 1)).toMatchObject({ status: 200 });
      expect(await row.save(ada, 'Fourth')).toMatchObject({ status: 200 });
      expect(await row.read()).toEqual({ text: 'Fourth', revision: seen + 3, editor: 'Ada' });
    });

    it('refuses an invalid revision', async () => {
      expect(await row.save(ada, 'Fifth', -1)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    });
  });

  it('refuses the second edit also when the two changed different fields', async () => {
    const client = await createClient(ada);
    const path = `/api/clients/${client.id}`;
    await grace.patch(path).send({ phone: '112', revision: 1 }).expect(200);
    const { body } = await ada.patch(path).send({ notes: 'Mine', phone: '', revision: 1 }).expect(409);
    expect(body.message).toBe(
      'Grace changed this client meanwhile, so yours was not saved. Look at what it says now, and save again.',
    );
    expect((await ada.get(path)).body).toMatchObject({ phone: '112', notes: '', revision: 2 });
  });

  it('lets two people edit caption and address at once; the address does not raise the version', async () => {
    const { images } = await createMomentWithImages(ada, 1);
    const path = `/api/images/${images[0]!.id}`;
    await grace.patch(path).send({ address: 'Rua Augusta 1', addressRevision: 1 }).expect(200);
    const { body } = await ada.patch(path).send({ exifKeywords: 'tulips', captionRevision: 1 }).expect(200);
    expect(body).toMatchObject({ version: 1, captionRevision: 2, captionEditor: 'Ada', addressEditor: 'Grace' });
    const both = { title: 'Tulips', captionRevision: 2, address: 'Elsewhere', addressRevision: 1 };
    expect((await ada.patch(path).send(both).expect(409)).body.message).toContain('the address of this image');
    expect((await ada.patch(path).send({}).expect(200)).body).toEqual(body);
  });

  it('lets two people edit record and suggestions of an optimization at once; its client belongs to the record', async () => {
    const { id } = await createOptimization(ada);
    const path = `/api/gmb-optimizations/${id}`;
    const another = await createClient(ada);
    const given = await grace.patch(path).send({ clientId: another.id, revision: 1 }).expect(200);
    expect(given.body).toMatchObject({ clientId: another.id, client: { id: another.id }, revision: 2 });
    await ada.patch(path).send({ phone: '112', revision: 1 }).expect(409);
    const { body } = await ada
      .patch(path)
      .send({ ...SUGGESTIONS, status: 'in_progress', revision: 1 })
      .expect(200);
    expect(body).toMatchObject({ status: 'in_progress', revision: 2, editor: 'Grace' });
  });

  it('stores no logo that came with a refused edit', async () => {
    const { id } = await createAgency(ada);
    await grace.patch(`/api/agencies/${id}`).field({ name: 'Renamed', revision: '1' }).expect(200);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
      'base64',
    );
    const late = ada.patch(`/api/agencies/${id}`).field('revision', '1').attach('logo', png, 'logo.png');
    expect((await late).body.message).toContain('Grace changed this agency meanwhile');
    expect((await ada.get(`/api/agencies/${id}`)).body.logoUrl).toBeNull();
    const [{ count }] = await app.db.query(
      `SELECT count(*)::int AS count FROM deletions WHERE "folder" LIKE 'logos/%'`,
    );
    expect(count).toBe(1);
  });

  it('does not show the editor’s name to visitors', async () => {
    const { id, publicLink } = await createOptimization(ada);
    await grace.patch(`/api/gmb-optimizations/${id}`).send(SUGGESTIONS).expect(200);
    const decision = { status: 'approved', version: 1 };
    const link = `/api/gmb-optimizations/public/${publicLink}`;
    const { body } = await app.visitor().post(`${link}/approve/services`).send(decision).expect(409);
    expect(body.message).toBe('The suggestion for Services was changed meanwhile. Please look at the new version.');
    const shown = await app.visitor().get(link).expect(200);
    expect(JSON.stringify(shown.body)).not.toContain('Grace');
  });
});
