import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { MomentListItem } from '../../src/contract/moments.js';
import { startApp, type Agent, type TestApp } from '../app.js';
import { createClient, createMoment } from '../factories.js';
import { connectLive, waitForEvent, sessionCookie } from '../live.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { seed, type Ids } from './fuzz-seed.js';
import { HOSTILE_LINES, HOSTILE_TEXTS, REFUSED_TEXTS } from './hostile-texts.js';
import { callEach } from './http.js';
import { kept, textFields, write, type TextField } from './texts-fields.js';

const SENTENCE = /^\S+( \S+){3,}/;
/** A field gets every so many texts, each field other ones than its neighbours. */
const SHARE = { kept: 6, refused: 2 };

describe('hostile texts', () => {
  let app: TestApp;
  let staff: Agent;
  let ids: Ids;
  let fields: TextField[];

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    ids = await seed(app, 'written');
    fields = textFields(ids);
  });
  afterAll(() => app.close());

  async function expectKept(field: TextField, what: string, text: string): Promise<void> {
    const { answer, next } = await write(staff, field, text);
    const where = `${field.name}: ${what}: ${answer.text.slice(0, 300)}`;
    expect([where, answer.status < 300, answer.type]).toEqual([where, true, 'application/json']);
    const expected = [where, kept(field.kind, text)];
    expect([where, field.read(answer.body as never)]).toEqual(expected);
    const readBack = await staff.get(field.from(answer.body as { id: string })).expect(200);
    expect([where, field.read(readBack.body as never)]).toEqual(expected);
    await next();
  }

  fault(
    {
      what: 'HTML, scripts, templates, formulas, SQL, paths, marks that turn the direction of text, zalgo, emoji, line separators',
      done: 'in every field that takes text: clients, agencies, moments, images, optimizations, feedback, settings',
      checked: 'given back exactly as typed, as JSON, in the response and when read back',
    },
    async () => {
      const texts = Object.entries(HOSTILE_TEXTS);
      await callEach(
        fields,
        async (field, place) => {
          const own = texts.filter((_text, index) => (index + place) % SHARE.kept === 0);
          for (const [what, text] of own) await expectKept(field, what, text);
          if (field.kind === 'line') return;
          for (const [what, text] of Object.entries(HOSTILE_LINES)) await expectKept(field, what, text);
        },
        4,
      );
      await expectAgreement(app);
    },
  );

  fault(
    {
      what: 'NUL and other control characters, halves of characters, texts of 60 kB and of a megabyte',
      done: 'in every field that takes text; several lines and tabs in every field of one line',
      checked: 'refused in a sentence that names the field; nothing of it is kept',
    },
    async () => {
      const texts = { ...REFUSED_TEXTS, 'a long text': 'ä'.repeat(30_000) };
      await callEach(
        fields,
        async (field, place) => {
          const all = Object.entries(field.kind === 'line' ? { ...texts, ...HOSTILE_LINES } : texts);
          const own = all.filter((_text, index) => (index + place) % SHARE.refused === 0);
          for (const [what, text] of own) {
            const { answer } = await write(staff, field, text);
            const where = `${field.name}: ${what}`;
            expect([where, answer.status, answer.body.message]).toEqual([where, 400, expect.stringMatching(SENTENCE)]);
            expect(answer.body.message).toContain(field.name.split(' ').at(-1));
          }
          const { answer } = await write(staff, field, 'x'.repeat(1024 * 1024));
          expect([answer.status, answer.body.message]).toEqual([413, 'The body is larger than 1 MB.']);
        },
        4,
      );
      const rows = await app.db.query(
        `SELECT 1 FROM clients c WHERE c::text LIKE '%before%after%' OR c::text LIKE '%äää%'
         UNION ALL SELECT 1 FROM images i WHERE i::text LIKE '%before%after%' OR i::text LIKE '%äää%'
         UNION ALL SELECT 1 FROM optimization_sections s WHERE s::text LIKE '%before%after%' OR s::text LIKE '%äää%'`,
      );
      expect(rows).toEqual([]);
    },
  );

  fault(
    {
      what: 'The same texts as titles',
      done: 'of moments that staff search for, while a colleague’s screen listens',
      checked: 'each search finds its moment and no other by chance; the live events carry the text as it is',
    },
    async () => {
      const { id: clientId } = await createClient(staff, { business: 'Quiet' });
      const live = await connectLive(app, { cookie: await sessionCookie(app) });
      const texts = Object.values(HOSTILE_TEXTS);
      for (const title of texts) await createMoment(staff, { clientId, title });
      for (const title of texts) {
        const { body } = await staff.get('/api/moments').query({ search: title, clientId }).expect(200);
        const found = (body as MomentListItem[]).map((moment) => moment.title);
        expect(found).toContain(title);
        expect(found.every((other) => other.toLowerCase().includes(title.toLowerCase()))).toBe(true);
        await waitForEvent(live, 'moment.changed', (moment: MomentListItem) => moment.title === title);
      }
      live.socket.disconnect();
    },
  );

  fault(
    {
      what: 'The same texts as names of staff and as clients’ feedback',
      done: 'which the history keeps, and public pages show',
      checked: 'history and public answers hold them as they are, and nothing but JSON is answered',
    },
    async () => {
      const text = Object.values(HOSTILE_TEXTS).slice(0, 6).join(' ').slice(0, 190);
      const grace = { email: 'grace@example.com', password: 'another long password' };
      await staff
        .post('/api/register')
        .send({ ...grace, name: text })
        .expect(201);
      const colleague = app.visitor();
      await colleague.post('/api/login').send(grace).expect(200);
      const moment = await createMoment(colleague, { clientId: ids.clients[0], title: text });
      const history = await staff.get(`/api/moments/${moment.id}/history`).expect(200);
      expect(history.body).toMatchObject([{ actorName: text }]);
      await staff.patch(`/api/agencies/${ids.agencies[0]}`).send({ name: text }).expect(200);
      const answers = await Promise.all(
        ['', '/branding', '/images'].map((part) => app.visitor().get(`/api/public/${moment.id}${part}`).expect(200)),
      );
      expect(answers.map(({ body }) => body)).toMatchObject([
        { moment: { title: text } },
        { agency: { name: text } },
        [],
      ]);
      for (const { headers } of [history, ...answers]) {
        expect(headers).toMatchObject({
          'content-type': expect.stringMatching(/^application\/json/),
          'x-content-type-options': 'nosniff',
        });
      }
    },
  );
});
