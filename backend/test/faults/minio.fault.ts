import { afterEach, describe, expect } from '@jest/globals';
import { createMoment, createMomentWithImages, jpeg } from '../factories.js';
import { eventually } from '../eventually.js';
import { postImages } from '../multipart.js';
import { whyMissing } from '../programs.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { endAll } from './later.js';
import { standStill, startOnMinio } from './minio.js';
import { stretched } from '../stretched.js';

afterEach(endAll);

const missing = whyMissing('minio');

describe('MinIO', () => {
  fault(
    {
      what: 'MinIO silent (SIGSTOP)',
      done: 'while a client opens a page of thirty photos, six at a time as a browser does, and approves them',
      checked: 'all pictures are answered within 4 s, decisions at once; pictures are there within 2 s of SIGCONT',
      missing,
    },
    async () => {
      const { s3, app, staff, env } = await startOnMinio();
      const { images } = await createMomentWithImages(staff, 30);
      await standStill(s3.pid!);
      const began = performance.now();
      const waiting = images.map(({ previewUrl }) => previewUrl);
      const statuses: number[] = [];
      const connection = async (): Promise<void> => {
        for (let url; (url = waiting.pop());) statuses.push((await app.visitor().get(url)).status);
      };
      const shown = Promise.all([1, 2, 3, 4, 5, 6].map(connection));
      for (const { id } of images.slice(0, 5)) {
        const clicked = performance.now();
        await app.visitor().post(`/api/images/${id}/approve`).expect(200);
        expect(performance.now() - clicked).toBeLessThan(stretched(1000));
      }
      await shown;
      const tookMs = performance.now() - began;
      process.kill(s3.pid!, 'SIGCONT');
      expect(statuses).toEqual(images.map(() => 503));
      expect(tookMs).toBeLessThan(stretched(4000));
      const back = performance.now();
      await eventually(async () => expect((await app.visitor().get(images[0]!.previewUrl)).status).toBe(200));
      expect(performance.now() - back).toBeLessThan(stretched(2000));
      await expectAgreement(app, env);
    },
  );

  fault(
    {
      what: 'MinIO killed and started again 3 s later',
      done: 'in the middle of four uploads of five pictures',
      checked: 'all uploads succeed; every picture is there',
      missing,
    },
    async () => {
      const { s3, app, staff, env } = await startOnMinio();
      const moments = await Promise.all([1, 2, 3, 4].map(() => createMoment(staff)));
      const content = await jpeg();
      const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.jpg`, content]));
      const stored = () => s3.client.listObjectsV2(s3.config.bucket, 'images/', true).toArray();
      const uploads = moments.map(({ id }) => postImages(staff, id, files).then((answer) => answer));
      await eventually(async () => expect((await stored()).length).toBeGreaterThan(4));
      await s3.kill();
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await s3.start();
      for (const answer of await Promise.all(uploads)) {
        expect(answer.status).toBe(201);
        for (const { imageUrl } of answer.body) expect((await app.visitor().get(imageUrl)).status).toBe(200);
      }
      await expectAgreement(app, env);
    },
  );
});
