import { expect } from '@jest/globals';
import { generate, imagesOf } from '../captions.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages } from '../factories.js';
import { createGate } from '../gate.js';
import { stretched } from '../stretched.js';
import { underLoad, type Play } from './hosts-play.js';

const IMAGES = 3;
/** Until another worker, which is only started then, has the run of one that is gone, on a busy machine. */
const TAKEOVER_MS = 30_000;
/** Until a worker says that it cannot save, which it does every 30 s only, when it has just said something else. */
const SAID_MS = 45_000;
const ZOMBIE = {
  title: 'What the zombie wrote',
  description: 'The caption of a worker that no longer has the run, which must never be seen by anybody.',
  exifKeywords: ['written', 'by', 'a', 'late', 'worker'],
  geoAltDescription: 'A picture as a worker saw it that no longer has the run.',
};

/**
 * worker-1 waits for the AI when it is cut off from the stores, or stands still; worker-2 takes the run over; worker-1
 * gets its answer, comes back, and tries to save it.
 */
export function zombie(how: 'is cut off' | 'stands still'): Play {
  return async (place) => {
    const { network } = place;
    const { host, ai, app } = network;
    const worker = host['worker-1'];
    const stores = [host.postgres, host.redis, host.storage];
    const staff = await app.staff();
    const { moment } = await createMomentWithImages(staff, IMAGES);
    const gate = createGate();
    ai.reset();
    ai.always({ delayMs: 500 });
    ai.next({ until: gate.opened, next: { answer: () => ZOMBIE } });
    await host['worker-2'].signal('SIGKILL');
    const load = { name: `worker-1 ${how} with its run, and comes back`, moments: [moment.id] };
    const row = await underLoad(place, load, async () => {
      await generate(staff, moment.id);
      await ai.received(1);
      const gone = performance.now();
      if (how === 'stands still') await worker.signal('SIGSTOP');
      else await Promise.all([...stores.map((store) => store.dropFrom(worker)), worker.dropFrom(...stores)]);
      await network.start('worker-2');
      await ai.received(2);
      expect(performance.now() - gone).toBeLessThan(stretched(TAKEOVER_MS));
      gate.open();
      if (how === 'stands still') {
        await worker.signal('SIGCONT');
      } else {
        await eventually(() => expect(network.log('worker-1')).toMatch(/Failed to save item/), SAID_MS);
        await Promise.all([worker, ...stores].map((one) => one.takeAll()));
      }
      const repairedAt = performance.now();
      return { seconds: (repairedAt - gone) / 1000, repairedAt };
    });
    expect((await imagesOf(staff, moment.id)).map(({ title }) => title)).not.toContain(ZOMBIE.title);
    return row;
  };
}
