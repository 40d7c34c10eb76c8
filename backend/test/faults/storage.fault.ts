import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { afterEach, describe, expect } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { captionRun, endedRun, generate } from '../captions.js';
import { eventually } from '../eventually.js';
import { createAgency, createMoment, createMomentWithImages, jpeg } from '../factories.js';
import { filesOf } from '../files.js';
import { createGate } from '../gate.js';
import { startFailingS3 } from '../failing-s3.js';
import { startProxy } from '../proxy.js';
import { startS3 } from '../s3.js';
import { smallDisk, whyNoMount, whyNoSmallDisk } from '../small-disk.js';
import { startSystem } from '../system.js';
import { startWorker } from '../worker-process.js';
import type { ImageView } from '../../src/contract/images.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';
import { expectRefusal, imagesOf, nothingIncoming, onS3, picture, playAway, s3Env, upload } from './storage.js';

afterEach(endAll);

/** By so many bytes there is more room on a full disk from one attempt to the next. */
const ROOM_STEP = 130_000;

/** Everything that is scheduled for removal is due. */
function makeDue({ db }: TestApp): Promise<unknown> {
  return db.query('UPDATE deletions SET "notBefore" = now()');
}

describe('S3', () => {
  fault(
    {
      what: 'S3 answers 500',
      done: 'for longer than uploads are retried, from the first, fourth and eighth file of an upload on, to a replaced picture, and to a logo',
      checked:
        '503 in a sentence, nothing is stored, what was is as before; sent again with its key, all of it is there once',
    },
    async () => {
      const { proxy, env, app, staff } = await onS3(startFailingS3, (one) => one.close());
      const { moment, images } = await createMomentWithImages(staff, 1);
      const agency = await createAgency(staff);
      const content = await jpeg();
      for (const broken of [1, 4, 8]) {
        let puts = 0;
        proxy.refuse((method) => method === 'PUT' && (puts += 1) >= broken);
        expectRefusal(await upload(staff, moment.id, content));
        expect(await imagesOf(staff, moment.id)).toEqual(images);
      }
      proxy.refuse((method) => method === 'PUT');
      const refused = await Promise.all([
        staff.post(`/api/images/${images[0]!.id}/replace`).attach('image', content, 'c.jpg'),
        staff.patch(`/api/agencies/${agency.id}`).attach('logo', content, 'logo.jpg'),
      ]);
      for (const answer of refused) expectRefusal(answer);
      expect((await staff.get(`/api/agencies/${agency.id}`)).body).toEqual(agency);
      expect(await imagesOf(staff, moment.id)).toEqual(images);
      proxy.restore();
      await upload(staff, moment.id, content).expect(201);
      expect((await imagesOf(staff, moment.id)).map(({ fileName }) => fileName)).toEqual([
        images[0]!.fileName,
        'a.jpg',
        'b.jpg',
      ]);
      await nothingIncoming(app);
      await expectAgreement(app, env);
    },
  );

  fault(
    {
      what: 'S3 resets connections',
      done: 'in the middle of a picture of 600 kB, and near its end',
      checked: '503 in a sentence, nothing is stored; sent again with its key, all of it is there once, byte for byte',
    },
    async () => {
      const { proxy, env, app, staff } = await onS3(startProxy, (one) => one.cut());
      const { id } = await createMoment(staff);
      const content = await picture(600);
      for (const bytes of [1, 300_000, content.length - 1]) {
        proxy.resetAfter(bytes);
        expectRefusal(await upload(staff, id, content));
        expect(await imagesOf(staff, id)).toEqual([]);
      }
      await proxy.restore();
      const { body } = await upload(staff, id, content).expect(201);
      expect(await imagesOf(staff, id)).toEqual(body);
      const original = await app.visitor().get(body[0].imageUrl).expect(200);
      expect(content.equals(original.body as Buffer)).toBe(true);
      await nothingIncoming(app);
      await expectAgreement(app, env);
    },
  );

  fault(
    {
      what: 'S3 away',
      done: 'connections refused, while staff upload and a client decides',
      checked: '503 in a sentence, within 15 s; decisions and deletions are taken; all is well afterwards',
    },
    () => playAway('cut'),
  );

  fault(
    {
      what: 'S3 away',
      done: 'in the middle of three captions',
      checked: 'the run waits, fails no image, asks the AI nothing twice, and goes on by itself',
    },
    async () => {
      const s3 = later(await startS3(), (one) => one.stop());
      const proxy = later(await startProxy(s3.config.endpoint), (one) => one.cut());
      const system = later(await startSystem('PostgreSQL', s3Env(s3, proxy.url)), (one) => one.close());
      const worker = await startWorker(system.app, system.env);
      const { moment } = await createMomentWithImages(system.staff, 3);
      const gate = createGate();
      system.ai.next({ until: gate.opened });
      await generate(system.staff, moment.id);
      await system.ai.received(1);
      await proxy.cut();
      gate.open();
      await eventually(() => expect(worker.log()).toContain('will be resumed'));
      expect(await captionRun(system.staff, moment.id)).toMatchObject({ state: 'running', done: 1, failed: 0 });
      await proxy.restore();
      expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', done: 3, errors: [] });
      expect(system.ai.requests).toHaveLength(3);
      expect(worker.log().split('\n').length).toBeLessThan(15);
      await expectAgreement(system.app, system.env);
    },
  );

  fault(
    {
      what: 'S3 refuses removals',
      done: 'while an image, a whole moment and a client are deleted',
      checked: 'they are gone for people at once; their files are tried again, and are gone when S3 allows it',
    },
    async () => {
      const { proxy, env, app, staff } = await onS3(startFailingS3, (one) => one.close());
      const made = await Promise.all([1, 2, 3].map(() => createMomentWithImages(staff, 2)));
      const [first, second, third] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
      const kept = first.images[1]!;
      proxy.refuse((method) => method === 'POST');
      await staff.delete(`/api/images/${first.images[0]!.id}`).expect(204);
      await staff.delete(`/api/moments/${second.moment.id}`).expect(204);
      await staff.delete(`/api/clients/${third.moment.clientId}`).expect(204);
      await app.startWorker();
      const waiting = (): Promise<{ attempts: number }[]> => app.db.query('SELECT "attempts" FROM deletions');
      await eventually(async () => {
        expect((await waiting()).filter(({ attempts }) => attempts > 0).length).toBeGreaterThan(0);
      });
      expect(await waiting()).toHaveLength(5);
      await expectAgreement(app, env, /^S3_ENDPOINT: .* failed/);
      proxy.restore();
      await eventually(async () => {
        await makeDue(app);
        expect(await waiting()).toEqual([]);
      });
      const gone = [first.images[0]!, ...second.images, ...third.images];
      for (const { imageUrl } of gone) expect((await app.visitor().get(imageUrl)).status).toBe(404);
      expect((await app.visitor().get(kept.imageUrl)).status).toBe(200);
      await expectAgreement(app, env);
    },
  );
});

