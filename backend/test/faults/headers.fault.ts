import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { createMomentWithImages } from '../factories.js';
import { sessionCookie } from '../live.js';
import { fault } from './fault.js';
import { call, type Answer } from './http.js';

const INDEX = join(import.meta.dirname, '../../../frontend/index.html');

describe('the headers of every kind of answer', () => {
  let app: TestApp;
  /** By what it is: where it is, and its status. */
  let kinds: Record<string, [path: string, status: number, headers?: Record<string, string>]>;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    const built = join(app.dataDir, 'no-frontend');
    await mkdir(join(built, 'assets'), { recursive: true });
    for (const file of ['index.html', 'assets/main.js']) await writeFile(join(built, file), 'built');
    const Cookie = await sessionCookie(app);
    const { moment, images } = await createMomentWithImages(await app.staff(), 1);
    kinds = {
      'an answer of the API': ['/api/branding', 200],
      'an answer to a visitor': [`/api/public/${moment.id}`, 200],
      'a refusal': ['/api/clients', 401],
      'an error': ['/api/nothing-here', 404],
      'an address that is none': ['/api/public/%ff', 400],
      'a page': [`/public/${moment.id}`, 200],
      'a script': ['/assets/main.js', 200],
      'a picture': [new URL(images[0]!.imageUrl, app.url).pathname, 200],
      'a picture that is gone': ['/media/images/none/original.jpg', 404],
      'the board': ['/admin/queues', 200, { Cookie }],
      'the board’s data': ['/admin/queues/api/queues', 200, { Cookie }],
      'the way from the board to the login': ['/admin/queues', 302],
      'the documents of the API': ['/api/docs', 200, { Cookie }],
    };
  });
  afterAll(() => app.close());

  async function eachKind(check: (answer: Answer) => Record<string, unknown>, more: Record<string, string> = {}) {
    const found: Record<string, unknown> = {};
    for (const [kind, [path, status, headers]] of Object.entries(kinds)) {
      const answer = await call(`${app.url}${path}`, { headers: { ...headers, ...more } });
      found[kind] = { status: answer.status, ...check(answer) };
      expect(answer.status).toBe(status);
    }
    return found;
  }
  const all = (expected: object) =>
    Object.fromEntries(Object.entries(kinds).map(([kind, [, status]]) => [kind, { status, ...expected }]));

  fault(
    {
      what: 'a page of ours in a frame, a type that is guessed, a link that leaks by Referer',
      done: 'every kind of answer is asked for: API, visitor, refusal, error, page, script, picture, board, documents',
      checked:
        'no frames, no guessed types, no Referer to other sites, no unused feature, not for search engines, and no word on what runs here',
    },
    async () => {
      const found = await eachKind(({ headers }) => ({
        frames: headers.get('X-Frame-Options'),
        types: headers.get('X-Content-Type-Options'),
        referrer: headers.get('Referrer-Policy'),
        opener: headers.get('Cross-Origin-Opener-Policy'),
        isRefusingFeatures: headers.get('Permissions-Policy')?.startsWith('accelerometer=(), '),
        robots: headers.get('X-Robots-Tag'),
        cors: headers.get('Access-Control-Allow-Origin'),
        software: headers.get('X-Powered-By') ?? headers.get('Server'),
      }));
      expect(found).toEqual(
        all({
          frames: 'DENY',
          types: 'nosniff',
          referrer: 'same-origin',
          opener: 'same-origin',
          isRefusingFeatures: true,
          robots: 'noindex, nofollow',
          cors: null,
          software: null,
        }),
      );
    },
  );

  fault(
    {
      what: 'a script that gets into a page',
      done: 'the content security policy of every kind of answer is read, and the page that is sent',
      checked:
        'scripts come from files of ours only: none inline, none from text; a stored picture runs and loads nothing at all',
    },
    async () => {
      await eachKind(({ headers, status }) => {
        const policy = headers.get('Content-Security-Policy') ?? '';
        const isPicture = headers.get('Content-Type') === 'image/jpeg';
        expect({ status, policy }).toEqual({ status, policy: expect.stringContaining("default-src '") });
        if (isPicture) expect(policy).toBe("default-src 'none'; sandbox");
        else expect(policy).toContain("script-src 'self';script-src-attr 'none';");
        expect(policy.replace(/style-src [^;]+;/, '')).not.toMatch(/unsafe|\*|https?:|ws:/);
        return {};
      });
      const page = await readFile(INDEX, 'utf8');
      expect(page.match(/<script(?![^>]*\bsrc=")/g)).toBeNull();
      expect(page.match(/\son\w+=|javascript:/g)).toBeNull();
    },
  );

  fault(
    {
      what: 'a network that turns https into http',
      done: 'every kind of answer is asked for over https, and over http',
      checked: 'browsers get HSTS for a year, for this name only: an agency’s other names are not ours',
    },
    async () => {
      const strict = (answer: Answer) => ({ strict: answer.headers.get('Strict-Transport-Security') });
      expect(await eachKind(strict, { 'X-Forwarded-Proto': 'https' })).toEqual(all({ strict: 'max-age=31536000' }));
      expect(await eachKind(strict)).toEqual(all({ strict: null }));
    },
  );
});
