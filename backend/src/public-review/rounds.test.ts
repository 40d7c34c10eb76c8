import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import {
  createClient,
  createMomentWithImages,
  createReviewLink,
  createSuggestedOptimization,
  upload,
} from '../../test/factories.js';
import type { HistoryEntry } from '../contract/history.js';

/** A round of a review: the client decides and says that they are done, staff answer and show it again. */
describe('a round', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const say = (path: string, note = '') => app.visitor().post(`/api/${path}/done`).send({ note }).expect(204);
  const momentOf = async (id: string) => (await staff.get(`/api/moments/${id}`).expect(200)).body;
  const summariesOf = async (path: string) => {
    const { body } = await staff.get(`/api/${path}/history`).expect(200);
    return (body as HistoryEntry[]).filter(({ action }) => action.endsWith('.done'));
  };

  describe('that its reviewer is done with', () => {
    it('stores once that the reviewer is done, with note and name, on the moment and in the history', async () => {
      const client = await createClient(staff);
      const { moment, images } = await createMomentWithImages(staff, 2, { clientId: client.id });
      const { token } = await createReviewLink(staff, `moments/${moment.id}`, client.id);
      await app.visitor().post(`/api/images/${images[0]!.id}/approve`).expect(200);
      const path = `/api/public/${moment.id}/done`;
      const send = (note: string) => app.visitor().post(path).set('Review-Link', token).send({ note }).expect(204);
      await send('Please publish on Monday.');
      await send('Again');
      await say(`public/${moment.id}`, 'Somebody else');
      expect((await momentOf(moment.id)).done).toMatchObject({ by: 'Maria Lopez', note: 'Please publish on Monday.' });
      expect(await summariesOf(`moments/${moment.id}`)).toMatchObject([
        { action: 'moment.done', actorName: 'Maria Lopez', feedback: 'Please publish on Monday.' },
      ]);
      expect((await app.visitor().get(`/api/public/${moment.id}`).expect(200)).body.moment.isDone).toBe(true);
    });

    it.each<[string, (image: string, moment: string) => Promise<unknown>]>([
      ['a photo is resubmitted', (image) => staff.post(`/api/images/${image}/resubmit`).expect(200)],
      ['photos are added', (_image, moment) => upload(staff, moment, ['new.jpg'])],
      [
        'the client takes a decision back',
        (image) => app.visitor().post(`/api/images/${image}/decision/undo`).expect(200),
      ],
    ])('a round is over when %s, and the history records the end of the next one as well', async (_what, begin) => {
      const { moment, images } = await createMomentWithImages(staff, 1);
      await app.visitor().post(`/api/images/${images[0]!.id}/reject`).send({ feedback: 'Too dark' }).expect(200);
      await say(`public/${moment.id}`);
      await begin(images[0]!.id, moment.id);
      expect((await momentOf(moment.id)).done).toBeNull();
      await say(`public/${moment.id}`, 'Better');
      expect(await summariesOf(`moments/${moment.id}`)).toMatchObject([{ feedback: 'Better' }, { feedback: '' }]);
    });

    it('the reviewer stays done while more is decided', async () => {
      const { moment, images } = await createMomentWithImages(staff, 2);
      await app.visitor().post(`/api/images/${images[0]!.id}/approve`).expect(200);
      await say(`public/${moment.id}`);
      await app.visitor().post(`/api/images/${images[1]!.id}/approve`).expect(200);
      await staff.patch(`/api/images/${images[0]!.id}`).send({ address: 'Market Square 1' }).expect(200);
      expect((await momentOf(moment.id)).done).not.toBeNull();
    });

    it('records the end of each round of an optimization in its history', async () => {
      const { id, publicLink } = await createSuggestedOptimization(staff);
      const path = `gmb-optimizations/public/${publicLink}`;
      const decide = (body: object) => app.visitor().post(`/api/${path}/approve/services`).send(body).expect(200);
      await decide({ status: 'rejected', feedback: 'No braces' });
      await say(path, 'Call me');
      await say(path);
      expect(await summariesOf(`gmb-optimizations/${id}`)).toMatchObject([{ feedback: 'Call me', actor: 'visitor' }]);
      await staff.patch(`/api/gmb-optimizations/${id}`).send({ servicesSuggestion: 'Cleaning' }).expect(200);
      expect((await app.visitor().get(`/api/${path}`).expect(200)).body.optimization.isDone).toBe(false);
      await say(path);
      expect(await summariesOf(`gmb-optimizations/${id}`)).toHaveLength(2);
    });

    it('refuses a note of more than 2000 characters', async () => {
      const { moment } = await createMomentWithImages(staff, 1);
      const refused = await app
        .visitor()
        .post(`/api/public/${moment.id}/done`)
        .send({ note: 'x'.repeat(2001) });
      expect(refused.body).toMatchObject({ statusCode: 400, details: [{ field: 'note' }] });
    });
  });

  describe('the answer of staff to a rejection', () => {
    it('shows the answer of staff beside the new version, until the next rejection', async () => {
      const { moment, images } = await createMomentWithImages(staff, 1);
      const path = `/api/images/${images[0]!.id}`;
      const shown = async () => (await app.visitor().get(`/api/public/${moment.id}/images`).expect(200)).body[0].reply;
      const refused = await staff.put(`${path}/reply`).send({ reply: 'Nothing was rejected' }).expect(409);
      expect(refused.body.code).toBe('IMAGE_NOT_REJECTED');
      await app.visitor().post(`${path}/reject`).send({ feedback: 'Too dark' }).expect(200);
      const { body } = await staff.put(`${path}/reply`).send({ reply: 'We made it brighter.' }).expect(200);
      expect(body).toMatchObject({ reply: 'We made it brighter.', status: 'rejected' });
      await staff.post(`${path}/resubmit`).expect(200);
      expect(await shown()).toBe('We made it brighter.');
      await app.visitor().post(`${path}/reject`).send({ feedback: 'Still too dark' }).expect(200);
      expect(await shown()).toBe('');
      await app.visitor().post(`${path}/decision/undo`).expect(200);
      expect(await shown()).toBe('We made it brighter.');
      const history = (await staff.get(`/api/moments/${moment.id}/history`).expect(200)).body as HistoryEntry[];
      expect(history.find(({ action }) => action === 'image.replied')).toMatchObject({
        actor: 'staff',
        feedback: 'We made it brighter.',
      });
    });

    it('shows the answer of staff on a section likewise', async () => {
      const { id, publicLink } = await createSuggestedOptimization(staff);
      const path = `/api/gmb-optimizations/${id}/reply/services`;
      await staff.put(path).send({ reply: 'Nothing was rejected' }).expect(409);
      const decision = { status: 'rejected', feedback: 'No braces' };
      const link = `/api/gmb-optimizations/public/${publicLink}`;
      await app.visitor().post(`${link}/approve/services`).send(decision).expect(200);
      await staff.put(path).send({ reply: 'Braces are gone.' }).expect(200);
      await staff.patch(`/api/gmb-optimizations/${id}`).send({ servicesSuggestion: 'Cleaning' }).expect(200);
      const { body } = await app.visitor().get(link).expect(200);
      expect(body.optimization.sectionReplies).toMatchObject({ services: 'Braces are gone.', description: '' });
    });
  });
});
