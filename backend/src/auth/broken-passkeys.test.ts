import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { addPasskey, bytes, list, map, SoftPasskey, type Deviation } from '../../test/passkeys.js';
import { CREDENTIAL_MAX } from '../contract/limits.js';
import type { FactorsView } from '../contract/factors.js';
import type { PasskeyOptionsView } from '../contract/passkeys.js';

const ORIGIN = 'http://localhost:5000';

type Answer = Record<string, unknown> & { response: Record<string, unknown> };

/** What makes an answer another one, by what it says. */
const CHANGES: [what: string, change: (answer: Answer) => unknown][] = [
  ['an empty object', () => ({})],
  ['a list', () => []],
  ['a number', () => 7],
  ['null', () => null],
  ['no response', ({ response: _response, ...answer }) => answer],
  ['a response that is a text', (answer) => ({ ...answer, response: 'x' })],
  ['a response that is null', (answer) => ({ ...answer, response: null })],
  ['an id that is a number', (answer) => ({ ...answer, id: 7, rawId: 7 })],
  ['an id that is an object', (answer) => ({ ...answer, id: {}, rawId: {} })],
  ['an id with a zero character', (answer) => ({ ...answer, id: 'a\u0000b', rawId: 'a\u0000b' })],
  ['an id with half a character', (answer) => ({ ...answer, id: '\uD800', rawId: '\uD800' })],
  ['a long id', (answer) => ({ ...answer, id: 'a'.repeat(3000), rawId: 'a'.repeat(3000) })],
  ['another raw id', (answer) => ({ ...answer, rawId: 'AAAA' })],
  ['another type', (answer) => ({ ...answer, type: 'password' })],
  ...['clientDataJSON', 'authenticatorData', 'signature', 'attestationObject'].flatMap(
    (field): [string, (answer: Answer) => unknown][] =>
      [undefined, null, 7, {}, [], '', 'A', '%%%', 'bnVsbA', Buffer.alloc(3000).toString('base64url')].map((value) => [
        `${field} = ${JSON.stringify(value)?.slice(0, 20)}`,
        (answer) => (field in answer.response ? { ...answer, response: { ...answer.response, [field]: value } } : {}),
      ]),
  ),
];

const DEVIATIONS: [what: string, deviation: Deviation][] = [
  ['the origin of another site', { origin: 'https://evil.example' }],
  ['the origin of another port', { origin: 'http://localhost:5001' }],
  ['another RP id', { rpId: 'evil.example' }],
  ['no user verification', { isVerified: false }],
  ['a challenge of nobody', { challenge: Buffer.alloc(38, 7).toString('base64url') }],
  ['a challenge that is short', { challenge: 'AAAA' }],
  ['another kind of answer', { type: 'payment.get' }],
];