const [noDisk, noMount] = [await whyNoSmallDisk(), await whyNoMount()];

describe('the disk', () => {
  async function onSmallDisk() {
    const disk = later(await smallDisk(), (one) => one.remove());
    const app = later(await startApp({ DATA_DIR: join(disk.folder, 'data') }), (one) => one.close());
    Logger.overrideLogger(false);
    return { disk, app, staff: await app.staff() };
  }

  fault(
    {
      what: 'The disk is full',
      done: 'with room for ever more of an upload of two pictures: from nothing at all to nearly all of it',
      checked:
        '503 that names the full disk, nothing is stored and nothing stays behind; with room again, all of it is there once',
      missing: noDisk,
    },
    async () => {
      const { disk, app, staff } = await onSmallDisk();
      const { moment, images } = await createMomentWithImages(staff, 1);
      const content = await picture(300);
      const full: string[] = [];
      await app.startWorker();
      for (let room = 0; ; room += ROOM_STEP) {
        await disk.leave(room);
        const answer = await upload(staff, moment.id, content);
        if (answer.status === 201) break;
        expectRefusal(
          answer,
          /^The disk that (takes in|keeps the) files is full\. Please tell the administrator of this system\.$/,
        );
        full.push(answer.body.message as string);
        expect(await imagesOf(staff, moment.id)).toEqual(images);
        await nothingIncoming(app);
        await eventually(async () => expect((await filesOf(app)).length).toBe(4));
      }
      // It was full in either place.
      expect(new Set(full).size).toBe(2);
      expect(await imagesOf(staff, moment.id)).toHaveLength(3);
      await expectAgreement(app);
    },
  );

  fault(
    {
      what: 'The disk becomes read-only',
      done: 'before an upload, a replaced picture and a deletion',
      checked:
        '503 in a sentence, nothing changes, pictures are still shown; all is well when it can be written to again',
      missing: noMount,
    },
    async () => {
      const { disk, app, staff } = await onSmallDisk();
      const { moment, images } = await createMomentWithImages(staff, 2);
      const [image, other] = images as [ImageView, ImageView];
      await nothingIncoming(app);
      await disk.setWritable('read-only');
      const sentence = /^Files cannot be taken in right now\./;
      expectRefusal(await upload(staff, moment.id, await jpeg()), sentence);
      expectRefusal(
        await staff.post(`/api/images/${image.id}/replace`).attach('image', await jpeg(), 'c.jpg'),
        sentence,
      );
      await eventually(async () =>
        expect((await app.visitor().get('/api/health/ready')).body).toMatchObject({ status: 'degraded' }),
      );
      await staff.delete(`/api/images/${other.id}`).expect(204);
      expect(await imagesOf(staff, moment.id)).toEqual([image]);
      expect((await app.visitor().get(image.thumbnailUrl)).status).toBe(200);
      await app.startWorker();
      await eventually(async () => {
        expect(await app.db.query('SELECT "attempts" FROM deletions')).toEqual([{ attempts: 1 }]);
      });
      await expectAgreement(app, {}, /^DATA_DIR: files cannot be kept there/);
      await disk.setWritable('writable');
      await upload(staff, moment.id, await jpeg()).expect(201);
      await eventually(async () => {
        await makeDue(app);
        expect(await filesOf(app)).toHaveLength(12);
      });
      await expectAgreement(app);
    },
  );
});
