import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import * as fc from 'fast-check';
import { startApp, type Agent, type TestApp } from '../app.js';
import { startFakeDns, type FakeDns } from '../fake-dns.js';
import { connectLive, waitForEvent, sessionCookie } from '../live.js';
import { speak } from '../raw-socket.js';
import { sendUntilTaken } from '../send-until-taken.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { expectWellAnswered, describeExchange } from './fuzz-answers.js';
import { ODD_PACKETS, ODD_WATCHES } from './fuzz-frames.js';
import { contentOf, seed, sightOf, type Ids } from './fuzz-seed.js';
import { malformedRequests, SMUGGLED_EMAIL } from './fuzz-http.js';
import { ask, hangUp, type Answered, type Sent } from './fuzz-request.js';
import { anyRequest, brokenBody, jsonBody, anyHeaders, ODD_BODIES } from './fuzz-requests.js';
import { routesOf, type Route } from './fuzz-routes.js';
import { anyMediaPath, ODD_BOARD_PATHS } from './fuzz-paths.js';
import { anyValue } from './fuzz-values.js';

/** Requests of each kind to each route. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 6);
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const UNKNOWN_LINK = 'A'.repeat(22);
const NOTHING = { headers: {}, body: Buffer.alloc(0) };

describe('hostile requests', () => {
  let app: TestApp;
  let dns: FakeDns;
  let staff: Agent;
  let cookie: string;
  let routes: Route[];
  let ids: Ids;
  let others: Ids;

  beforeAll(async () => {
    dns = await startFakeDns();
    app = await startApp({ TRUST_PROXY: '1', DNS_SERVERS: dns.address, CAPTIONS_PER_MOMENT: '4' });
    staff = await app.staff();
    cookie = await sessionCookie(app);
    routes = await routesOf(staff);
    ids = await seed(app, 'attacked');
    others = await seed(app, 'bystander');
  });
  afterAll(async () => {
    hangUp();
    await app.close();
    await dns.close();
  });

  /** Sends it again where the machine is too busy for it. */
  async function send(sent: Sent): Promise<Answered> {
    const answer = await sendUntilTaken(() => ask(app.url, sent));
    expectWellAnswered(sent, answer);
    return answer;
  }

  // Prints the seed and the smallest value that it found to fail.
  function hold<T>(values: fc.Arbitrary<T>, check: (value: T) => Promise<unknown>, runs = RUNS): Promise<void> {
    const property = fc.asyncProperty(values, async (value) => void (await check(value)));
    return fc.assert(property, { numRuns: runs, interruptAfterTimeLimit: 60_000, includeErrorInReport: true });
  }

  /** All routes are tried, so that one run names all that fail. */
  async function holdOnAll(chosen: Route[], hostile: (route: Route) => Promise<void>): Promise<void> {
    const failed: string[] = [];
    for (const route of chosen) {
      await hostile(route).catch((error: Error) => failed.push(`${route.name}: ${error.message.slice(0, 6000)}`));
    }
    expect(failed.join('\n\n')).toBe('');
  }

  const ownPath = ({ path }: Route): string =>
    path.replace('{section}', 'faqs').replace('{publicLink}', UNKNOWN_LINK).replace('{id}', UNKNOWN_ID);

  fault(
    {
      what: 'A field missing, unknown, of another type or beyond its limits',
      done: 'in a body that is else as the OpenAPI document says, to every route that reads JSON, as staff',
      checked: '400 in a sentence that names the field; every table as before',
    },
    async () => {
      const before = await contentOf(app);
      await holdOnAll(
        routes.filter(({ readsJson }) => readsJson),
        (route) =>
          hold(brokenBody(route, ids), async ({ field, body }) => {
            const content = jsonBody(body);
            const headers = { ...content.headers, Cookie: cookie, Prefer: 'respond-async' };
            const sent = { method: route.method, path: ownPath(route), headers, body: content.body };
            const answer = await send(sent);
            if (answer.status !== 400 || !answer.text.includes(field)) throw new Error(describeExchange(sent, answer));
          }),
      );
      expect(await contentOf(app)).toEqual(before);
    },
  );

  fault(
    {
      what: 'Bodies that are no JSON, nested without end, a megabyte and a byte, or would change prototypes',
      done: 'to every route that changes something, as staff and without a session',
      checked: '4xx in a sentence, or not read at all; every table as before; no prototype changed',
    },
    async () => {
      const before = await contentOf(app);
      // Those that read no body and name no record do what they are for, where a body turns out to be empty.
      const acts = /\/(logout|sample|sessions)$/;
      const writes = routes.filter(({ method, path }) => method !== 'GET' && !acts.test(path));
      const content = fc.constantFrom(...Object.values(ODD_BODIES));
      const who = fc.constantFrom<Record<string, string>>({}, { Cookie: cookie });
      await holdOnAll(writes, (route) =>
        hold(fc.tuple(content, who), ([{ headers, body }, own]) =>
          send({ method: route.method, path: ownPath(route), headers: { ...headers, ...own }, body }),
        ),
      );
      expect(await contentOf(app)).toEqual(before);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );

  async function tryEverything(who: Record<string, string>): Promise<void> {
    const before = await sightOf(staff, others);
    // The sessions that it ends are those of this test.
    await holdOnAll(
      routes.filter(({ name }) => name !== 'DELETE /api/sessions'),
      (route) => hold(anyRequest(route, ids), (sent) => send({ ...sent, headers: { ...who, ...sent.headers } })),
    );
    expect(await sightOf(staff, others)).toEqual(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  }

  /** The worker ends with it: the mails that it still sends would change tables which other tests compare. */
  async function tryBesideAWorker(who: Record<string, string>): Promise<void> {
    const worker = await app.startWorker();
    await tryEverything(who);
    await expectAgreement(app);
    await worker.close();
  }

  fault(
    {
      what: 'Generated and boundary values in ids, queries, headers and bodies',
      done: 'without a session, to every route of the OpenAPI document, while a worker works',
      checked:
        'no 500, no hang, no stack, no SQL; errors in the agreed form; what was not named is as before; rows and files agree',
    },
    async () => {
      await tryBesideAWorker({});
    },
  );

  fault(
    {
      what: 'Headers that are odd, endless or lie about the body',
      done: 'with every GET of the API, as staff',
      checked: 'no 500; the same status as without them, or 4xx in a sentence',
    },
    async () => {
      const gets = routes.filter(({ method }) => method === 'GET');
      await holdOnAll(gets, async (route) => {
        const usual = { method: 'GET', path: ownPath(route), headers: { Cookie: cookie }, body: NOTHING.body };
        const { status } = await send(usual);
        await hold(anyHeaders, async (odd) => {
          const answer = await send({ ...usual, headers: { ...odd, ...usual.headers } });
          if (answer.status !== status && answer.status < 300) throw new Error(`answered ${answer.status}`);
        });
      });
    },
  );

  fault(
    {
      what: 'Methods that a route does not have: PUT, TRACE, PROPFIND, OPTIONS, HEAD and others',
      done: 'on every route of the OpenAPI document, as staff',
      checked: '405 with the methods that it has, or a HEAD like its GET; every table as before',
    },
    async () => {
      const before = await contentOf(app);
      const methods = ['PUT', 'TRACE', 'PROPFIND', 'OPTIONS', 'HEAD', 'LINK', 'SEARCH', 'MKCOL', 'PURGE'];
      const read = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path));
      const known = new Set(routes.map(({ method, path }) => `${method} ${path}`));
      await holdOnAll(routes, async (route) => {
        for (const method of methods) {
          if (known.has(`${method} ${route.path}`)) continue;
          const sent = { method, path: ownPath(route), headers: { Cookie: cookie }, body: NOTHING.body };
          const answer = await send(sent);
          const isRefused = answer.status === 405 && answer.headers['allow'] !== undefined;
          if (isRefused === (method === 'HEAD' && read.has(route.path)))
            throw new Error(describeExchange(sent, answer));
        }
      });
      expect(await contentOf(app)).toEqual(before);
    },
  );

  fault(
    {
      what: 'Paths with traversals, encodings and NULs, and Range headers of every shape',
      done: 'at /media, where pictures are, without a session',
      checked: 'the picture or exactly the part asked for; else 404, 400 or 416; never another file',
    },
    async () => {
      const [image] = (await staff.get(`/api/moments/${others.moments[0]}/images`).expect(200)).body as {
        imageUrl: string;
      }[];
      const { body: whole } = (await staff.get(image!.imageUrl).expect(200)) as { body: Buffer };
      await hold(
        anyMediaPath(image!.imageUrl),
        async (path) => {
          const { status } = await send({ method: 'GET', path, ...NOTHING });
          if (status < 400) throw new Error(`${path} was answered ${status}`);
        },
        RUNS * 10,
      );
      const position = fc.oneof(fc.nat({ max: whole.length + 10 }), fc.constantFrom('', '-', 'x', 1e21));
      const range = fc.tuple(
        fc.constantFrom('bytes', 'Bytes', 'lines', ''),
        position,
        position,
        fc.constantFrom('', ',0-1', ' x'),
      );
      await hold(
        range,
        async ([unit, first, last, rest]) => {
          const headers = { Range: `${unit}=${first}-${last}${rest}` };
          const answer = await staff.get(image!.imageUrl).set(headers);
          const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(answer.get('Content-Range') ?? '') ?? [];
          if (answer.status === 206)
            expect(whole.subarray(Number(start), Number(end) + 1).equals(answer.body as Buffer)).toBe(true);
          else if (answer.status === 200) expect(whole.equals(answer.body as Buffer)).toBe(true);
          else expect(answer.status).toBe(416);
        },
        RUNS * 5,
      );
    },
  );

  fault(
    {
      what: 'Paths, queries and bodies that the queues’ board does not know',
      done: 'at /admin/queues, as staff and without a session',
      checked: 'no 500, no stack; without a session only the way to the login',
    },
    async () => {
      for (const { method, path, body } of ODD_BOARD_PATHS) {
        const content = jsonBody(body);
        const sent = { method, path: `/admin/queues${path}`, ...content };
        const headers = { ...content.headers, Cookie: cookie };
        const known = await sendUntilTaken(() => ask(app.url, { ...sent, headers }));
        if (known.status >= 500 || /\n\s+at |node_modules/.test(known.text))
          throw new Error(describeExchange(sent, known));
        expect([302, 401]).toContain((await send(sent)).status);
      }
    },
  );

  fault(
    {
      what: 'HTTP that is malformed, endless, or smuggles a second request',
      done: 'over a raw socket, with wrong lengths, chunks, headers, methods and upgrades',
      checked: '4xx and a closed connection, or an answer to the first request alone; others are served meanwhile',
    },
    async () => {
      const spoken = Object.entries(malformedRequests(cookie)).map(async ([what, bytes]) => {
        const received = await speak(app.url, Buffer.from(bytes, 'latin1'));
        return [what, ...(received.match(/HTTP\/1\.1 (?!4\d\d|200|301|302)\d+|stayed open|\n\s+at .+:\d+/g) ?? [])];
      });
      for (let turn = 0; turn < 20; turn += 1) await app.visitor().get('/api/branding').expect(200);
      expect((await Promise.all(spoken)).filter(([_what, ...problems]) => problems.length > 0)).toEqual([]);
      const { body: users } = await staff.get('/api/users').expect(200);
      expect((users as { email: string }[]).map(({ email }) => email)).not.toContain(SMUGGLED_EMAIL);
    },
  );

  fault(
    {
      what: 'Messages to `watch` that mean nothing, and packets that no client sends',
      done: 'on live connections, thousands of bytes and JSON of every shape',
      checked: 'answered that there is no such link, or closed; other connections still receive events',
    },
    async () => {
      const other = await connectLive(app);
      expect(await other.watch({ momentId: others.moments[0] })).toEqual({ ok: true });
      const live = await connectLive(app);
      for (const odd of ODD_WATCHES) {
        const answer = await live.watch(odd).catch((error: Error) => error.message);
        if (JSON.stringify(answer) !== '{"ok":false}')
          throw new Error(`${JSON.stringify(odd)} was answered ${JSON.stringify(answer)}`);
      }
      await hold(
        anyValue.filter((value) => JSON.stringify(value ?? null).length < 9000),
        async (value) => {
          expect(await live.watch(value)).toEqual({ ok: false });
        },
        RUNS * 5,
      );
      live.socket.disconnect();
      for (const packet of ODD_PACKETS) {
        const odd = await connectLive(app);
        odd.socket.io.engine.send(packet);
        odd.socket.emit('watch', 1, 2, 3);
        odd.socket.disconnect();
      }
      await staff.patch(`/api/moments/${others.moments[0]}`).send({ title: 'Renamed' }).expect(200);
      await waitForEvent(other, 'moment.changed');
      other.socket.disconnect();
    },
  );

  // The last one, since it may remove all that it names.
  fault(
    {
      what: 'Generated and boundary values in ids, queries, headers and bodies',
      done: 'by staff, to every route of the OpenAPI document, while a worker works',
      checked:
        'no 500, no hang, no stack, no SQL; errors in the agreed form; what was not named is as before; rows and files agree',
    },
    async () => {
      await tryBesideAWorker({ Cookie: cookie });
    },
  );
});
