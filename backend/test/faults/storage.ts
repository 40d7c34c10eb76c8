import { Logger } from '@nestjs/common';
import { expect } from '@jest/globals';
import sharp from 'sharp';
import type { Response } from 'supertest';
import type { ImageView } from '../../src/contract/images.js';
import { startApp, type Agent, type TestApp } from '../app.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages, jpeg } from '../factories.js';
import { filesOf } from '../files.js';
import { postImages } from '../multipart.js';
import { startProxy } from '../proxy.js';
import { startS3, type TestS3 } from '../s3.js';
import { expectAgreement } from './agreement.js';
import { later } from './later.js';
import { stretched } from '../stretched.js';

export const AWAY = 'The storage that keeps the files cannot be reached right now. Please try again in a minute.';

export function s3Env({ config }: TestS3, endpoint: string): Record<string, string> {
  const { bucket, accessKey, secretKey, region } = config;
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_REGION: region,
  };
}

/** Starts an API whose files are in S3 behind a proxy that can fail. Logging is off, since the failures are logged. */
export async function onS3<Way extends { url: string }>(
  start: (endpoint: string) => Promise<Way>,
  end: (proxy: Way) => unknown,
) {
  const s3 = later(await startS3(), (one) => one.stop());
  const proxy = later(await start(s3.config.endpoint), async (one) => end(one));
  const env = s3Env(s3, proxy.url);
  const app = later(await startApp(env), (one) => one.close());
  Logger.overrideLogger(false);
  return { proxy, env, app, staff: await app.staff() };
}

/** A picture of about this many kilobytes. */
export function picture(kilobytes: number): Promise<Buffer> {
  const side = Math.round(Math.sqrt((kilobytes * 1024) / 1.2));
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: side, height: side, channels: 3, background: 'grey', noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** An upload of two pictures that can be sent again. */
export function upload(staff: Agent, momentId: string, content: Buffer, key = 'batch') {
  return postImages(staff, momentId, { 'a.jpg': content, 'b.jpg': content }).set('Idempotency-Key', key);
}

export function expectRefusal(answer: Response, message: string | RegExp = AWAY): void {
  const sentence = typeof message === 'string' ? message : expect.stringMatching(message);
  expect(answer).toMatchObject({ status: 503, body: { code: 'STORAGE_UNAVAILABLE', message: sentence } });
}

export async function imagesOf(staff: Agent, momentId: string): Promise<ImageView[]> {
  return (await staff.get(`/api/moments/${momentId}/images`).expect(200)).body as ImageView[];
}

/** No file that came in stays where it came in. */
export function nothingIncoming(app: TestApp): Promise<void> {
  return eventually(async () =>
    expect((await filesOf(app)).filter((file) => file.startsWith('/incoming'))).toEqual([]),
  );
}

/** S3 is away while staff upload and a client decides, and comes back. */
export async function playAway(stop: 'cut' | 'hang'): Promise<void> {
  const { proxy, env, app, staff } = await onS3(startProxy, (one) => one.cut());
  const { moment, images } = await createMomentWithImages(staff, 2);
  await proxy[stop]();
  const begun = performance.now();
  // Both are sent now.
  const refused = upload(staff, moment.id, await jpeg()).then((answer) => answer);
  const shown = app
    .visitor()
    .get(images[0]!.thumbnailUrl)
    .then((answer) => answer);
  await eventually(async () =>
    expect((await app.visitor().get('/api/health/ready')).body).toMatchObject({ status: 'degraded' }),
  );
  // What the client decides does not wait for pictures.
  await app.visitor().post(`/api/images/${images[0]!.id}/approve`).expect(200);
  await staff.delete(`/api/images/${images[1]!.id}`).expect(204);
  expectRefusal(await refused);
  expectRefusal(await shown);
  expect(performance.now() - begun).toBeLessThan(stretched(15_000));
  await proxy.restore();
  await upload(staff, moment.id, await jpeg()).expect(201);
  await eventually(async () =>
    expect((await app.visitor().get('/api/health/ready')).body).toMatchObject({ status: 'ok' }),
  );
  expect(await imagesOf(staff, moment.id)).toHaveLength(3);
  await nothingIncoming(app);
  await expectAgreement(app, env);
}
