import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';

const ID = '00000000-0000-4000-8000-000000000000';

/** All that needs no session, as agreed; a route that is new here was opened to the world. */
const PUBLIC = [
  'GET /api/branding',
  'GET /api/domains/allowed',
  'GET /api/gmb-optimizations/public/{publicLink}',
  'GET /api/health/live',
  'GET /api/health/ready',
  'GET /api/public/{id}',
  'GET /api/public/{id}/branding',
  'GET /api/public/{id}/images',
  'POST /api/gmb-optimizations/public/{publicLink}/approve/{section}',
  'POST /api/gmb-optimizations/public/{publicLink}/opened',
  'POST /api/images/{id}/approve',
  'POST /api/images/{id}/reject',
  'POST /api/public/{id}/opened',
];
/** Open to nobody's session, but not on the agencies' domains. */
const SIGN_IN = ['POST /api/login', 'POST /api/logout', 'POST /api/register'];

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

describe('every route of the API', () => {
  let app: TestApp;
  let routes: { name: string; method: Method; path: string }[];

  beforeAll(async () => {
    app = await startApp();
    const staff = await app.staff();
    const { paths } = (await staff.get('/api/openapi.json').expect(200)).body as { paths: Record<string, object> };
    routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method as Method,
        path: path.replaceAll(/\{\w+\}/g, ID),
      })),
    );
  });
  afterAll(() => app.close());

  async function answersTo(agent: Agent, headers: Record<string, string> = {}) {
    const answers = [];
    for (const { name, method, path } of routes) {
      const { status, body } = await agent[method](path).set(headers);
      answers.push({ name, status, body });
    }
    return answers;
  }
  const open = (answers: { name: string }[], refused: { name: string }[]): string[] =>
    answers
      .map(({ name }) => name)
      .filter((name) => !refused.some((answer) => answer.name === name))
      .sort();

  it('needs a session, except for the agreed ones', async () => {
    const answers = await answersTo(app.visitor());
    const refused = answers.filter(({ status }) => status === 401);
    expect(open(answers, refused)).toEqual([...PUBLIC, ...SIGN_IN].sort());
    expect(refused.length).toBeGreaterThan(15);
    const error = { statusCode: 401, code: 'NOT_SIGNED_IN', message: 'Please sign in to do this.' };
    for (const { body } of refused) expect(body).toMatchObject(error);
  });

  it('is closed to staff on an agency’s domain, except for the agreed ones', async () => {
    const answers = await answersTo(await app.staff(), { Host: 'review.agency.example' });
    const refused = answers.filter(({ status }) => status === 403);
    expect(open(answers, refused)).toEqual(PUBLIC);
    for (const { body } of refused) expect(body.code).toBe('ADMIN_ON_AGENCY_DOMAIN');
  });

  it('refuses a change that another site sends, also on the public pages', async () => {
    const staff = await app.staff();
    for (const { method, path } of routes.filter((route) => route.method !== 'get')) {
      const { status, body } = await staff[method](path).set('Origin', 'https://evil.example');
      expect([status, body.code]).toEqual([403, 'CROSS_SITE_REQUEST']);
    }
    expect((await staff.get('/api/user')).status).toBe(200);
  });

  it('never answers with anything to be cached', async () => {
    for (const { path } of routes.filter((route) => route.method === 'get')) {
      expect((await app.visitor().get(path)).get('Cache-Control')).toBe('no-store');
    }
  });
});
