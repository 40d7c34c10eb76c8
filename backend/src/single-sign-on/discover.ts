import * as client from 'openid-client';
import type { Config } from '../config.js';
import { fetchBy } from '../platform/http/fetch-by-proxy.js';
import { proxyFor, type Proxies } from '../platform/http/proxies.js';

/** Time limit of one request to the provider. */
const TIMEOUT_SECONDS = 10;

/**
 * Reads the provider's metadata (OpenID Connect Discovery). The returned configuration also checks signatures of ID
 * tokens.
 * @throws Error if the provider cannot be reached, or states another issuer
 */
export function discover(
  { issuer, clientId, clientSecret }: NonNullable<Config['singleSignOn']>,
  proxies: Proxies,
): Promise<client.Configuration> {
  const isInsecure = new URL(issuer).protocol === 'http:';
  const fetchByProxy = (address: string, init: object): Promise<Response> => {
    const proxy = proxyFor(address, proxies);
    return proxy ? fetchBy(proxy, new URL(address), init) : fetch(address, init);
  };
  return client.discovery(new URL(issuer), clientId, undefined, authentication(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    [client.customFetch]: fetchByProxy,
    execute: [client.enableNonRepudiationChecks, ...(isInsecure ? [client.allowInsecureRequests] : [])],
  });
}

/**
 * Sends the secret in the header, unless the provider only accepts it in bodies. The header is the default of OpenID
 * Connect Discovery.
 */
function authentication(secret: string): client.ClientAuth {
  const [byHeader, byBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods } = server;
    const takesHeader = !methods || methods.includes('client_secret_basic');
    return (takesHeader ? byHeader : byBody)(server, ...rest);
  };
}
