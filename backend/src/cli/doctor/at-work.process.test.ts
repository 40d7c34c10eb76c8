import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStoredApp, type StoredApp } from '../../../test/backups.js';
import { generate } from '../../../test/captions.js';
import { createMoment, jpeg, upload } from '../../../test/factories.js';
import { findings } from '../../../test/findings.js';
import { wrongRows } from '../../../test/wrong-rows.js';

const PEOPLE = 4;
const ROUNDS = 3;

describe('while people work', () => {
  let app: StoredApp;

  beforeAll(async () => {
    app = await startStoredApp('disk');
    await app.staff();
    await app.startWorker();
  });
  afterAll(() => app.close());

  /** What may happen to a moment, up to its end. */
  async function work(): Promise<void> {
    const staff = await app.staff();
    const { id } = await createMoment(staff);
    const [first, second, third] = await upload(staff, id, ['a.jpg', 'b.jpg', 'c.jpg']);
    await generate(staff, id);
    await app.visitor().post(`/api/images/${first!.id}/approve`).expect(200);
    await app.visitor().post(`/api/images/${second!.id}/reject`).send({ feedback: 'Too dark' }).expect(200);
    await staff
      .post(`/api/images/${second!.id}/replace`)
      .attach('image', await jpeg(), 'd.jpg')
      .expect(200);
    await staff.post(`/api/images/${second!.id}/resubmit`).expect(200);
    await staff.patch(`/api/images/${first!.id}`).send({ title: 'Another' }).expect(200);
    await staff.delete(`/api/images/${third!.id}`).expect(204);
    await staff.delete(`/api/moments/${id}`).expect(204);
  }

  it('finds nothing and repairs nothing', async () => {
    const progress = { isOver: false };
    const people = Array.from({ length: PEOPLE }, async () => {
      for (let round = 0; round < ROUNDS; round += 1) await work();
    });
    const over = Promise.all(people).finally(() => (progress.isOver = true));
    let checks = 0;
    while (!progress.isOver) {
      expect(await findings(app, 'repair')).toEqual([]);
      checks += 1;
    }
    await over;
    expect(checks).toBeGreaterThan(2);
    expect(await findings(app)).toEqual([]);
    expect(await wrongRows(app.db)).toEqual([]);
  });
});
