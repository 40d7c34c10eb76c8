import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { captionRun, endedRun, imagesOf } from '../../../test/captions.js';
import { createMomentWithImages } from '../../../test/factories.js';
import { startSystem, type System } from '../../../test/system.js';
import { CHANNEL, type PublishedEvent } from '../events/publish.js';
import { ProductLogger } from '../logging/logger.js';
import { onBehalfOf } from './request-id.js';

describe('the id of a request', () => {
  let system: System;
  let listener: Client;
  const events: PublishedEvent[] = [];

  beforeAll(async () => {
    system = await startSystem('PostgreSQL');
    await system.app.startWorker();
    listener = new Client({ connectionString: system.app.databaseUrl });
    await listener.connect();
    listener.on('notification', ({ payload }) => events.push(JSON.parse(payload!) as PublishedEvent));
    await listener.query(`LISTEN ${CHANNEL}`);
  });
  afterAll(async () => {
    await listener.end();
    await system.close();
  });

  it('follows the request into the worker, and into the events of both', async () => {
    const { moment } = await createMomentWithImages(system.staff, 2);
    await listener.query('SELECT 1');
    events.length = 0;
    const requestId = 'a-request-of-the-test';
    await system.staff.post(`/api/moments/${moment.id}/generate-captions`).set('X-Request-Id', requestId).expect(202);
    const run = await endedRun(system.staff, moment.id);
    expect(run).toMatchObject({ state: 'completed', done: 2 });
    expect((await captionRun(system.staff, moment.id)).runId).toBe(run.runId);
    expect(await imagesOf(system.staff, moment.id)).toHaveLength(2);
    // The last notification may still be on its way.
    await listener.query('SELECT 1');
    expect(events.map(({ name }) => name)).toEqual(expect.arrayContaining(['captions.progress', 'image.changed']));
    expect(events.filter((event) => event.requestId !== requestId)).toEqual([]);
  });

  it('is the same for everything that one upload causes', async () => {
    events.length = 0;
    const { images } = await createMomentWithImages(system.staff, 1);
    await listener.query('SELECT 1');
    const uploads = events.filter(({ name }) => name === 'image.changed');
    expect(uploads).toHaveLength(images.length);
    expect(uploads[0]!.requestId).toMatch(/^[\w-]{8,64}$/);
  });

  it.each([
    [true, /"requestId":"the-request"/],
    [false, /It went wrong \(request the-request\)/],
  ])('is in each line of the log (production: %s)', (production, expected) => {
    const written: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const logger = new ProductLogger({ logLevel: 'info', production });
    onBehalfOf('the-request', () => logger.warn('It went wrong', 'Test'));
    onBehalfOf(null, () => logger.warn('By itself', 'Test'));
    write.mockRestore();
    expect(written[0]).toMatch(expected);
    expect(written[1]).not.toMatch(/request/i);
  });
});
