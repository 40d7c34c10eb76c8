import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import * as fc from 'fast-check';
import sharp from 'sharp';
import type { ImageView } from '../../src/contract/images.js';
import { startApp, type Agent, type TestApp } from '../app.js';
import { imagesOf } from '../captions.js';
import { createMoment, jpeg } from '../factories.js';
import { eventuallyFiles, keptFiles } from '../files.js';
import { sessionCookie } from '../live.js';
import { multipart, postImages, postMultipart } from '../multipart.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { ENCODED_NAMES, formOf, NAMES, NO_NAMES, oddForms } from './files-forms.js';
import { blankPng, brokenExif, polyglots, withSegment } from './files-pictures.js';
import { expectWellAnswered } from './fuzz-answers.js';
import { ask, hangUp } from './fuzz-request.js';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 6);

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
    await app.close();
  });

  /** Takes the file, or refuses it in a sentence that names it. */
  async function tryFile(momentId: string, name: string, content: Buffer): Promise<ImageView | null> {
    const answer = await postImages(staff, momentId, { [name]: content });
    if (answer.status === 201) return answer.body[0] as ImageView;
    const failure = `${name} was answered ${answer.status}: ${answer.text.slice(0, 500)}`;
    expect([failure, [413, 415].includes(answer.status)]).toEqual([failure, true]);
    expect(answer.body.message).toContain(`"${name}" `);
    return null;
  }

  fault(
    {
      what: 'Files that are a picture and a program, page or archive as well, or only named like one',
      done: 'uploaded under names that browsers would run',
      checked:
        'pictures are served as pictures that nothing can run, and nothing is left in what is shown; all else is refused',
    },
    async () => {
      const { id } = await createMoment(staff);
      for (const [what, { name, content, isPicture }] of Object.entries(await polyglots())) {
        const image = await tryFile(id, name, content);
        expect([what, image !== null]).toEqual([what, isPicture]);
        if (!image) continue;
        const original = await app.visitor().get(image.imageUrl).expect(200);
        expect(original.headers).toMatchObject({
          'content-type': expect.stringMatching(/^image\/(jpeg|png|gif|webp)$/),
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        });
        expect((original.body as Buffer).equals(content)).toBe(true);
        for (const url of [image.previewUrl, image.thumbnailUrl]) {
          const shown = (await app.visitor().get(url).expect(200)).body as Buffer;
          expect(shown.toString('latin1')).not.toMatch(/script|alert|php|doctype/);
        }
      }
      await expectAgreement(app);
    },
  );

  fault(
    {
      what: 'Pictures of 1×65535, 65535×1 and 1×1, in 16 bits, grey with alpha, CMYK, of 200 frames',
      done: 'uploaded',
      checked: 'each has a preview and a thumbnail that can be shown',
    },
    async () => {
      const { id } = await createMoment(staff);
      const frame = (background: string) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer();
      const frames = await Promise.all(
        Array.from({ length: 200 }, (_none, index) => frame(index % 2 ? 'red' : 'lime')),
      );
      const moving = sharp(frames, { join: { animated: true } });
      const canvas = sharp({ create: { width: 90, height: 60, channels: 4, background: '#12345680' } });
      const pictures: Record<string, Buffer> = {
        'tall.png': await blankPng({ width: 1, height: 65_535, bitDepth: 8, colorType: 2 }),
        'wide.png': await blankPng({ width: 65_535, height: 1, bitDepth: 16, colorType: 6 }),
        'dot.png': await blankPng({ width: 1, height: 1, bitDepth: 1, colorType: 0 }),
        'alpha.png': await blankPng({ width: 300, height: 200, bitDepth: 16, colorType: 4, interlaced: true }),
        'cmyk.jpg': await canvas.clone().toColourspace('cmyk').jpeg().toBuffer(),
        'moving.gif': await moving.clone().gif().toBuffer(),
        'moving.webp': await moving.clone().webp().toBuffer(),
      };
      const { body } = await postImages(staff, id, pictures).expect(201);
      for (const { previewUrl, thumbnailUrl } of body as ImageView[]) {
        for (const [url, most] of [
          [previewUrl, 1600],
          [thumbnailUrl, 480],
        ] as const) {
          const shown = await sharp((await app.visitor().get(url).expect(200)).body as Buffer).stats();
          expect(shown.channels.length).toBeGreaterThanOrEqual(3);
          const { width, height } = await sharp((await app.visitor().get(url)).body as Buffer).metadata();
          expect([Math.max(width, height) <= most, Math.min(width, height) >= 1]).toEqual([true, true]);
        }
      }
      await expectAgreement(app);
    },
  );

  fault(
    {
      what: 'EXIF that points at itself, profiles and XMP of garbage, bytes changed at random, files cut anywhere',
      done: 'uploaded as JPEG, PNG, WebP, AVIF and GIF',
      checked: 'taken or refused by name; never a 500, and the next file is taken',
    },
    async () => {
      const { id } = await createMoment(staff);
      const photo = await jpeg({ width: 120, height: 90 });
      const garbage = Buffer.from(Array.from({ length: 3000 }, (_none, index) => (index * 7919) % 251));
      const marked = {
        'exif.jpg': withSegment(photo, 0xe1, brokenExif()),
        'icc.jpg': withSegment(photo, 0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), garbage])),
        'xmp.jpg': withSegment(photo, 0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), garbage])),
        'iptc.jpg': withSegment(photo, 0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), garbage])),
      };
      for (const [name, content] of Object.entries(marked)) {
        const image = await tryFile(id, name, content);
        expect([name, image?.width]).toEqual([name, 120]);
      }
      const picture = sharp(photo);
      const wholes = await Promise.all([
        photo,
        ...(['png', 'webp', 'avif', 'gif'] as const).map((format) => picture.clone().toFormat(format).toBuffer()),
      ]);
      const changed = fc.record({
        whole: fc.constantFrom(...wholes),
        places: fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat({ max: 255 })), {
          minLength: 1,
          maxLength: 20,
        }),
        keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      });
      const property = fc.asyncProperty(changed, async ({ whole, places, keep }) => {
        const content = Buffer.from(whole.subarray(0, Math.ceil(whole.length * keep)));
        for (const [at, byte] of places) content[Math.floor(content.length * at)] = byte;
        const image = await tryFile(id, 'changed.jpg', content);
        if (image) await staff.delete(`/api/images/${image.id}`).expect(204);
      });
      await fc.assert(property, { numRuns: RUNS * 6, interruptAfterTimeLimit: 60_000, includeErrorInReport: true });
      expect(await tryFile(id, 'next.jpg', photo)).not.toBeNull();
      await expectAgreement(app);
    },
  );

  fault(
    {
      what: 'Names with paths, controls, quotes, marks that turn the direction of text, emoji, of 10,000 bytes, or none',
      done: 'given to uploaded files, plain and percent-encoded',
      checked: 'kept as a name that can be shown, or refused in a sentence; no file outside its folder',
    },
    async () => {
      const content = await jpeg();
      for (const [sent, kept] of NAMES) {
        const { id } = await createMoment(staff);
        const answer = await postMultipart(staff, '/api/upload', multipart(formOf(id, { fileName: sent, content })));
        expect(answer).toMatchObject({ status: 201, body: [{ fileName: kept }] });
      }
      for (const [encodedName, kept] of ENCODED_NAMES) {
        const { id } = await createMoment(staff);
        const form = multipart(formOf(id, { fileName: 'x.jpg', encodedName, content }));
        expect(await postMultipart(staff, '/api/upload', form)).toMatchObject({
          status: 201,
          body: [{ fileName: kept }],
        });
      }
      const { id } = await createMoment(staff);
      for (const fileName of NO_NAMES) {
        const answer = await postMultipart(staff, '/api/upload', multipart(formOf(id, { fileName, content })));
        expect([fileName, answer.status, answer.body.message]).toEqual([
          fileName,
          400,
          expect.stringMatching(/\w+ \w+/),
        ]);
      }
      expect(await imagesOf(staff, id)).toEqual([]);
      await expectAgreement(app);
    },
  );

  fault(
    {
      what: 'Forms without boundary or end, in one another, with ten thousand fields, names of 200 kB, fields of other names',
      done: 'sent to the upload',
      checked: '4xx in a sentence; no row, no file',
    },
    async () => {
      const { id } = await createMoment(staff);
      const before = await keptFiles(app);
      for (const [what, { type, body }] of Object.entries(oddForms(id))) {
        const sent = {
          method: 'POST',
          path: '/api/upload',
          headers: { Cookie: cookie, 'Content-Type': type },
          body: Buffer.from(body),
        };
        const answer = await ask(app.url, sent);
        expectWellAnswered(sent, answer);
        expect([what, answer.status >= 400]).toEqual([what, true]);
      }
      expect(await imagesOf(staff, id)).toEqual([]);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      await eventuallyFiles(app, before);
    },
  );
});
