import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../../test/app.js';
import { createMoment } from '../../../test/factories.js';
import { MULTIPART, MULTIPART_BOUNDARY, postMultipart } from '../../../test/multipart.js';

const END = `--${MULTIPART_BOUNDARY}--\r\n`;
const part = (head: string, content = ''): string =>
  `--${MULTIPART_BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

describe('multipart forms with an empty file field', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const TYPE = '\r\nContent-Type: ';
  it.each([
    ['as browsers send an empty file input', `filename=""${TYPE}application/octet-stream`],
    ['an empty image without a file name', `filename=""${TYPE}image/png`],
    ['an empty file without a type', 'filename=""'],
    ['an empty text field', ''],
  ])('are handled as if no file was sent: %s', async (_description, rest) => {
    const empty = (field: string): string => part([`name="${field}"`, rest].filter(Boolean).join('; '));
    const send = (method: 'post' | 'patch', path: string, fields: string) =>
      staff[method](path)
        .set('Content-Type', MULTIPART)
        .send(fields + END);
    const created = await send('post', '/api/agencies', part('name="name"', 'Bright') + empty('logo'));
    expect(created).toMatchObject({ status: 201, body: { name: 'Bright', logoUrl: null } });
    const changed = await send('patch', `/api/agencies/${created.body.id}`, empty('logo') + part('name="name"', 'Dim'));
    expect(changed).toMatchObject({ status: 200, body: { name: 'Dim' } });
    expect((await send('patch', '/api/settings', empty('logo') + part('name="brandName"', 'B'))).status).toBe(200);
    const { id } = await createMoment(staff);
    const upload = await send('post', '/api/upload', part('name="momentId"', id) + empty('images'));
    expect(upload).toMatchObject({ status: 400, body: { code: 'NO_FILES' } });
  });

  it('are refused when the file field holds text', async () => {
    const form = Buffer.from(part('name="name"', 'Bright') + part('name="logo"', 'logo.png') + END);
    expect(await postMultipart(staff, '/api/agencies', form)).toMatchObject({
      status: 400,
      body: { message: 'logo is not a field of this request' },
    });
  });
});

describe('malformed multipart forms', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const UNREADABLE = 'The upload is not a form that can be read: it is cut short or damaged.';
  const NAMELESS = 'The form has a field without a name, or with too long a name.';
  it.each([
    ['the final boundary is missing', part('name="name"', 'B'), UNREADABLE],
    [
      'the headers of a part are too long',
      `--${MULTIPART_BOUNDARY}\r\nX: ${'y'.repeat(100_000)}\r\n\r\n${END}`,
      UNREADABLE,
    ],
    ['a field has no name', part('x=y', 'x') + END, NAMELESS],
    ['there are too many fields', part('name="a"').repeat(30) + END, 'The form has too many fields.'],
    [
      'a text is too long',
      part('name="name"', 'x'.repeat(100_001)) + END,
      'name is too long: a field of a form may have at most 100 kB.',
    ],
    ['a field name has array brackets', part('name="name[0]"', 'x') + END, 'name[0] is not a field of this request'],
    [
      'a field name is too long',
      part('name="name"', 'B') + part(`name="${'n'.repeat(5000)}"`, 'x') + END,
      `${'n'.repeat(100)}… is not a field of this request`,
    ],
    [
      'the name of a file field is too long',
      part(`name="${'n'.repeat(5000)}"; filename="a.png"`, 'x') + END,
      `${'n'.repeat(100)}… is not a field for files here; send files in the field logo.`,
    ],
  ])('answer 400 with a readable message when %s', async (_description, form, message) => {
    const answer = await postMultipart(staff, '/api/agencies', Buffer.from(form));
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', message } });
  });
});
