import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createMomentWithImages, jpeg } from '../../test/factories.js';
import { filesOf } from '../../test/files.js';
import { postImages } from '../../test/multipart.js';
import { startS3, type TestS3 } from '../../test/s3.js';

describe('uploads to S3', () => {
  let s3: TestS3;
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    s3 = await startS3();
    const { endpoint, bucket, accessKey, secretKey, region } = s3.config;
    app = await startApp({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      S3_REGION: region,
    });
    staff = await app.staff();
    // The storage that is stopped in the end is told of in the log as well.
    Logger.overrideLogger(false);
  });
  afterAll(() => app.close());

  const statusOf = async (url: string): Promise<number> => (await app.visitor().get(url)).status;

  it('are served from there, and leave nothing on the disk', async () => {
    const { images } = await createMomentWithImages(staff, 2);
    for (const { imageUrl, previewUrl, thumbnailUrl } of images) {
      expect(await Promise.all([imageUrl, previewUrl, thumbnailUrl].map(statusOf))).toEqual([200, 200, 200]);
    }
    await eventually(async () => expect(await filesOf(app)).toEqual([]));
  });

  it('are removed from there with their image', async () => {
    const { images } = await createMomentWithImages(staff, 2);
    await app.work();
    await staff.delete(`/api/images/${images[0]!.id}`).expect(204);
    await eventually(async () => expect(await statusOf(images[0]!.thumbnailUrl)).toBe(404));
    expect(await statusOf(images[1]!.thumbnailUrl)).toBe(200);
  });

  it('are refused as a whole while it is down, and so is readiness', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    await s3.stop();
    const answer = await postImages(staff, moment.id, { 'a.jpg': await jpeg(), 'b.jpg': await jpeg() });
    expect(answer).toMatchObject({ status: 503, body: { code: 'STORAGE_UNAVAILABLE' } });
    expect((await staff.get(`/api/moments/${moment.id}/images`)).body).toEqual(images);
    expect(await statusOf(images[0]!.thumbnailUrl)).toBe(503);
    await eventually(async () => expect(await statusOf('/api/health/ready')).toBe(503));
    // What the client decides does not wait for pictures.
    expect((await app.visitor().post(`/api/images/${images[0]!.id}/approve`)).status).toBe(200);
  });
});
