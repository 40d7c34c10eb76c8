import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';

/** A provider on loopback whose ID tokens say what the test wants: whatever code it is given, it answers with the next one. */
export interface FakeIssuer {
  /** The configuration of the product that uses it. */
  env: { OIDC_ISSUER: string; OIDC_CLIENT_ID: string; OIDC_CLIENT_SECRET: string };
  /** Claims of the next token, in place of or beside those of a right one. `null` leaves one out. */
  claims: Record<string, unknown>;
  /** Whether the next token is signed by a key that the provider does not publish. */
  isForged: boolean;
  /** What its discovery document says in place of what is right. */
  metadata: Record<string, unknown>;
  /** The query with which it leads back to the product. */
  returnFrom(address: string): string;
  close(): Promise<void>;
}

export async function startFakeIssuer(): Promise<FakeIssuer> {
  const [published, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const jwk = { ...(await exportJWK(published.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let nonce = '';
  const fake: FakeIssuer = {
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'gmb', OIDC_CLIENT_SECRET: 'a-secret' },
    claims: {},
    isForged: false,
    metadata: {},
    returnFrom: (address) => {
      const { searchParams } = new URL(address);
      nonce = searchParams.get('nonce')!;
      return `?${new URLSearchParams({ code: 'any', state: searchParams.get('state')! })}`;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function answer({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const bodies: Record<string, () => Promise<object> | object> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        ...fake.metadata,
      }),
      '/keys': () => ({ keys: [jwk] }),
      '/token': async () => ({ access_token: 'any', token_type: 'Bearer', id_token: await nextToken() }),
    };
    const body = await bodies[url!]?.();
    response.writeHead(body ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? {}));
  }

  function nextToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const right = { iss: issuer, aud: 'gmb', sub: 'ada', nonce, iat: now, exp: now + 60 };
    const claims = { ...right, email: 'ada@example.com', email_verified: true, ...fake.claims };
    const present = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null)) as JWTPayload;
    const header = { alg: 'RS256', kid: 'one' };
    const { privateKey } = fake.isForged ? other : published;
    return new SignJWT(present).setProtectedHeader(header).sign(privateKey);
  }
  return fake;
}
