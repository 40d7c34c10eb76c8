import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { connectLive } from '../../test/live.js';
import type { SessionView } from '../contract/sessions.js';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('the own sessions', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const list = async (agent = staff): Promise<SessionView[]> => (await agent.get('/api/sessions').expect(200)).body;
  const signIn = async (userAgent = FIREFOX): Promise<Agent> => {
    const agent = app.visitor();
    const body = { email: STAFF_EMAIL, password: STAFF_PASSWORD };
    await agent.post('/api/login').set('User-Agent', userAgent).send(body).expect(200);
    return agent;
  };

  it('are listed with device and time, the current one first, and hold nothing that opens them', async () => {
    const agent = await signIn();
    const sessions = await list(agent);
    expect(sessions[0]).toEqual({
      id: expect.any(String),
      device: 'Firefox on Windows',
      signedInAt: expect.any(String),
      lastUsedAt: expect.any(String),
      isCurrent: true,
      bySingleSignOn: false,
    });
    expect(sessions.slice(1).every(({ isCurrent }) => !isCurrent)).toBe(true);
    expect(Math.abs(Date.now() - Date.parse(sessions[0]!.lastUsedAt))).toBeLessThan(600_000);
    const rows = await app.db.query<{ sid: string; sess: string }[]>('SELECT "sid", "sess"::text FROM sessions');
    for (const { sid, sess } of rows) {
      expect(JSON.stringify(sessions)).not.toContain(sid);
      expect(sess).not.toMatch(/127\.0\.0\.1|::1|Mozilla/);
    }
    const page = await agent.get('/api/sessions?limit=1&offset=1').expect(200);
    expect([page.body, page.get('X-Total-Count')]).toEqual([[sessions[1]], String(sessions.length)]);
  });

  it('of before devices were noted are listed too', async () => {
    const agent = await signIn();
    await app.db.query(`UPDATE sessions SET "sess" = ("sess"::jsonb - 'device' - 'signedInAt')::json`);
    expect((await list(agent))[0]).toMatchObject({ device: '', signedInAt: null, isCurrent: true });
  });

  it('end one by one, with its live connection', async () => {
    const agent = await signIn();
    const [{ id }] = (await list(agent)) as [SessionView];
    const login = await app.visitor().post('/api/login').send({ email: STAFF_EMAIL, password: STAFF_PASSWORD });
    const cookie = login.get('Set-Cookie')![0]!.split(';')[0]!;
    const live = await connectLive(app, { Cookie: cookie });
    const [current] = (await app.visitor().get('/api/sessions').set('Cookie', cookie)).body as [SessionView];
    const closed = new Promise((resolve) => live.socket.once('disconnect', resolve));
    await agent.delete(`/api/sessions/${current.id}`).expect(204);
    await closed;
    live.socket.disconnect();
    expect((await app.visitor().get('/api/user').set('Cookie', cookie)).status).toBe(401);
    expect((await list(agent))[0]).toMatchObject({ id, isCurrent: true });
    const { body } = await agent.delete(`/api/sessions/${current.id}`).expect(404);
    expect(body.message).toBe('Session not found');
  });

  it('end all but the one that asks', async () => {
    const [agent, another] = [await signIn(), await signIn('curl/8.5.0')];
    expect((await list(another))[0]!.device).toBe('curl');
    await agent.delete('/api/sessions').expect(204);
    await another.get('/api/user').expect(401);
    expect(await list(agent)).toEqual([expect.objectContaining({ isCurrent: true, device: 'Firefox on Windows' })]);
    staff = agent;
  });

  it('are hidden from colleagues, while an admin can end all of a colleague’s', async () => {
    const colleague = await addColleague({ ...app, staff: async () => staff });
    const [{ id }] = (await list()) as [SessionView];
    await colleague.delete(`/api/sessions/${id}`).expect(404);
    expect((await list(colleague)).map((session) => session.id)).not.toContain(id);
    await staff.delete(`/api/users/${colleague.userId}/sessions`).expect(204);
    await colleague.get('/api/user').expect(401);
    const { body } = await staff.delete(`/api/users/${UNKNOWN_ID}/sessions`).expect(404);
    expect(body.message).toBe('Member of staff not found');
    const viewer = await addColleague({ ...app, staff: async () => staff }, { role: 'viewer' });
    await viewer.delete(`/api/users/${colleague.userId}/sessions`).expect(403);
  });
});
