import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { endedRun, generate } from '../../test/captions.js';
import { eventually } from '../../test/eventually.js';
import { createClient, createMomentWithImages } from '../../test/factories.js';
import { startSystem, type System } from '../../test/system.js';
import type { SharingView } from '../contract/links.js';

/** What the server says to each line of a client, after its greeting; `null` to close the connection. */
type Answers = (line: string) => string | null;

/** Takes every mail. */
const TAKES: Answers = (line) => {
  if (line === 'DATA') return '354 go on';
  return line === '.' || /^(?:EHLO|MAIL|RCPT|RSET|NOOP|QUIT)\b/u.test(line) ? '250 ok' : '';
};

describe('mails to a server that', () => {
  let system: System;
  let server: Server;
  let momentId: string;
  let clientId: string;
  /** What it says first; nothing for `''`. */
  let greeting = '220 ready';
  let answers: Answers = TAKES;
  let number = 0;
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
      if (greeting === '') return;
      socket.write(`${greeting}\r\n`);
      let rest = '';
      socket.on('data', (bytes) => {
        const lines = (rest + bytes.toString('latin1')).split('\r\n');
        rest = lines.pop()!;
        for (const line of lines) {
          const answer = answers(line);
          if (answer === null) return void socket.destroy();
          if (answer !== '') socket.write(`${answer}\r\n`, 'latin1');
        }
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    system = await startSystem('PostgreSQL', { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'review@example.com' });
    ({ id: clientId } = await createClient(system.staff));
    momentId = (await createMomentWithImages(system.staff, 1, { clientId })).moment.id;
    await system.app.startWorker();
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await system.close();
  });

  /** Shares with a new reviewer. @returns their address */
  const invite = async (): Promise<string> => {
    const email = `reviewer-${(number += 1)}@harbor.example`;
    const reviewer = await system.staff.post(`/api/clients/${clientId}/reviewers`).send({ name: 'Maria', email });
    const body = { reviewers: [{ reviewerId: reviewer.body.id }], remindAfterDays: [] };
    const { links } = (await system.staff.post(`/api/moments/${momentId}/links`).send(body).expect(200))
      .body as SharingView;
    expect(links.some((link) => link.reviewer.email === email)).toBe(true);
    return email;
  };
  const mailTo = async (email: string): Promise<{ state: string; attempts: number; error: string }> => {
    const [mail] = await system.app.db.query(
      `SELECT m."state", m."attempts", m."error" FROM mails m JOIN mail_recipients r ON r."id" = m."recipientId"
       WHERE r."email" = $1`,
      [email],
    );
    return mail;
  };
  /** As if the time had come to try it again. */
  const tryAgain = async (): Promise<void> => {
    await system.app.db.query(`UPDATE run_items SET "notBefore" = NULL WHERE "state" = 'waiting'`);
    await system.app.db.query(
      `UPDATE runs SET "notBefore" = NULL, "createdAt" = now() - interval '1 minute' WHERE "state" = 'running'`,
    );
  };

  it.each<[string, { greeting?: string; answers?: Answers }]>([
    ['accepts the connection and says nothing', { greeting: '' }],
    ['is too busy to greet', { greeting: '421 come back later' }],
    ['closes the connection at the mail', { answers: (line) => (line === 'DATA' ? null : TAKES(line)) }],
    ['closes the connection after the mail', { answers: (line) => (line === '.' ? null : TAKES(line)) }],
    ['puts the recipient off', { answers: (line) => (line.startsWith('RCPT') ? '451 greylisted' : TAKES(line)) }],
    ['puts the mail off', { answers: (line) => (line === '.' ? '452 no space' : TAKES(line)) }],
    ['talks nonsense', { greeting: 'HTTP/1.1 400 Bad Request' }],
    ['says a NUL', { answers: (line) => (line === '.' ? '452 no \0space\x1b[2J\x9b1A' : TAKES(line)) }],
    ['says bytes that are no text', { answers: (line) => (line === '.' ? '452 \xff\xfe\xed\xa0\x80' : TAKES(line)) }],
    ['says 100 kB', { answers: (line) => (line === '.' ? `452 ${'busy '.repeat(20_000)}` : TAKES(line)) }],
  ])('mails to a server that %s wait, hold up nothing else, and are sent later', async (_what, bad) => {
    greeting = bad.greeting ?? greeting;
    answers = bad.answers ?? answers;
    for (const socket of sockets) socket.destroy();
    const email = await invite();
    // Meanwhile the same worker writes captions.
    const { moment } = await createMomentWithImages(system.staff, 2);
    await generate(system.staff, moment.id);
    expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', done: 2 });
    await eventually(async () => expect((await mailTo(email)).attempts).toBe(1), 40_000);
    await eventually(async () =>
      expect(await mailTo(email)).toMatchObject({
        state: 'waiting',
        error: expect.stringMatching(/^[^\p{Cc}]*\w[^\p{Cc}]*$/u),
      }),
    );
    expect([...(await mailTo(email)).error].length).toBeLessThanOrEqual(600);
    const { body: outbox } = await system.staff.get('/api/mails?state=waiting').expect(200);
    for (const { error } of outbox as { error: string }[]) expect([...error].length).toBeLessThanOrEqual(300);
    [greeting, answers] = ['220 ready', TAKES];
    await tryAgain();
    await eventually(async () => expect(await mailTo(email)).toMatchObject({ state: 'sent' }));
  });
});
