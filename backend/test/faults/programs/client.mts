import { readFile } from 'node:fs/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

/** A foreign program: it knows the API from its document only. Called with an address, an e-mail, a password and a picture. */

const [, , baseUrl = '', email = '', password = '', picture = ''] = process.argv;
const api = createClient<paths>({ baseUrl });

const login = await api.POST('/api/login', { body: { email, password } });
const cookie = login.response.headers.getSetCookie()[0]!.split(';')[0]!;
api.use({
  onRequest({ request }) {
    request.headers.set('Cookie', cookie);
    return request;
  },
});

function got<T>(answer: { data?: T; error?: components['schemas']['ErrorBody'] }): NonNullable<T> {
  if (answer.data === undefined || answer.data === null) throw new Error(answer.error?.message ?? 'no answer');
  return answer.data;
}

const client = got(await api.POST('/api/clients', { body: { business: 'Bloom & Branch' } }));
const moment = got(await api.POST('/api/moments', { body: { title: 'Tulips', clientId: client.id } }));

const form = new FormData();
form.set('momentId', moment.id);
form.append('images', new Blob([await readFile(picture)], { type: 'image/jpeg' }), 'tulips.jpg');
const [image] = got(
  await api.POST('/api/upload', {
    params: { header: { 'Idempotency-Key': 'from-typescript' } },
    body: { momentId: moment.id, images: [] },
    bodySerializer: () => form,
  }),
);

const path = { id: image!.id };
const written = await api.POST('/api/images/{id}/regenerate', { params: { path } });
const captioned = got(written);
if (!('title' in captioned)) throw new Error('the caption was only begun');
got(await api.POST('/api/images/{id}/approve', { params: { path }, body: { version: captioned.version } }));
const feedback = 'Please show the shop from the street.';
const again = await api.POST('/api/images/{id}/reject', { params: { path }, body: { feedback } });
const read = got(await api.GET('/api/moments/{id}', { params: { path: { id: moment.id } } }));
const listed = await api.GET('/api/moments/{id}/images', { params: { path: { id: moment.id }, query: { limit: 5 } } });

console.log(
  JSON.stringify({
    title: captioned.title !== '',
    again: again.error?.code,
    status: read.status,
    images: got(listed).map(({ status }) => status),
    total: listed.response.headers.get('X-Total-Count'),
  }),
);
