import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { captionRun, endedRun, imagesOf } from '../../test/captions.js';
import { createMomentWithImages } from '../../test/factories.js';
import { startStage, type Stage } from '../../test/stage.js';
import { CHANNEL, type Announcement } from '../realtime/announcements.js';
import { ProductLogger } from './logger.js';
import { onBehalfOf } from './trace.js';

describe('the id of a request', () => {
  let stage: Stage;
  let ear: Client;
  const heard: Announcement[] = [];

  beforeAll(async () => {
    stage = await startStage('PostgreSQL');
    await stage.app.work();
    ear = new Client({ connectionString: stage.app.databaseUrl });
    await ear.connect();
    ear.on('notification', ({ payload }) => heard.push(JSON.parse(payload!) as Announcement));
    await ear.query(`LISTEN ${CHANNEL}`);
  });
  afterAll(async () => {
    await ear.end();
    await stage.close();
  });

  it('follows the request into the worker, and into all that both announce', async () => {
    const { moment } = await createMomentWithImages(stage.staff, 2);
    await ear.query('SELECT 1');
    heard.length = 0;
    const requestId = 'a-request-of-the-test';
    await stage.staff.post(`/api/moments/${moment.id}/generate-captions`).set('X-Request-Id', requestId).expect(202);
    const run = await endedRun(stage.staff, moment.id);
    expect(run).toMatchObject({ state: 'completed', done: 2 });
    expect((await captionRun(stage.staff, moment.id)).runId).toBe(run.runId);
    expect(await imagesOf(stage.staff, moment.id)).toHaveLength(2);
    // The last notification may still be on its way.
    await ear.query('SELECT 1');
    expect(heard.map(({ name }) => name)).toEqual(expect.arrayContaining(['captions.progress', 'image.changed']));
    expect(heard.filter((announcement) => announcement.requestId !== requestId)).toEqual([]);
  });

  it('is the same for everything that one upload causes', async () => {
    heard.length = 0;
    const { images } = await createMomentWithImages(stage.staff, 1);
    await ear.query('SELECT 1');
    const uploads = heard.filter(({ name }) => name === 'image.changed');
    expect(uploads).toHaveLength(images.length);
    expect(uploads[0]!.requestId).toMatch(/^[\w-]{8,64}$/);
  });

  it.each([
    [true, /"requestId":"the-request"/],
    [false, /It went wrong \(request the-request\)/],
  ])('stands in each line of the log (production: %s)', (production, expected) => {
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