describe('an answer of a passkey that is broken', () => {
  let app: TestApp;
  let staff: Agent;
  let passkey: SoftPasskey;

  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: ORIGIN });
    staff = await app.staff();
    ({ passkey } = await addPasskey(staff, ORIGIN));
  });
  afterAll(() => app.close());

  const toSignIn = async (): Promise<PasskeyOptionsView> =>
    (await app.visitor().post('/api/login/options').expect(200)).body;
  const toMake = async (agent = staff): Promise<PasskeyOptionsView> =>
    (await agent.post('/api/passkeys/options').send({ currentPassword: STAFF_PASSWORD }).expect(200)).body;

  /** Sends it wherever an answer of a sign-in is taken. */
  async function expectNoSignIn(answer: string): Promise<void> {
    // Failed ones count, and are not what this is about.
    await app.db.query('DELETE FROM rate_limits');
    const alone = await app.visitor().post('/api/login/passkey').send({ passkey: answer });
    expect([alone.status, alone.body.code]).toEqual([401, 'WRONG_CREDENTIALS']);
    expect(alone.body.message).toBe('This passkey was not accepted. Try again, or sign in with your password.');
    const account = { email: STAFF_EMAIL, password: STAFF_PASSWORD };
    const after = await app
      .visitor()
      .post('/api/login')
      .send({ ...account, passkey: answer });
    expect([after.status, after.body.code]).toEqual([401, 'WRONG_CREDENTIALS']);
  }

  async function expectNotAdded(credential: string): Promise<void> {
    const answer = await staff.post('/api/passkeys').send({ credential });
    expect([answer.status, answer.body.message]).toEqual([400, 'This passkey was not accepted. Please add it again.']);
    expect(((await staff.get('/api/factors').expect(200)).body as FactorsView).passkeys).toHaveLength(1);
  }

  const changed = (answer: string, change: (answer: Answer) => unknown): string =>
    JSON.stringify(change(JSON.parse(answer) as Answer));

  it.each(CHANGES)('signs nobody in and is not added: %s', async (_what, change) => {
    await expectNoSignIn(changed(passkey.sign(await toSignIn()), change));
    await expectNotAdded(changed(new SoftPasskey(ORIGIN).make(await toMake()), change));
  });

  it.each(DEVIATIONS)('signs nobody in and is not added: %s', async (_what, deviation) => {
    await expectNoSignIn(passkey.sign(await toSignIn(), deviation));
    await expectNotAdded(new SoftPasskey(ORIGIN).make(await toMake(), deviation));
  });

  it('is cut off anywhere', async () => {
    const whole = passkey.sign(await toSignIn());
    for (const field of ['authenticatorData', 'signature', 'clientDataJSON']) {
      await expectNoSignIn(changed(whole, (answer) => cut(answer, field, 20)));
    }
    const made = new SoftPasskey(ORIGIN).make(await toMake());
    for (const length of [1, 5, 30, 60, 100, 130, 170, -1]) {
      await expectNotAdded(changed(made, (answer) => cut(answer, 'attestationObject', length)));
    }
    await expectNotAdded(made.slice(0, -1));
    await expectNoSignIn(whole.slice(0, -1));
  });

  it('is of another challenge: of another purpose, session or user, or one that has expired', async () => {
    const options = await toSignIn();
    await expectNotAdded(new SoftPasskey(ORIGIN).make(options));
    await expectNoSignIn(passkey.sign(await toMake()));
    const colleague = await addColleague(app);
    await expectNotAdded(new SoftPasskey(ORIGIN).make(await toMake(colleague)));
    const { challenge } = JSON.parse(options.options) as { challenge: string };
    const early = Buffer.from(challenge, 'base64url');
    early.writeUIntBE(Date.now() + 60 * 60 * 1000, 0, 6);
    await expectNoSignIn(passkey.sign(options, { challenge: early.toString('base64url') }));
  });

  it('is of another passkey', async () => {
    await expectNoSignIn(new SoftPasskey(ORIGIN).sign(await toSignIn()));
    const other = JSON.parse(new SoftPasskey(ORIGIN).sign(await toSignIn())) as Answer;
    await expectNoSignIn(
      changed(passkey.sign(await toSignIn()), (answer) => ({ ...answer, response: other.response })),
    );
  });

  it('brings a certificate of its maker, whose lists of revoked ones would be read', async () => {
    const certificates = map([['x5c', list([bytes(Buffer.alloc(40))])]]);
    for (const format of ['packed', 'apple', 'android-key', 'android-safetynet', 'fido-u2f', 'tpm', 'other']) {
      const statement = { format, content: certificates };
      await expectNotAdded(new SoftPasskey(ORIGIN).make(await toMake(), {}, statement));
    }
  });

  it('is larger than any passkey is', async () => {
    const huge = 'x'.repeat(CREDENTIAL_MAX + 1);
    const alone = await app.visitor().post('/api/login/passkey').send({ passkey: huge }).expect(400);
    expect(alone.body.details[0].field).toBe('passkey');
    await staff.post('/api/passkeys').send({ credential: huge }).expect(400);
    await app.visitor().post('/api/login').send({ email: STAFF_EMAIL, password: 'x', passkey: huge }).expect(400);
  });
});

function cut(answer: Answer, field: string, length: number): Answer {
  const value = Buffer.from(String(answer.response[field]), 'base64url').subarray(0, length);
  return { ...answer, response: { ...answer.response, [field]: value.toString('base64url') } };
}
