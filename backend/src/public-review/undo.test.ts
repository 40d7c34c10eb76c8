import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { appendNote } from '../../test/append-note.js';
import { createMomentWithImages, createSuggestedOptimization } from '../../test/factories.js';
import type { HistoryEntry } from '../contract/history.js';
import type { ImageView } from '../contract/images.js';
import { UNDO_SECONDS } from '../contract/limits.js';
import type { OptimizationView } from '../contract/optimizations.js';
import { SECTIONS } from '../contract/statuses.js';

const FINAL = { status: 409, body: { code: 'DECISION_FINAL' } };

describe('taking a decision back', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const historyOf = async (path: string): Promise<HistoryEntry[]> =>
    (await staff.get(`${path}/history`).expect(200)).body;
  /** Makes what was recorded about something as old as a decision that cannot be taken back any more. */
  const age = async (subject: string): Promise<void> => {
    await app.db.query('ALTER TABLE history DISABLE TRIGGER history_is_final');
    const past = `"at" - interval '${UNDO_SECONDS} seconds'`;
    await app.db.query(`UPDATE history SET "at" = ${past} WHERE $1 IN ("itemId", "reviewId"::text)`, [subject]);
    await app.db.query('ALTER TABLE history ENABLE TRIGGER history_is_final');
  };

  describe('on an image', () => {
    const createImage = async (): Promise<ImageView> => (await createMomentWithImages(staff, 1)).images[0]!;
    const send = (image: ImageView, what: string, body: object = {}) =>
      app.visitor().post(`/api/images/${image.id}/${what}`).send(body);
    const statusOfMoment = async ({ momentId }: ImageView): Promise<string> =>
      (await staff.get(`/api/moments/${momentId}`).expect(200)).body.status;

    it('undo makes an image pending again, as a new version, and the history keeps both', async () => {
      const image = await createImage();
      await send(image, 'approve', { version: 1 }).expect(200);
      expect(await statusOfMoment(image)).toBe('approved');
      const { body } = await send(image, 'decision/undo', { version: 1 }).expect(200);
      expect(body).toMatchObject({ status: 'pending', feedback: '', version: 2 });
      expect(await statusOfMoment(image)).toBe('draft');
      expect((await historyOf(`/api/moments/${image.momentId}`)).slice(0, 2)).toMatchObject([
        { action: 'image.decision_undone', actor: 'visitor', imageId: image.id },
        { action: 'image.approved' },
      ]);
      expect(await send(image, 'approve', { version: 1 })).toMatchObject({ status: 409 });
      await send(image, 'reject', { version: 2, feedback: 'Too dark' }).expect(200);
    });

    it('a repeated undo answers the same, and does not undo the decision of another reviewer', async () => {
      const image = await createImage();
      await send(image, 'reject', { version: 1, feedback: 'Too dark' }).expect(200);
      const first = await send(image, 'decision/undo', { version: 1 }).expect(200);
      const again = await send(image, 'decision/undo', { version: 1 }).expect(200);
      expect(again.body).toEqual(first.body);
      expect(await historyOf(`/api/moments/${image.momentId}`)).toMatchObject([
        { action: 'image.decision_undone', feedback: 'Too dark' },
        { action: 'image.rejected', feedback: 'Too dark' },
        { action: 'image.uploaded' },
        { action: 'moment.created' },
      ]);
      await send(image, 'approve', { version: 2 }).expect(200);
      expect(await send(image, 'decision/undo', { version: 1 })).toMatchObject(FINAL);
    });

    it('undoes a decision after an entry that changed nothing, and answers the same again after another one', async () => {
      const image = await createImage();
      await send(image, 'reject', { version: 1, feedback: 'Too dark' }).expect(200);
      await appendNote(app, image.momentId, image.id);
      const { body } = await send(image, 'decision/undo', { version: 1 }).expect(200);
      expect(body).toMatchObject({ status: 'pending', feedback: '', version: 2 });
      await appendNote(app, image.momentId, image.id);
      expect((await send(image, 'decision/undo', { version: 1 }).expect(200)).body).toEqual(body);
    });

    it.each([
      ['staff edited it', (id: string) => staff.patch(`/api/images/${id}`).send({ exifKeywords: 'roses' })],
      ['staff resubmitted it', (id: string) => staff.post(`/api/images/${id}/resubmit`)],
      ['too much time went by', (id: string) => ({ expect: () => age(id) })],
    ])('refuses undo once %s', async (_what, act) => {
      const image = await createImage();
      await send(image, 'reject', { feedback: 'Too dark' }).expect(200);
      await act(image.id).expect(200);
      expect(await send(image, 'decision/undo')).toMatchObject(FINAL);
    });

    it('refuses a visitor’s undo where staff decided, and where there is no decision', async () => {
      const image = await createImage();
      expect(await send(image, 'decision/undo')).toMatchObject(FINAL);
      await staff.post(`/api/images/${image.id}/approve`).expect(200);
      expect(await send(image, 'decision/undo')).toMatchObject(FINAL);
      await staff.post(`/api/images/${image.id}/decision/undo`).expect(200);
    });

    it('accepts one of many concurrent undos, and limits visitors', async () => {
      const image = await createImage();
      await send(image, 'approve').expect(200);
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(image, 'decision/undo', { version: 1 })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const undone = (await historyOf(`/api/moments/${image.momentId}`)).filter(({ action }) => /undone/.test(action));
      expect(undone).toHaveLength(1);
      const statuses = [];
      for (let round = 0; round < 6; round += 1) statuses.push((await send(image, 'decision/undo')).status);
      expect(statuses.at(-1)).toBe(429);
    });
  });

  describe('on a section', () => {
    const page = ({ publicLink }: OptimizationView): string => `/api/gmb-optimizations/public/${publicLink}`;
    const decide = (optimization: OptimizationView, section: string, body: object) =>
      app
        .visitor()
        .post(`${page(optimization)}/approve/${section}`)
        .send(body);
    const undo = (optimization: OptimizationView, section: string, body: object = {}) =>
      app
        .visitor()
        .post(`${page(optimization)}/undo/${section}`)
        .send(body);

    it('undo returns a section to the decision before, with its feedback', async () => {
      const optimization = await createSuggestedOptimization(staff);
      await decide(optimization, 'services', { status: 'rejected', feedback: 'Too long' }).expect(200);
      await decide(optimization, 'services', { status: 'approved', revision: 2 }).expect(200);
      const { body } = await undo(optimization, 'services', { version: 2, revision: 3 }).expect(200);
      expect(body.optimization).toMatchObject({ servicesApproved: 'rejected', servicesFeedback: 'Too long' });
      expect(body.optimization.decisionRevisions.services).toBe(4);
      expect((await undo(optimization, 'services', { version: 2, revision: 3 }).expect(200)).body).toEqual(body);
      expect(await undo(optimization, 'services', { revision: 4 })).toMatchObject(FINAL);
      expect((await historyOf(`/api/gmb-optimizations/${optimization.id}`))[0]).toMatchObject({
        action: 'section.decision_undone',
        section: 'services',
        changes: { approval: { from: 'approved', to: 'rejected' } },
      });
    });

    it('undoes a decision on a section after an entry that changed nothing', async () => {
      const optimization = await createSuggestedOptimization(staff);
      await decide(optimization, 'services', { status: 'approved' }).expect(200);
      await appendNote(app, optimization.id, 'services');
      const { body } = await undo(optimization, 'services').expect(200);
      expect(body.optimization).toMatchObject({ servicesApproved: 'pending' });
    });

    it('undo brings back what was rejected before', async () => {
      const optimization = await createSuggestedOptimization(staff);
      await decide(optimization, 'services', { status: 'rejected', feedback: 'Too long' }).expect(200);
      await staff.patch(`/api/gmb-optimizations/${optimization.id}`).send({ servicesSuggestion: 'Roses' }).expect(200);
      const before = (await app.visitor().get(page(optimization)).expect(200)).body.optimization;
      expect(before.earlierSuggestions.services).toBe(optimization.servicesSuggestion);
      for (const decision of [{ status: 'approved' }, { status: 'rejected', feedback: 'Still too long' }]) {
        const { body } = await decide(optimization, 'services', decision).expect(200);
        expect(body.optimization.earlierSuggestions.services).toBeNull();
        const undone = (await undo(optimization, 'services').expect(200)).body.optimization;
        expect(undone).toMatchObject({
          servicesApproved: 'pending',
          servicesFeedback: 'Too long',
          earlierSuggestions: before.earlierSuggestions,
        });
      }
    });

    it('undo reopens a completed optimization', async () => {
      const optimization = await createSuggestedOptimization(staff);
      await staff.patch(`/api/gmb-optimizations/${optimization.id}`).send({ status: 'in_progress' }).expect(200);
      for (const section of SECTIONS) await decide(optimization, section, { status: 'approved' }).expect(200);
      const { body } = await undo(optimization, 'faqs').expect(200);
      expect(body.optimization).toMatchObject({ status: 'in_progress', faqsApproved: 'pending' });
    });

    it('refuses undo once the suggestion was changed, it was decided again, or too much time went by', async () => {
      const optimization = await createSuggestedOptimization(staff);
      const reject = (section: string) => decide(optimization, section, { status: 'rejected', feedback: 'Too long' });
      await reject('description').expect(200);
      const data = { descriptionSuggestion: 'A florist.' };
      await staff.patch(`/api/gmb-optimizations/${optimization.id}`).send(data).expect(200);
      expect(await undo(optimization, 'description')).toMatchObject(FINAL);
      await reject('services').expect(200);
      await decide(optimization, 'services', { status: 'approved' }).expect(200);
      expect(await undo(optimization, 'services', { revision: 2 })).toMatchObject(FINAL);
      await reject('faqs').expect(200);
      await age(optimization.id);
      expect(await undo(optimization, 'faqs')).toMatchObject(FINAL);
      expect(await undo(optimization, 'hours')).toMatchObject({ status: 400 });
    });
  });
});
