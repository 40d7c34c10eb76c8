import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createMomentWithImages, jpeg } from '../../test/factories.js';
import { filesOf } from '../../test/files.js';
import { startFailingS3 } from '../../test/failing-s3.js';
import { postImages } from '../../test/multipart.js';
import { variablesOf } from '../../test/backups.js';
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
    // The outage of the storage at the end is logged as well.
    Logger.overrideLogger(false);
  });
  afterAll(() => app.close());

  const statusOf = async (url: string): Promise<number> => (await app.visitor().get(url)).status;

  it('serves uploads from S3, and leaves nothing on the disk', async () => {
    const { images } = await createMomentWithImages(staff, 2);
    for (const { imageUrl, previewUrl, thumbnailUrl } of images) {
      expect(await Promise.all([imageUrl, previewUrl, thumbnailUrl].map(statusOf))).toEqual([200, 200, 200]);
    }
    await eventually(async () => expect(await filesOf(app)).toEqual([]));
  });

  it('removes files from S3 with their image', async () => {
    const { images } = await createMomentWithImages(staff, 2);
    await app.startWorker();
    await staff.delete(`/api/images/${images[0]!.id}`).expect(204);
    await eventually(async () => expect(await statusOf(images[0]!.thumbnailUrl)).toBe(404));
    expect(await statusOf(images[1]!.thumbnailUrl)).toBe(200);
  });

  it('refuses uploads as a whole while S3 is down, and readiness is degraded', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    await s3.stop();
    const answer = await postImages(staff, moment.id, { 'a.jpg': await jpeg(), 'b.jpg': await jpeg() });
    expect(answer).toMatchObject({ status: 503, body: { code: 'STORAGE_UNAVAILABLE' } });
    expect((await staff.get(`/api/moments/${moment.id}/images`)).body).toEqual(images);
    const picture = await app.visitor().get(images[0]!.thumbnailUrl);
    for (const { status, headers } of [answer, picture]) {
      expect(status).toBe(503);
      expect(headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' });
    }
    expect(picture.headers['etag']).toBeUndefined();
    // Who has the picture already keeps it.
    const kept = app
      .visitor()
      .get(images[0]!.thumbnailUrl)
      .set('If-None-Match', `"${images[0]!.thumbnailUrl.slice('/media/'.length)}"`);
    expect((await kept).status).toBe(304);
    const ready = async () => (await app.visitor().get('/api/health/ready')).body;
    await eventually(async () =>
      expect(await ready()).toMatchObject({ status: 'degraded', checks: { storage: 'down' } }),
    );
    // What the client decides does not wait for pictures.
    expect((await app.visitor().post(`/api/images/${images[0]!.id}/approve`)).status).toBe(200);
  });
});

describe('uploads to a full S3 storage', () => {
  it('says that S3 is full, in readiness as well, and removes the files of the upload at once', async () => {
    const s3 = await startS3();
    const failing = await startFailingS3(s3.config.endpoint);
    const app = await startApp({ ...variablesOf(s3), S3_ENDPOINT: failing.url });
    Logger.overrideLogger(false);
    try {
      const staff = await app.staff();
      const { moment } = await createMomentWithImages(staff, 1);
      await app.startWorker();
      const stored = () => s3.client.listObjectsV2(s3.config.bucket, 'images/', true).toArray();
      const before = await stored();
      failing.refuse((method, path) => method === 'PUT' && /preview|probe/.test(path), 507, 'XMinioStorageFull');
      const full = {
        status: 503,
        body: {
          code: 'STORAGE_UNAVAILABLE',
          message: 'The storage that keeps the files is full. Please tell the administrator of this system.',
        },
      };
      expect(await postImages(staff, moment.id, { 'a.jpg': await jpeg(), 'b.jpg': await jpeg() })).toMatchObject(full);
      await eventually(async () => {
        const { body } = await app.visitor().get('/api/health/ready');
        expect(JSON.stringify(body)).toContain(full.body.message);
      });
      await eventually(async () => expect(await stored()).toEqual(before));
      await eventually(async () => expect(await app.db.query('SELECT "folder" FROM deletions')).toEqual([]));
      failing.restore();
      await postImages(staff, moment.id, { 'a.jpg': await jpeg() }).expect(201);
      await eventually(async () => expect((await app.visitor().get('/api/health/ready')).body.status).toBe('ok'));
    } finally {
      await app.close();
      await failing.close();
      await s3.stop();
    }
  });
});
