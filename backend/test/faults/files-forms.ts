import type { Part } from '../multipart.js';

const TYPE = 'Content-Type: application/octet-stream\r\n';
const END = '\r\n--x--\r\n';
/** The type of the forms below. */
export const FORM = 'multipart/form-data; boundary=x';

function part(disposition: string, content: string, more = ''): string {
  return `--x\r\nContent-Disposition: ${disposition}\r\n${more}\r\n${content}\r\n`;
}

const file = (name: string, content = 'GIF89a'): string =>
  part(`form-data; name="images"; filename="${name}"`, content, TYPE);

/** Forms that are broken, endless or not what they say, by what is wrong with them; `momentId` is a real one. */
export function oddForms(momentId: string): Record<string, { type: string; body: string }> {
  const id = part('form-data; name="momentId"', momentId);
  const form = (body: string, type = FORM) => ({ type, body });
  const many = (count: number, one: (index: number) => string): string =>
    Array.from({ length: count }, (_none, index) => one(index)).join('');
  return {
    'no boundary': form(id + file('a.jpg') + END, 'multipart/form-data'),
    'an empty boundary': form(id + END, 'multipart/form-data; boundary='),
    'a boundary of 10 kB': form(id + END, `multipart/form-data; boundary=${'x'.repeat(10_000)}`),
    'another boundary than it says': form(id.replaceAll('--x', '--y') + END),
    'no end': form(id + file('a.jpg')),
    'an end in the middle': form(`${id}--x--\r\n${file('a.jpg')}${END}`),
    'nothing at all': form(''),
    'an end only': form('--x--\r\n'),
    'a form in a form': form(
      id + part('form-data; name="images"', file('a.jpg'), 'Content-Type: multipart/mixed; boundary=x\r\n') + END,
    ),
    'no name of the field': form(part('form-data', momentId) + file('a.jpg') + END),
    'no disposition': form(`--x\r\n\r\n${momentId}\r\n${file('a.jpg')}${END}`),
    'a field name of 200 kB': form(part(`form-data; name="${'n'.repeat(200_000)}"`, 'x') + id + END),
    'a field of 2 MB': form(part('form-data; name="momentId"', 'x'.repeat(2_000_000)) + END),
    'ten thousand fields': form(many(10_000, (index) => part(`form-data; name="f${index}"`, 'x')) + END),
    'a thousand empty files': form(id + many(1000, () => file('a.jpg', '')) + END),
    'a field that is deeply nested': form(part(`form-data; name="momentId${'[a]'.repeat(5000)}"`, 'x') + END),
    'a field of an endless list': form(part('form-data; name="momentId[4294967294]"', 'x') + END),
    'a field of a prototype': form(
      part('form-data; name="__proto__[polluted]"', 'x') + part('form-data; name="__proto__"', 'x') + id + END,
    ),
    'a thousand headers in a part': form(
      part(
        'form-data; name="a"',
        'x',
        many(1000, (index) => `X-${index}: y\r\n`),
      ) + END,
    ),
    'a header of 100 kB in a part': form(part('form-data; name="a"', 'x', `X: ${'y'.repeat(100_000)}\r\n`) + END),
    'base64 that is not undone': form(
      id +
        part('form-data; name="images"; filename="a.jpg"', 'R0lGODlh', 'Content-Transfer-Encoding: base64\r\n') +
        END,
    ),
    'another field for files': form(id + file('a.jpg').replace('"images"', '"photos"') + END),
    'files only': form(file('a.jpg') + END),
  };
}

/** Names of files that lead elsewhere or show something else, and how they are kept. */
export const NAMES: [sent: string, kept: string][] = [
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\Ada\\Photo 1.jpg', 'Photo 1.jpg'],
  ['a\tb\u0085c.jpg', 'abc.jpg'],
  ['gpj.\u202eexe', 'gpj.exe'],
  ['two\u2028lines.jpg', 'twolines.jpg'],
  ['🌷 Tulpen – größe.jpg', '🌷 Tulpen – größe.jpg'],
  ['<img src=x onerror=alert(1)>.jpg', '<img src=x onerror=alert(1)>.jpg'],
  ["'; DROP TABLE images; --.jpg", "'; DROP TABLE images; --.jpg"],
  ['=cmd|calc.jpg', '=cmd|calc.jpg'],
  ['CON', 'CON'],
  ['.htaccess', '.htaccess'],
  [`${'🌷'.repeat(300)}.jpg`, `${'🌷'.repeat(125)}.jpg`],
  [`${'n'.repeat(10_000)}.jpg`, `${'n'.repeat(251)}.jpg`],
];

/** Names that count before the plain one (RFC 5987), and how they are kept. */
export const ENCODED_NAMES: [sent: string, kept: string][] = [
  ['..%2f%2e%2e%5ca%00b%1b%5B31m%0d%0a%e2%80%ae.jpg', 'ab[31m.jpg'],
  ['%22%3B%20filename%3D%22b.jpg', '"; filename="b.jpg'],
];

/** Names that are refused. */
export const NO_NAMES = ['', '.', '..', '...', '/', 'photos/', '   ', '\u200b', 'a\u0000b.jpg'];

/** A form with the moment and one file. */
export function formOf(momentId: string, more: Omit<Part, 'field'>): Part[] {
  return [
    { field: 'momentId', content: momentId },
    { field: 'images', ...more },
  ];
}
