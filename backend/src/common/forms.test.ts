import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createMoment } from '../../test/factories.js';
import { postMultipart } from '../../test/multipart.js';

const END = '--made-by-hand--\r\n';
const part = (head: string, content = ''): string =>
  `--made-by-hand\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

describe('forms whose field for a file is empty', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  // As browsers send them, and programs.
  const TYPE = '\r\nContent-Type: ';
  it.each([
    ['an unfilled input of a browser', `filename=""${TYPE}application/octet-stream`],
    ['an empty picture without a name', `filename=""${TYPE}image/png`],
    ['an empty file without a type', 'filename=""'],
    ['an empty text', ''],
  ])('are those without a file: %s', async (_what, rest) => {
    const empty = (field: string): string => part([`name="${field}"`, rest].filter(Boolean).join('; '));
    const send = (method: 'post' | 'patch', path: string, fields: string) =>
      staff[method](path)
        .set('Content-Type', 'multipart/form-data; boundary=made-by-hand')
        .send(fields + END);
    const made = await send('post', '/api/agencies', part('name="name"', 'Bright') + empty('logo'));
    expect(made).toMatchObject({ status: 201, body: { name: 'Bright', logoUrl: null } });
    const changed = await send('patch', `/api/agencies/${made.body.id}`, empty('logo') + part('name="name"', 'Dim'));
    expect(changed).toMatchObject({ status: 200, body: { name: 'Dim' } });
    expect((await send('patch', '/api/settings', empty('logo') + part('name="brandName"', 'B'))).status).toBe(200);
    const { id } = await createMoment(staff);
    const none = await send('post', '/api/upload', part('name="momentId"', id) + empty('images'));
    expect(none).toMatchObject({ status: 400, body: { code: 'NO_FILES' } });
  });

  it('but a text in it is refused', async () => {
    const form = Buffer.from(part('name="name"', 'Bright') + part('name="logo"', 'logo.png') + END);
    expect(await postMultipart(staff, '/api/agencies', form)).toMatchObject({
      status: 400,
      body: { message: 'logo is not a field of this request' },
    });
  });
});

describe('forms that cannot be read', () => {
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
    ['an end', part('name="name"', 'B'), UNREADABLE],
    ['a sound head of a part', `--made-by-hand\r\nX: ${'y'.repeat(100_000)}\r\n\r\n${END}`, UNREADABLE],
    ['a name for each field', part('x=y', 'x') + END, NAMELESS],
    ['few fields', part('name="a"').repeat(30) + END, 'The form has too many fields.'],
    [
      'short texts',
      part('name="name"', 'x'.repeat(100_001)) + END,
      'name is too long: a field of a form may have at most 100 kB.',
    ],
    ['plain names', part('name="name[0]"', 'x') + END, 'name[0] is not a field of this request'],
    [
      'short names',
      part('name="name"', 'B') + part(`name="${'n'.repeat(5000)}"`, 'x') + END,
      `${'n'.repeat(100)}… is not a field of this request`,
    ],
    [
      'short names of files',
      part(`name="${'n'.repeat(5000)}"; filename="a.png"`, 'x') + END,
      `${'n'.repeat(100)}… is not a field for files here; send files in the field logo.`,
    ],
  ])('are answered in our words: without %s', async (_what, form, message) => {
    const answer = await postMultipart(staff, '/api/agencies', Buffer.from(form));
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', message } });
  });
});
