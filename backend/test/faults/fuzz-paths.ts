import * as fc from 'fast-check';

const STEPS = [
  '..',
  '.',
  '%2e%2e',
  '%2E%2E',
  '..%2f',
  '%2e%2e%2f',
  '..%5c',
  '%252e%252e',
  '....',
  '%c0%ae%c0%ae',
  '..;',
  '%00',
  '%ff',
  '',
];
const TARGETS = [
  'etc/passwd',
  'session-secret',
  'incoming',
  '.env',
  'package.json',
  'proc/self/environ',
  'media',
  'logo.webp',
];

/** Addresses under /media that are not that of the picture, however near they come to it. */
export function anyMediaPath(own: string): fc.Arbitrary<string> {
  const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 6 });
  const outside = fc
    .tuple(steps, fc.constantFrom(...TARGETS))
    .map(([up, target]) => `/media/${[...up, target].join('/')}`);
  const [, , folder, id, file] = own.split('/') as [string, string, string, string, string];
  const near = fc.constantFrom(
    `/media/${folder}/${id}`,
    `/media/${folder}/${id}/`,
    `/media/${folder}/${id}/original.svg`,
    `/media/${folder}/${id}/original.jpg.webp`,
    `/media/${folder}/${id}/.${file}`,
    `/media/${folder}/${id}/${file}%00`,
    `/media/${folder}/${id}/${file}%20`,
    `/media/${folder}/${id}/${file}/..`,
    `/media/${folder}/${id}%2f..%2f${id}/../${id}x/${file}`,
    `/media/${folder}%5c${id}%5c${file}`,
    `/media/logos/${id}/${file}`,
    `/media/${folder}/${id.toUpperCase()}/${file}`,
    `/media/${folder}/${id}/${file.toUpperCase()}`,
    `/media/${folder}/${id}/${'x'.repeat(8000)}`,
  );
  return fc.oneof(outside, near);
}

/** Requests that a hostile program sends to the board of the queues. */
export const ODD_BOARD_PATHS: { method: string; path: string; body?: unknown }[] = [
  { method: 'GET', path: '/api/queues?activeQueue=nothing&status=nothing&page=-1&jobsPerPage=1e9' },
  { method: 'GET', path: '/api/queues?activeQueue[]=a&status[]=b&page=x&jobsPerPage=x' },
  { method: 'GET', path: '/api/queues?activeQueue=__proto__&page=99999999999999999999' },
  { method: 'GET', path: '/api/queues/captions/nothing' },
  { method: 'GET', path: '/api/queues/captions/%00' },
  { method: 'GET', path: '/api/queues/__proto__/constructor' },
  { method: 'GET', path: '/api/queues/captions/1/logs?x=%ed%a0%80' },
  { method: 'GET', path: '/api/queues/captions/%zz' },
  { method: 'GET', path: '/api/redis/stats' },
  { method: 'GET', path: '/static/..%2f..%2f..%2fpackage.json' },
  { method: 'GET', path: '/static/%2e%2e/%2e%2e/%2e%2e/package.json' },
  { method: 'GET', path: '/queue/%3Cscript%3Ealert(1)%3C%2Fscript%3E' },
  { method: 'PUT', path: '/api/queues/nothing/pause' },
  { method: 'PUT', path: '/api/queues/captions/clean/nothing' },
  { method: 'PUT', path: '/api/queues/captions/retry/nothing' },
  { method: 'PUT', path: '/api/queues/captions/x/retry/nothing' },
  { method: 'PUT', path: '/api/queues/captions/x/promote' },
  { method: 'PATCH', path: '/api/queues/captions/x/update-data', body: { jobData: { runId: {} } } },
  {
    method: 'POST',
    path: '/api/queues/captions/add',
    body: { name: 5, data: 'x', options: { delay: -1, attempts: 1e9 } },
  },
  { method: 'POST', path: '/api/queues/captions/add', body: null },
  { method: 'DELETE', path: '/api/queues/captions' },
];
