import { afterEach, describe, expect } from '@jest/globals';
import { createMomentWithImages } from '../factories.js';
import { startProxy } from '../proxy.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { endAll } from './later.js';
import { imagesOf, onS3, picture, playAway, upload } from './storage.js';
import { stretched } from '../stretched.js';

afterEach(endAll);

describe('S3', () => {
  fault(
    {
      what: 'S3 slow',
      done: 'at 200 kB/s during an upload of 1.2 MB, while a client decides',
      checked: 'the upload succeeds; the client does not notice',
    },
    async () => {
      const { proxy, env, app, staff } = await onS3(startProxy, (one) => one.cut());
      const { moment, images } = await createMomentWithImages(staff, 5);
      proxy.slow(200_000);
      const begun = performance.now();
      let isSent = false;
      const sent = upload(staff, moment.id, await picture(600)).then((answer) => {
        isSent = true;
        return answer;
      });
      for (const { id } of images) {
        const clicked = performance.now();
        await app.visitor().post(`/api/images/${id}/approve`).expect(200);
        expect(performance.now() - clicked).toBeLessThan(stretched(2000));
      }
      expect(isSent).toBe(false);
      expect((await sent).status).toBe(201);
      expect(performance.now() - begun).toBeGreaterThan(3000);
      expect(await imagesOf(staff, moment.id)).toHaveLength(7);
      await expectAgreement(app, env);
    },
  );

  fault(
    {
      what: 'S3 away',
      done: 'connections swallowed without a word, while staff upload and a client decides',
      checked: '503 in a sentence, within 15 s; decisions and deletions are taken; all is well afterwards',
    },
    () => playAway('hang'),
  );
});
