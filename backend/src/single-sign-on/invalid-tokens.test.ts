import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { startFakeIssuer, type FakeIssuer } from '../../test/fake-issuer.js';

const NOW = Math.floor(Date.now() / 1000);

describe('a token of the provider', () => {
  let issuer: FakeIssuer;
  let app: TestApp;

  beforeAll(async () => {
    issuer = await startFakeIssuer();
    app = await startApp(issuer.env);
    await app.staff();
  });
  beforeEach(() => {
    Object.assign(issuer, { claims: {}, isForged: false });
  });
  afterAll(async () => {
    await app.close();
    await issuer.close();
  });

  async function comeIn(): Promise<{ agent: Agent; status: number; code?: string }> {
    const agent = app.visitor();
    const { address } = (await agent.post('/api/single-sign-on/begin').send({}).expect(200)).body as {
      address: string;
    };
    const query = issuer.returnFrom(address);
    const { status, body } = await agent.post('/api/single-sign-on/finish').send({ query });
    return { agent, status, code: body.code as string };
  }

  it('signs in when all is right, by the e-mail in it', async () => {
    const { agent, status } = await comeIn();
    expect(status).toBe(200);
    expect((await agent.get('/api/user').expect(200)).body.email).toBe('ada@example.com');
    // This provider ends no sessions.
    expect((await agent.post('/api/single-sign-on/logout').expect(200)).body).toEqual({ address: null });
  });

  it.each<[string, Record<string, unknown>]>([
    ['for another audience', { aud: 'another-client' }],
    ['of another issuer', { iss: 'https://login.evil.example' }],
    ['with another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: null }],
    ['that has expired', { iat: NOW - 600, exp: NOW - 300 }],
    ['that does not expire', { exp: null }],
    ['of nobody', { sub: null }],
  ])('%s is refused', async (_what, claims) => {
    issuer.claims = claims;
    const { agent, status, code } = await comeIn();
    expect([status, code]).toEqual([502, 'PROVIDER_REFUSED']);
    await agent.get('/api/user').expect(401);
  });

  it('is refused when another key signed it', async () => {
    issuer.isForged = true;
    expect(await comeIn()).toMatchObject({ status: 502, code: 'PROVIDER_REFUSED' });
  });

  it.each([
    [{ email_verified: null, xms_edov: true }, 200],
    [{ email_verified: null, xms_edov: '1' }, 200],
    [{ email_verified: null, xms_edov: false }, 403],
    [{ email_verified: false, xms_edov: true }, 403],
    [{ email_verified: 'true' }, 403],
    [{ email_verified: 1 }, 403],
  ])('with %j says whether the e-mail is verified', async (claims, status) => {
    // Somebody who is not linked yet.
    await app.db.query('DELETE FROM sign_in_identities');
    issuer.claims = claims;
    expect((await comeIn()).status).toBe(status);
  });

  it('from a provider that is another one than the configured is never asked for', async () => {
    const other = await startFakeIssuer();
    other.metadata = { issuer: 'https://login.evil.example' };
    const misled = await startApp(other.env);
    const refused = await misled.visitor().post('/api/single-sign-on/begin').send({}).expect(503);
    expect(refused.body.code).toBe('PROVIDER_UNAVAILABLE');
    await misled.close();
    await other.close();
  });
});
