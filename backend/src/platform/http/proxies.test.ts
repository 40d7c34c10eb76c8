import { expect, it } from '@jest/globals';
import { proxyFor } from './proxies.js';

const HTTP = 'http://proxy.test:3128';
const HTTPS = 'http://proxy.test:3129';
const proxyOf = (address: string, except: string[] = []) => proxyFor(address, { http: HTTP, https: HTTPS, except });

it('leads to http and to https addresses each by its own proxy', () => {
  expect(proxyOf('http://s3.example.com')).toBe(HTTP);
  expect(proxyOf('https://api.openai.com/v1')).toBe(HTTPS);
  expect(proxyFor('https://api.openai.com', { http: HTTP, except: [] })).toBeUndefined();
});

it.each(['http://localhost:11434/v1', 'http://127.0.0.1:9000', 'http://[::1]:9000', 'http://minio.localhost'])(
  'never leads to this machine by one: %s',
  (address) => {
    expect(proxyOf(address)).toBeUndefined();
  },
);

it.each([
  ['*', 'https://api.openai.com', true],
  ['example.com', 'https://example.com', true],
  ['example.com', 'https://s3.example.com', true],
  ['.example.com', 'https://s3.example.com', true],
  ['*.example.com', 'https://s3.example.com', true],
  ['example.com', 'https://badexample.com', false],
  ['minio', 'http://minio:9000', true],
  ['minio:9000', 'http://minio:9000', true],
  ['minio:9001', 'http://minio:9000', false],
  ['example.com:443', 'https://example.com', true],
  ['10.1.2.3', 'http://10.1.2.3:9000', true],
  ['10.0.0.0/8', 'http://10.1.2.3:9000', true],
  ['10.0.0.0/8', 'http://11.1.2.3:9000', false],
  ['10.0.0.0/99', 'http://10.1.2.3', false],
  ['fd00::/8', 'http://[fd12::1]:9000', true],
  ['::2', 'http://[::2]:9000', true],
  ['.', 'https://example.com', false],
])('with NO_PROXY=%s asks %s directly: %s', (entry, address, isDirect) => {
  expect(proxyOf(address, [entry]) === undefined).toBe(isDirect);
});
