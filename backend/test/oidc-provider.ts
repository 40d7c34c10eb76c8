import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';

const FORM = '/sign-in/';
const CLIENT = { id: 'gmb-moments', secret: 'a-secret-of-the-client' };

/** What the provider says of a person beside `sub`. */
interface Person {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** A provider of OpenID Connect on loopback, whose page for sign-ins takes any name. */
export interface TestProvider {
  /** `http://127.0.0.1:<port>` */
  issuer: string;
  /** The configuration of the product that uses it. */
  env: { OIDC_ISSUER: string; OIDC_CLIENT_ID: string; OIDC_CLIENT_SECRET: string };
  /** By the name that is typed at sign-in; who is missing has it as verified e-mail. */
  people: Map<string, Person>;
  /** Does not answer any more, until it is opened. */
  shut(): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
}

export async function startProvider(): Promise<TestProvider> {
  let answer: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined;
  let server: Server | undefined;
  let port = 0;
  const people = new Map<string, Person>();
  async function open(): Promise<void> {
    server = createServer((request, response) => void answer!(request, response)).listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  }
  async function shut(): Promise<void> {
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    server = undefined;
    await closed;
  }
  await open();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, await configurationOf(people));
  // The port of the product is known only after this.
  const isOurs = (address: string): boolean => /^http:\/\/(127\.0\.0\.1|localhost):\d+\/login$/.test(address);
  provider.Client.prototype.redirectUriAllowed = isOurs;
  provider.Client.prototype.postLogoutRedirectUriAllowed = isOurs;
  const answerProvider = provider.callback();
  answer = (request, response) =>
    request.url!.startsWith(FORM) ? signInForm(provider, request, response) : answerProvider(request, response);
  const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret };
  return { issuer, env, people, open, shut, close: shut };
}

async function configurationOf(people: Map<string, Person>): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `${FORM}${uid}` },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ['http://127.0.0.1/login'],
        post_logout_redirect_uris: ['http://127.0.0.1/login'],
      },
    ],
    cookies: { keys: ['a key for the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        ...(people.get(accountId) ?? { email: accountId, email_verified: true, name: '' }),
      }),
    }),
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    // Nobody is asked what they agree to.
    loadExistingGrant: async ({ oidc }: KoaContextWithOIDC) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** The page on which people sign in, and what becomes of it. */
async function signInForm(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url!.endsWith('/cancel')) {
    await provider.interactionFinished(request, response, { error: 'access_denied' });
  } else if (request.method === 'POST') {
    const accountId = new URLSearchParams(await text(request)).get('name')!;
    await provider.interactionFinished(request, response, { login: { accountId } });
  } else {
    response.setHeader('Content-Type', 'text/html').end(
      `<!doctype html><title>The provider</title><h1>The provider</h1>
       <form method="post" action="${request.url}"><label>Name <input name="name"></label><button>Go on</button></form>
       <a href="${request.url}/cancel">Cancel</a>`,
    );
  }
}

/** Signs in at the provider as a browser does. @returns the query with which it leads back to the product */
export async function signInAt(address: string, login: string): Promise<string> {
  const browser = new Browser();
  const page = await browser.follow(address);
  const { origin } = new URL(address);
  const body = new URLSearchParams({ name: login });
  const action = /action="([^"]+)"/.exec(page.text)![1]!;
  const { returned } = await browser.follow(new URL(action, origin).href, { method: 'POST', body });
  return returned!.search;
}

/** Declines at the provider. @returns the query with which it leads back to the product */
export async function declineAt(address: string): Promise<string> {
  const browser = new Browser();
  const page = await browser.follow(address);
  const cancel = /href="([^"]*\/cancel)"/.exec(page.text)![1]!;
  const { returned } = await browser.follow(new URL(cancel, address).href);
  return returned!.search;
}

/** Follows the provider's redirects with its cookies, up to the first page, or up to the product. */
class Browser {
  private readonly cookies = new Map<string, string>();

  async follow(address: string, init: RequestInit = {}): Promise<{ text: string; returned?: URL }> {
    const { origin } = new URL(address);
    let [next, options] = [new URL(address), init];
    for (;;) {
      const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, { ...options, redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        this.cookies.set(name!, value!);
      }
      const location = response.headers.get('location');
      if (!location) return { text: await response.text() };
      next = new URL(location, next);
      if (next.origin !== origin) return { text: '', returned: next };
      options = {};
    }
  }
}
