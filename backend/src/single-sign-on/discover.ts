import * as client from 'openid-client';
import type { Config } from '../config.js';
import { fetchBy } from '../platform/http/fetch-by-proxy.js';
import { proxyFor, type Proxies } from '../platform/http/proxies.js';

/** How long one request to the provider may take. */
const TIMEOUT_SECONDS = 10;

/**
 * What the provider publishes of itself, and how it is asked from now on. ID tokens are checked by its keys, although they come from
 * itself.
 * @throws Error where it cannot be reached, or is not the provider of this address
 */
export function discover(
  { issuer, clientId, clientSecret }: NonNullable<Config['singleSignOn']>,
  proxies: Proxies,
): Promise<client.Configuration> {
  const isOpen = new URL(issuer).protocol === 'http:';
  const ask = (address: string, init: object): Promise<Response> => {
    const proxy = proxyFor(address, proxies);
    return proxy ? fetchBy(proxy, new URL(address), init) : fetch(address, init);
  };
  return client.discovery(new URL(issuer), clientId, undefined, authentication(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    [client.customFetch]: ask,
    execute: [client.enableNonRepudiationChecks, ...(isOpen ? [client.allowInsecureRequests] : [])],
  });
}

/** In the header unless the provider takes the secret in bodies alone: what OpenID Connect Discovery says where it says nothing. */
function authentication(secret: string): client.ClientAuth {
  const [byHeader, byBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods } = server;
    const takesHeader = !methods || methods.includes('client_secret_basic');
    return (takesHeader ? byHeader : byBody)(server, ...rest);
  };
}
