import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkClients } from './check-clients';
import { decodeText } from './file-text';
import { keepClients, readClients } from './read-clients';

const FILES = 'src/features/clients/import/files';
const read = async (name: string) => readClients(decodeText(await readFile(join(process.cwd(), FILES, name))).text);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const CAFE = {
  business: 'Café Größe',
  phone: '+49 30 1',
  website: 'https://cafe.example',
  notes: 'Zeile 1\nZeile 2; mit "Zitat"',
};
const MUELLER = { business: 'Müller & Söhne', phone: '030 2', website: 'https://mueller.example', notes: 'x' };
const TWO = {
  clients: [CAFE, MUELLER],
  columns: ['business', 'website', 'phone', 'notes'],
  unknown: [],
  mayBeCsv: false,
};

describe('files of spreadsheets', () => {
  it('use a first line that says how they are separated, and leave it out', async () => {
    expect(await read('sep-line-semicolon.csv')).toEqual(TWO);
    expect(readClients('"sep=|"\nbusiness|notes\nRosa|a,b;c').clients).toEqual([{ business: 'Rosa', notes: 'a,b;c' }]);
  });

  it('are read as UTF-16 without a byte order mark, in both orders', async () => {
    expect(await read('utf16le-without-bom.csv')).toEqual(TWO);
    const big = Buffer.from('business\nCafé\n', 'utf16le').swap16();
    expect(readClients(decodeText(big).text).clients).toEqual([{ business: 'Café' }]);
  });

  it('have a title above the headings, which is left out and named', async () => {
    expect(await read('title-row-above-headings.csv')).toEqual({
      ...TWO,
      leftOut: ['Line 1 stands above the headings and is left out: Clients 2026'],
    });
    const report = 'Report; of clients\n\nMade: today\nName;Phone\nRosa;1\n';
    expect(readClients(report)).toMatchObject({
      clients: [{ business: 'Rosa', phone: '1' }],
      leftOut: [expect.stringMatching(/^Line 1 .*: Report {2}of clients$/), expect.stringMatching(/^Line 3 /)],
    });
  });

  it('lose no row behind a quotation mark that is not closed, and import none that has one', async () => {
    const { clients, faults } = await read('unbalanced-quote.csv');
    expect(clients.map(({ business }) => business)).toEqual([
      CAFE.business,
      MUELLER.business,
      `"Joe's 12" Pizza`,
      'Last One',
    ]);
    expect([...faults!]).toEqual([[2, expect.stringMatching(/^Line 5 has a quotation mark that is not closed/)]]);
    const errors = checkClients(clients, { agencies: [], clients: [] }, new Map([[3, [faults!.get(2)!]]]));
    expect(errors.map((one) => one.errors.length)).toEqual([0, 0, 1, 0]);
  });

  it('take the rest of a broken cell of several lines for no client', () => {
    const text = 'business,notes\nRosa,"one" x"two\nthree"\nAcme,1\n';
    const { clients, faults } = readClients(text);
    expect(clients.at(-1)).toEqual({ business: 'Acme', notes: '1' });
    expect([...faults!.keys()]).toEqual(clients.slice(0, -1).map((_client, place) => place));
    expect(keepClients(text, new Set([0]))).toBe('business,notes\nRosa,"one" x"two');
  });

  it('name the lines with more cells than there are headings, whose cells would be moved or lost', () => {
    const linesOf = (text: string) =>
      [...(readClients(text).faults?.values() ?? [])].map((fault) => fault.split(' has')[0]);
    expect(linesOf('business,phone,notes\nSmith, Jones and Co,1,n\nAcme,2,n\n')).toEqual(['Line 2']);
    expect(linesOf('business\nAcme\nSmith, Jones\n"Doe, Jones"\n')).toEqual(['Line 3']);
    expect(linesOf('business, notes\nAcme, "b, c"\nRosa, d\n')).toEqual(['Line 2']);
    expect(linesOf('business;phone;\nAcme;1;\nRosa;2;;\nDoe;3;lost\n')).toEqual(['Line 4']);
  });

  it('name the line with a quotation mark that is closed some rows below, and none with an address or a note', () => {
    const headings = 'business,address,notes\n';
    const lost = readClients(`${headings}Acme,1,"open\nRosa,2,b\nDoe,3,closed"\nLast,4,d\n`);
    expect([...lost.faults!]).toEqual([[0, expect.stringMatching(/^Line 2 has a quotation mark that is closed/)]]);
    expect([...readClients(`${headings}"Acme,1,\nRosa,2,b\nDoe",3,c\n`).faults!.keys()]).toEqual([0]);
    const fine = 'Acme,"1 Main St\nSpringfield, IL, US\nUSA","Open Mo, Tu, We\nWindow, door, roof"\n';
    expect(readClients(headings + fine)).not.toHaveProperty('faults');
  });

  it('of a hundred thousand rows are read', () => {
    expect(readClients(`business,notes\n${'Rosa,1\n'.repeat(150_000)}`).clients).toHaveLength(150_000);
  });

  it('name the lines with bytes that are no text', () => {
    const broken = Buffer.concat([
      encode('business,notes\nCafé,1\nBro'),
      Buffer.from([0xff]),
      encode('ken,2\nRosa,3\n'),
    ]);
    const { clients, faults } = readClients(decodeText(broken).text);
    expect(clients).toHaveLength(3);
    expect([...faults!]).toEqual([[1, expect.stringMatching(/^Line 3 has bytes that are no text/)]]);
    expect([...readClients('Rosa\nAc\0me\n').faults!]).toEqual([[1, expect.stringMatching(/^Line 2 has a control/)]]);
  });

  it('are read as Windows writes them, and say which lines that changed', () => {
    const { text, doubt } = decodeText(Buffer.from('business\nRosa\nCafé\n', 'latin1'));
    expect(text).toBe('business\nRosa\nCafé\n');
    expect(doubt).toContain('Line 3 was read as Windows-1252');
    const odd = decodeText(Buffer.from([...encode('business\nRo'), 0x81, ...encode('sa\n')]));
    expect([...readClients(odd.text).faults!.keys()]).toEqual([0]);
  });

  it('are those that Google exports: parts of the address, categories, numbers', async () => {
    const { clients, unknown } = await read('google-business-profile-export.csv');
    expect(unknown).toEqual([]);
    expect(clients).toEqual([
      {
        business: 'Rosa’s Flowers',
        description: 'We bind bouquets.',
        address: 'Rua Augusta 1, 1100-053 Lisboa, PT',
        phone: '+351 21 000 0000',
        website: 'https://rosa.example',
        categories: 'Florist,Gift shop,Wedding service',
        notes: 'Store code: 0001',
      },
    ]);
    const [other] = readClients(
      'Business name,Address line 1,Address line 5,City,State,ZIP,Country,Labels,Additional phones\nAcme,1 Main St,Rear,Springfield,IL,62701,US,"a, b",112\n',
    ).clients;
    expect(other).toEqual({
      business: 'Acme',
      address: '1 Main St, Rear, 62701 Springfield, IL, US',
      notes: 'Additional phones: 112\nLabels: a, b',
    });
  });

  it('may have a whole address beside its parts, which stand there once', () => {
    expect(readClients('Name,Address,City\nRosa,"1 Main St, Springfield",Springfield').clients).toEqual([
      { business: 'Rosa', address: '1 Main St, Springfield' },
    ]);
  });

  it('with thousands of broken rows are read in the time of others', () => {
    const start = performance.now();
    const { clients, faults } = readClients(`business,notes\n${'"a" b,"c\n'.repeat(20_000)}`);
    expect([clients.length, faults!.size]).toEqual([20_000, 20_000]);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
