/**
 * Sends a request to the API: with credentials, for an answer in JSON. It stands alone because public pages ask before
 * the rest of their code is there.
 */
export function ask(path: string, { headers, ...options }: RequestInit & { headers?: Record<string, string> } = {}) {
  return fetch(path, { ...options, credentials: 'include', headers: { Accept: 'application/json', ...headers } });
}
