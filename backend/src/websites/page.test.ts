import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { WebsiteText } from '../ai/ai.js';
import { startFakeWebsite, type FakeWebsite } from '../../test/fake-website.js';
import { WebsiteReader } from './website-reader.js';
import { WebsiteError } from './address-policy.js';

let site: FakeWebsite;

beforeAll(async () => {
  site = await startFakeWebsite();
});

afterEach(() => site.reset());

afterAll(() => site.close());

function read(): Promise<WebsiteText> {
  return new WebsiteReader({ exceptions: [site.host] }).read(site.url, new AbortController().signal);
}

function readPage(page: string | Buffer, contentType = 'text/html', more: Record<string, string> = {}) {
  site.on('/', { page, headers: { 'content-type': contentType, ...more } });
  return read();
}

async function textOf(html: string): Promise<string> {
  return (await readPage(`<h1>Shop</h1>${html}`)).text;
}

describe('a page', () => {
  it('of a florist is read: title, descriptions, facts and what people see', async () => {
    const { jsonLd, ...page } = await read();
    expect(page).toEqual({
      url: site.url,
      title: 'Rosewood Flowers | Florist in Bath',
      metaDescription: 'Hand-tied bouquets, wedding flowers & sympathy flowers from a family florist in Bath.',
      text: [
        'Flowers from the heart of Bath',
        'Rosewood Flowers is a family florist on Walcot Street. Every bouquet is tied by hand with flowers of the season.',
        'Our services',
        'Hand-tied bouquets',
        'Wedding flowers',
        'Sympathy flowers',
        'Flower workshops',
        'Where we deliver',
        'We deliver to Bath, Keynsham and Bradford-on-Avon.',
        '12 Walcot Street, Bath BA1 5BN',
        'Monday to Friday 9:00–17:30, Saturday 9:00–16:00',
      ].join('\n'),
    });
    expect(JSON.parse(jsonLd)).toMatchObject({
      '@type': 'Florist',
      areaServed: ['Bath', 'Keynsham', 'Bradford-on-Avon'],
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['identity', Buffer.from],
  ] as const)('compressed with %s is read', async (encoding, pack) => {
    const page = await readPage(pack('Blumen für alle'), 'text/html; charset=utf-8', { 'content-encoding': encoding });
    expect(page.text).toBe('Blumen für alle');
  });

  it('of plain text is read as it is', async () => {
    expect(await readPage('Roses <b>&amp; more\r\n\r\n  Tulips', 'text/plain')).toEqual({
      url: site.url,
      title: '',
      metaDescription: '',
      jsonLd: '',
      text: 'Roses <b>&amp; more\nTulips',
    });
  });

  it('of XHTML is read, with elements that close themselves', async () => {
    const page = await readPage(
      '<?xml version="1.0"?><html><head><title>Shop</title><script src="a.js" /></head><body><p>Roses</p></body></html>',
      'application/xhtml+xml',
    );
    expect(page).toMatchObject({ title: 'Shop', text: 'Roses' });
  });
});

describe('the character set', () => {
  const latin1 = Buffer.from('<p>Blumen f\u00fcr \u0080 5</p>', 'latin1');

  it.each(['text/html; charset=ISO-8859-1', 'TEXT/HTML;Charset="windows-1252"', 'text/html;a=b; charset=latin1'])(
    'is taken from the header: %s',
    async (contentType) => {
      // As browsers do, who read the one as the other.
      expect((await readPage(latin1, contentType)).text).toBe('Blumen für € 5');
    },
  );

  it.each([
    '<meta charset="windows-1252">',
    '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">',
  ])('is taken from the page: %s', async (meta) => {
    expect((await readPage(Buffer.concat([Buffer.from(meta), latin1]))).text).toBe('Blumen für € 5');
  });

  it('may be any that browsers know', async () => {
    const page = Buffer.from([0x89, 0xd4]);
    expect((await readPage(page, 'text/plain; charset=shift_jis')).text).toBe('花');
    expect((await readPage(Buffer.from('\ufeff<p>Tulpe</p>', 'utf16le'))).text).toBe('Tulpe');
  });

  it.each(['iso-2022-kr', 'replacement'])('is refused where browsers read nothing: %s', async (charset) => {
    await expect(readPage('<p>Blumen</p>', `text/html; charset=${charset}`)).rejects.toThrow(
      new WebsiteError('its charset is not one that is read'),
    );
  });

  it.each(['text/html', 'text/html; charset=nonsense', 'text/html; charset='])(
    'is UTF-8 where nothing says otherwise: %s',
    async (contentType) => {
      expect((await readPage('<p>Blüten</p>', contentType)).text).toBe('Blüten');
    },
  );
});

describe('a page in windows-1252', () => {
  const text = 'Blumen f\u00fcr Caf\u00e9s \u2013 ab 5 \u20ac';
  const bytes = Buffer.from('<p>Blumen f\u00fcr Caf\u00e9s \u0096 ab 5 \u0080</p>', 'latin1');

  it.each([
    ['says nothing of it', '', 'text/html'],
    ['claims to be UTF-8', '<meta charset="utf-8">', 'text/html; charset=utf-8'],
  ])('is read when it %s', async (_, meta, contentType) => {
    expect((await readPage(Buffer.concat([Buffer.from(meta), bytes]), contentType)).text).toBe(text);
  });

  it('is distinguished from one in UTF-8 with a broken byte', async () => {
    const broken = Buffer.concat([
      Buffer.from('<p>Caf\u00e9 f\u00fcr alle '),
      Buffer.from([0xe9]),
      Buffer.from('</p>'),
    ]);
    expect((await readPage(broken)).text).toBe('Caf\u00e9 f\u00fcr alle \ufffd');
    expect((await readPage('<p>f\ufffdr</p>')).text).toBe('f\ufffdr');
  });
});

describe('the title and the description', () => {
  it('are one line each, and not those of a drawing', async () => {
    const page = await readPage(
      '<svg><title>Logo</title></svg><title>\n The &quot;Shop&quot;\n in Bath </title><title>Second</title>' +
        '<meta name="Description" content=" Flowers\n for all "><meta name="description" content="Second">',
    );
    expect(page).toMatchObject({ title: 'The "Shop" in Bath', metaDescription: 'Flowers for all' });
  });

  it('are those for social networks where there are no others', async () => {
    const page = await readPage(
      '<meta property="og:title" content="Shop"><meta property="og:description" content="Flowers"><meta name="description" content="">',
    );
    expect(page).toMatchObject({ title: 'Shop', metaDescription: 'Flowers' });
    const blank = await readPage(
      '<title> </title><meta name="description" content=" "><meta name="description" content="Flowers"><meta property="og:title" content="Shop">',
    );
    expect(blank).toMatchObject({ title: 'Shop', metaDescription: 'Flowers' });
  });
});

describe('JSON-LD', () => {
  const script = (json: string, type = 'application/ld+json') => `<script type="${type}">${json}</script>`;

  it('is kept where it is valid, once each, one per line', async () => {
    const page = await readPage(
      script('\n{ "@type": "Florist", "name": "A &amp; B </b>" }\n') +
        script('{ broken') +
        script('') +
        script('[1, 2]', 'Application/LD+JSON; charset=utf-8') +
        script('{"@type":"Florist","name":"A &amp; B </b>"}') +
        script('{"secret": true}', 'application/json'),
    );
    expect(page.jsonLd).toBe('{"@type":"Florist","name":"A &amp; B </b>"}\n[1,2]');
    expect(page.text).toBe('');
  });

  it.each([
    ['in CDATA', '<![CDATA[\n{"@type":"Florist"}\n]]>'],
    ['in CDATA behind a comment', '\n//<![CDATA[\n{"@type":"Florist"}\n//]]>\n'],
    ['in CDATA between comments', '/*<![CDATA[*/ {"@type":"Florist"}; /*]]>*/'],
    ['in a comment of HTML', '<!--\n{"@type":"Florist"}\n-->'],
    ['with a semicolon behind it', '{"@type":"Florist"};'],
    ['with commas at the end', '{"@type":"Florist",}'],
    ['as a text', '"{\\"@type\\":\\"Florist\\"}"'],
    ['with a byte order mark', '\ufeff{"@type":"Florist"}'],
  ])('is kept %s', async (_, json) => {
    expect((await readPage(script(json))).jsonLd).toBe('{"@type":"Florist"}');
  });

  it.each([
    ['several objects', '{"@type":"Florist"}\n{"@type":"Place"},', '{"@type":"Florist"}\n{"@type":"Place"}'],
    [
      'a graph',
      '{"@graph":[{"@type":"Florist"},{"@type":"Place"},]};',
      '{"@graph":[{"@type":"Florist"},{"@type":"Place"}]}',
    ],
    ['raw line breaks', '{"name":"Rosewood\nFlowers\t"}', '{"name":"Rosewood\\nFlowers\\t"}'],
    ['an object before one that is cut off', '{"@type":"Florist"} {"name":"Rose', '{"@type":"Florist"}'],
  ])('is kept with %s', async (_, json, kept) => {
    expect((await readPage(script(json))).jsonLd).toBe(kept);
  });

  it('is cut, and may be nested as deep as anybody likes', async () => {
    const deep = 500_000;
    const page = await readPage(
      script(`${'['.repeat(deep)}${']'.repeat(deep)}`) + script(JSON.stringify({ name: 'Rose '.repeat(5000) })),
    );
    expect(page.jsonLd).toMatch(/^\{"name":"Rose Rose .*Rose$/);
    expect(page.jsonLd.length).toBeGreaterThan(7900);
    expect(page.jsonLd.length).toBeLessThanOrEqual(8000);
  });
});

describe('the text', () => {
  it.each([
    ['<script>let a = "<p>no</p>";</script>'],
    ['<style>p { color: red }</style>'],
    ['<noscript>Switch on JavaScript</noscript>'],
    ['<template><p>no</p></template>'],
    ['<svg><text>no</text></svg>'],
    ['<nav><a>Home</a></nav>'],
    ['<div role="navigation">Home</div>'],
    ['<div hidden><p>no</p><br>no</div>'],
    ['<p style="color:red; DISPLAY : none">no</p>'],
    ['<p style="visibility:hidden">no</p>'],
    ['<dialog>no</dialog>'],
    ['<select><option>no</option></select>'],
    ['<textarea>no</textarea>'],
    ['<!-- no -->'],
    ['<input hidden value="no">'],
  ])('leaves out what people do not read: %s', async (html) => {
    expect(await textOf(`${html}<p>Open</p>`)).toBe('Shop\nOpen');
  });

  it('begins a line with each paragraph, and keeps words together that are shown together', async () => {
    const html =
      '<p>Red <b>ro</b>ses<br>and\n  <a>tulips</a></p><table><tr><td>Mo</td><td>9&ndash;17</td></tr></table>';
    expect(await textOf(html)).toBe('Shop\nRed roses\nand tulips\nMo\n9–17');
  });

  it('contains no repeated line', async () => {
    expect(await textOf('<p>Roses</p><p> Roses </p><p></p><p>Tulips</p><p>Roses</p>')).toBe(
      'Shop\nRoses\nTulips\nRoses',
    );
  });

  it('holds nothing that the database does not take', async () => {
    expect(await textOf('<p>a\u0000b&#0;c&#xD800;d\u0007e</p>')).toBe('Shop\na b\ufffdc\ufffdd e');
  });

  it('is cut at a word', async () => {
    const { text } = await readPage(`<p>${'Hyacinth '.repeat(50_000)}</p>`);
    expect(text).toMatch(/^(Hyacinth )+Hyacinth$/);
    expect(text.length).toBeGreaterThan(11_900);
    expect(text.length).toBeLessThanOrEqual(12_000);
  });

  it.each([
    ['</p></div><p>Roses<div <b>Tulips', 'Shop\nRoses\nTulips'],
    ['<p>Roses</x></nav></html><p>Tulips', 'Shop\nRoses\nTulips'],
    ['<p>1 < 2 & 3 > 2 &unknown; &amp', 'Shop\n1 < 2 & 3 > 2 &unknown; &'],
    ['<p>Roses<a href="tulips', 'Shop\nRoses'],
  ])('is extracted as far as possible from a broken page: %s', async (html, text) => {
    expect(await textOf(html)).toBe(text);
  });

  it.each([
    ['elements within elements', '<b>'.repeat(600_000)],
    ['ends without a beginning', '<b>'.repeat(990) + '</x>'.repeat(500_000)],
    ['signs', '&'.repeat(2_000_000)],
    ['spaces', `<a style="display${' '.repeat(2_000_000)}">`],
  ])('is found quickly in a page of nothing but %s', async (_what, html) => {
    const before = process.cpuUsage();
    expect(await textOf(html)).toMatch(/^Shop/);
    // Processor time: a busy machine takes longer by the clock.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5000);
  });
});
