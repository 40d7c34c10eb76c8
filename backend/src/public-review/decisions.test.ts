import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { createMomentWithImages, jpeg } from '../../test/factories.js';
import type { HistoryEntry } from '../contract/history.js';
import type { ImageView } from '../contract/images.js';

describe('approving and rejecting an image', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const createImage = async (): Promise<ImageView> => (await createMomentWithImages(staff, 1)).images[0]!;
  const readImage = async ({ momentId }: ImageView): Promise<ImageView> =>
    (await staff.get(`/api/moments/${momentId}/images`).expect(200)).body[0];
  const approve = ({ id }: ImageView, body?: object) => app.visitor().post(`/api/images/${id}/approve`).send(body);
  const reject = ({ id }: ImageView, body?: object) => app.visitor().post(`/api/images/${id}/reject`).send(body);
  const decisionsOn = async ({ momentId }: ImageView): Promise<HistoryEntry[]> => {
    const { body } = await staff.get(`/api/moments/${momentId}/history`).expect(200);
    return (body as HistoryEntry[]).filter(({ action }) => /approved|rejected/.test(action));
  };

  it('records in the history who decided what and why', async () => {
    const image = await createImage();
    expect((await reject(image, { feedback: '  Too dark ' })).body).toMatchObject({
      status: 'rejected',
      feedback: 'Too dark',
    });
    expect(await decisionsOn(image)).toEqual([
      {
        id: expect.any(String),
        action: 'image.rejected',
        actor: 'visitor',
        actorName: null,
        imageId: image.id,
        imageName: image.fileName,
        section: null,
        changes: {},
        feedback: 'Too dark',
        at: expect.any(String),
      },
    ]);
    await staff.post(`/api/images/${image.id}/resubmit`).expect(200);
    expect((await approve(image)).body).toMatchObject({ status: 'approved', feedback: '' });
    expect((await decisionsOn(image)).map(({ action }) => action)).toEqual(['image.approved', 'image.rejected']);
  });

  it('records the name of a member of staff who decides', async () => {
    const image = await createImage();
    await staff.post(`/api/images/${image.id}/approve`).expect(200);
    expect((await decisionsOn(image))[0]).toMatchObject({ actor: 'staff', actorName: 'Ada' });
  });

  it('refuses the decision of a signed-in colleague who may only read', async () => {
    const image = await createImage();
    const viewer = await addColleague(app, { role: 'viewer' });
    const { body } = await viewer.post(`/api/images/${image.id}/approve`).expect(403);
    expect(body.code).toBe('NOT_PERMITTED');
    await viewer.post(`/api/images/${image.id}/reject`).send({ feedback: 'No' }).expect(403);
    await viewer.post(`/api/public/${image.momentId}/done`).send({}).expect(403);
    expect(await decisionsOn(image)).toEqual([]);
  });

  it('answers a repeated identical decision with the same state and records it once', async () => {
    const [image, other] = [await createImage(), await createImage()];
    const first = await approve(image, { version: 1 });
    expect(await approve(image, { version: 1 })).toMatchObject({ status: 200, body: first.body });
    const rejected = await reject(other, { feedback: 'No' });
    expect(await reject(other, { feedback: ' No ', version: 1 })).toMatchObject({ status: 200, body: rejected.body });
    expect(await decisionsOn(image)).toHaveLength(1);
    expect(await decisionsOn(other)).toHaveLength(1);
  });

  it('rejects a decision on an image that is not pending with 409', async () => {
    const [approved, rejected] = [await createImage(), await createImage()];
    await approve(approved);
    await reject(rejected, { feedback: 'No' });
    const refused = (status: string) => ({
      status: 409,
      body: {
        code: 'IMAGE_NOT_PENDING',
        message: `Only a pending image can be decided; this one is already ${status}.`,
      },
    });
    expect(await reject(approved, { feedback: 'No' })).toMatchObject(refused('approved'));
    expect(await approve(rejected)).toMatchObject(refused('rejected'));
    expect(await reject(rejected, { feedback: 'Something else' })).toMatchObject(refused('rejected'));
    expect(await readImage(rejected)).toMatchObject({ status: 'rejected', feedback: 'No' });
    expect(await decisionsOn(rejected)).toHaveLength(1);
  });

  it.each([
    [undefined, 'feedback is required'],
    [{}, 'feedback is required'],
    [{ feedback: '' }, 'feedback is required'],
    [{ feedback: ' \n\t ' }, 'feedback is required'],
    [{ feedback: '\u200b\u200d\ufeff\u2060' }, 'feedback is required'],
    [{ feedback: null }, 'feedback must be a text'],
    [{ feedback: ['No'] }, 'feedback must be a text'],
    [{ feedback: 'x'.repeat(2001) }, 'feedback must be at most 2000 characters'],
    [{ feedback: 'No', version: 0 }, 'version must be at least 1'],
    [{ feedback: 'No', version: 1.5 }, 'version must be a whole number'],
    [{ feedback: 'No', version: 'new' }, 'version must be a whole number'],
    [{ feedback: 'No', version: '0x1' }, 'version must be a whole number'],
    [{ feedback: 'No', version: null }, 'version must be a whole number'],
    [{ feedback: 'No', version: true }, 'version must be a whole number'],
    [{ feedback: 'No', version: [1] }, 'version must be a whole number'],
    [{ feedback: 'No', version: 1e15 }, 'version must be at most 2000000000'],
    [{ feedback: 'No', status: 'approved' }, 'status is not a field of this request'],
  ])('refuses a rejection with %j', async (body, message) => {
    const image = await createImage();
    expect(await reject(image, body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', message } });
    expect(await readImage(image)).toEqual(image);
  });

  it('refuses an approval with feedback or a version below 1', async () => {
    const image = await createImage();
    expect((await approve(image, { feedback: 'Nice' })).body.message).toBe('feedback is not a field of this request');
    expect((await approve(image, { version: -1 })).status).toBe(400);
    expect(await readImage(image)).toEqual(image);
  });

  it('rejects a decision on an outdated or unknown version with 409', async () => {
    const image = await createImage();
    const changed = {
      status: 409,
      body: {
        code: 'IMAGE_CHANGED',
        message: 'This image was changed after you opened it. Please look at the new version.',
      },
    };
    await staff.patch(`/api/images/${image.id}`).send({ title: 'New' }).expect(200);
    expect(await approve(image, { version: 1 })).toMatchObject(changed);
    await staff
      .post(`/api/images/${image.id}/replace`)
      .attach('image', await jpeg(), 'new.jpg')
      .expect(200);
    expect(await reject(image, { version: 2, feedback: 'No' })).toMatchObject(changed);
    expect(await approve(image, { version: 4 })).toMatchObject(changed);
    expect(await readImage(image)).toMatchObject({ status: 'pending', version: 3 });
    await staff.patch(`/api/images/${image.id}`).send({ address: 'What the client never sees' }).expect(200);
    expect(await approve(image, { version: 3 })).toMatchObject({ status: 200, body: { status: 'approved' } });
    expect(await decisionsOn(image)).toHaveLength(1);
  });

  it('decides on the current version when the request names none', async () => {
    const image = await createImage();
    await staff.patch(`/api/images/${image.id}`).send({ title: 'New' }).expect(200);
    expect(await approve(image)).toMatchObject({ status: 200, body: { status: 'approved', version: 2 } });
  });

  it('records exactly one of ten concurrent decisions', async () => {
    const image = await createImage();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_none, index) =>
        index % 2 ? approve(image, { version: 1 }) : reject(image, { version: 1, feedback: `No ${index}` }),
      ),
    );
    expect(await decisionsOn(image)).toHaveLength(1);
    const [decision] = await decisionsOn(image);
    const after = await readImage(image);
    expect(decision!.action).toBe(`image.${after.status}`);
    expect(decision!.feedback).toBe(after.feedback);
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(after.status === 'approved' ? 5 : 1);
    for (const { body } of accepted) expect(body).toMatchObject({ status: after.status, feedback: after.feedback });
    for (const { status, body } of answers) expect(status === 200 || body.code === 'IMAGE_NOT_PENDING').toBe(true);
  });

  it('never approves a version that a concurrent edit has replaced', async () => {
    for (let round = 0; round < 10; round += 1) {
      const image = await createImage();
      const [approval] = await Promise.all([
        approve(image, { version: 1 }),
        staff.patch(`/api/images/${image.id}`).send({ title: 'Other words' }).expect(200),
      ]);
      expect([200, 409]).toContain(approval.status);
      expect(await readImage(image)).toMatchObject({ status: 'pending', version: 2, title: 'Other words' });
    }
  });
});
