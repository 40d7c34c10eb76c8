import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../app.js';
import { watchDecoders } from '../decoders.js';
import { createMoment, jpeg } from '../factories.js';
import { sessionCookie } from '../live.js';
import { MULTIPART, multipart } from '../multipart.js';
import { endWorkers, startApiProcess } from '../worker-process.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { formOf } from './files-forms.js';
import { blankJpeg, blankPng, hugeAvif, pngWithBombIn } from './files-pictures.js';
import { expectWellAnswered } from './fuzz-answers.js';
import { ask, hangUp } from './fuzz-request.js';

const MB = 1024 * 1024;

describe('hostile files', () => {
  let app: TestApp;
  let staff: Agent;
  let cookie: string;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    cookie = await sessionCookie(app);
  });
  afterAll(async () => {
    hangUp();
    await endWorkers();
    await app.close();
  });

  fault(
    {
      what: 'Decompression bombs: 120 to 4000 megapixels in a few kB, 100 MB in a text, a profile or XMP, 60 to 100 megapixels that must be held whole, as AVIF, PNG and JPEG',
      done: 'uploaded at once to an API in a process of its own, with photos beside them',
      checked:
        'taken, or refused by name, in bounded time; the photos are taken; the API grows by less than 150 MB, and with its decoder takes less than 1 GB',
    },
    async () => {
      const api = await startApiProcess(app);
      const bombs: Record<string, Promise<Buffer>> = {
        'grey.png': blankPng({ width: 12_000, height: 10_000, bitDepth: 1, colorType: 0 }),
        'endless.png': blankPng({ width: 65_535, height: 65_535, bitDepth: 1, colorType: 0 }),
        'whole.png': blankPng({ width: 10_000, height: 10_000, bitDepth: 8, colorType: 2, interlaced: true }),
        'deep.png': blankPng({ width: 9000, height: 9000, bitDepth: 16, colorType: 6, interlaced: true }),
        'wide.png': blankPng({ width: 65_500, height: 1200, bitDepth: 16, colorType: 6 }),
        'tiny.avif': Promise.resolve(hugeAvif()),
        'one.jpg': Promise.resolve(blankJpeg(8000, 7500, 'progressive')),
        'two.jpg': Promise.resolve(blankJpeg(8000, 7500, 'one for each channel')),
        'photo-1.jpg': jpeg(),
        'photo-2.jpg': jpeg(),
        'text.png': pngWithBombIn('zTXt'),
        'profile.png': pngWithBombIn('iCCP'),
        'xmp.png': pngWithBombIn('iTXt'),
      };
      const { id } = await createMoment(staff);
      const memory = async (): Promise<number> => {
        const status = await readFile(`/proc/${api.pid}/status`, 'utf8');
        return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) * 1024;
      };
      const send = async (name: string, content: Buffer) => {
        const body = multipart(formOf(id, { fileName: name, content }));
        const sent = {
          method: 'POST',
          path: '/api/upload',
          headers: { Cookie: cookie, 'Content-Type': MULTIPART },
          body,
        };
        const answer = await ask(api.url, sent);
        expectWellAnswered(sent, answer);
        return answer.status;
      };
      await send('first.jpg', await jpeg());
      const before = await memory();
      const decoders = watchDecoders(api.pid);
      const answers = await Promise.all(
        Object.entries(bombs).map(async ([name, content]) => [name, await send(name, await content)]),
      );
      expect(Object.fromEntries(answers)).toMatchObject({
        'grey.png': 413,
        'endless.png': 413,
        'whole.png': 201,
        'deep.png': 413,
        'wide.png': 413,
        'tiny.avif': 413,
        'one.jpg': 201,
        'two.jpg': 201,
        'photo-1.jpg': 201,
        'photo-2.jpg': 201,
      });
      const after = await memory();
      expect(after - before).toBeLessThan(150 * MB);
      expect(after + decoders.stop()).toBeLessThan(1000 * MB);
      await api.stop();
      await expectAgreement(app);
    },
  );
});
