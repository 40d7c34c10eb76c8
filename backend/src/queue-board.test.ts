import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createMomentWithImages } from '../test/factories.js';
import { captionRun, endedRun, generate } from '../test/captions.js';
import { describeOnEach, startSystem, type System } from '../test/system.js';

interface BoardQueue {
  name: string;
  isPaused: boolean;
  counts: Record<string, number>;
}

describeOnEach('the board of the queues, on', (backend) => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem(backend);
  });
  afterAll(() => system.close());

  async function queue(name: string): Promise<BoardQueue | undefined> {
    const { body } = await system.staff.get('/admin/queues/api/queues').expect(200);
    return (body as { queues: BoardQueue[] }).queues.find((candidate) => candidate.name === name);
  }

  it('is for staff, on the hosts where they work', async () => {
    const page = await system.staff.get('/admin/queues').set('Accept', 'text/html').expect(200);
    expect(page.text).toContain('<base href="/admin/queues/"');
    expect(page.get('Content-Security-Policy')).toContain("base-uri 'self'");
    expect(page.get('X-Powered-By')).toBeUndefined();
    const login = await system.app.visitor().get('/admin/queues').set('Accept', 'text/html').expect(302);
    expect(login.get('Location')).toBe('/login');
    const refused = await system.app.visitor().get('/admin/queues/api/queues').set('Accept', 'application/json');
    expect(refused).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } });
    await system.staff.get('/admin/queues').set('Host', 'review.example').expect(404);
    await system.staff.put('/admin/queues/api/queues/captions/pause').set('Origin', 'https://evil.example').expect(403);
    expect((await queue('captions'))?.isPaused).toBe(false);
  });

  it('pauses and resumes a queue', async () => {
    const { moment } = await createMomentWithImages(system.staff, 1);
    await system.staff.put('/admin/queues/api/queues/captions/pause').expect(200);
    await system.app.startWorker();
    await generate(system.staff, moment.id);
    expect(await queue('captions')).toMatchObject({ isPaused: true, counts: { active: 0 } });
    expect(await captionRun(system.staff, moment.id)).toMatchObject({ state: 'queued', done: 0 });
    expect(await queue('optimizations')).toMatchObject({ isPaused: false });
    await system.staff.put('/admin/queues/api/queues/captions/resume').expect(200);
    expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', done: 1 });
  });
});
