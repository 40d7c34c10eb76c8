import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from './app.js';
import { createMomentWithImages, createSuggestedOptimization } from './factories.js';
import { wrongRows } from './wrong-rows.js';

describe('rows that do not follow from others', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    const staff = await app.staff();
    const { images } = await createMomentWithImages(staff, 2);
    const image = `/api/images/${images[0]!.id}`;
    await app.visitor().post(`${image}/reject`).send({ feedback: 'Too dark' }).expect(200);
    await staff.post(`${image}/resubmit`).expect(200);
    await staff.post(`${image}/resubmit/undo`).expect(200);
    await createSuggestedOptimization(staff);
  });
  afterAll(() => app.close());

  it('are none after ordinary work', async () => {
    expect(await wrongRows(app.db)).toEqual([]);
  });

  it.each([
    [`UPDATE moments SET "imageCount" = 7`, 'counts 7 images'],
    [`UPDATE moments SET "undelivered" = 7`, '7 to deliver'],
    [`UPDATE moments SET "status" = 'approved'`, 'should be rejected'],
    [`INSERT INTO moment_counts VALUES ('draft', 2)`, '2 moments are counted as draft, but there are 0'],
    [`UPDATE images SET "status" = 'approved'`, 'does not end with that decision'],
    [`UPDATE optimizations SET "status" = 'completed'`, 'should be in_progress'],
    [`UPDATE optimization_sections SET "approval" = 'approved'`, 'does not end with that decision'],
    [
      `UPDATE images SET ("duplicateId", "duplicateMomentId") = (
        SELECT "id", "momentId" FROM images other WHERE other."id" <> images."id" LIMIT 1)`,
      'is marked as a copy of',
    ],
    [`DELETE FROM images`, 'is missing, but its history'],
    [`DELETE FROM optimization_sections WHERE "section" = 'faqs'`, 'has 4 sections'],
    [
      `INSERT INTO runs ("subjectId", "kind", "total", "state", "endedAt")
      SELECT "id", 'captions', 0, 'failed', now() FROM moments`,
      'is failed with 0 done',
    ],
    [`INSERT INTO runs ("subjectId", "kind", "total") SELECT "id", 'captions', 3 FROM moments`, 'failed of 3'],
  ])('are found after %s', async (change, line) => {
    await app.db.query(change);
    expect(await wrongRows(app.db)).toContainEqual(expect.stringContaining(line));
  });
});
