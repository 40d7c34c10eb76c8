import { describe, expect, it } from '@jest/globals';
import { checkClients } from './check-clients';
import { keepClients, readClients } from './read-clients';

const NOTHING = { agencies: [], clients: [] };

describe('reading clients', () => {
  it('takes a list with one business per line, also names with commas', () => {
    const text = ' Rosa’s Flowers \r\n\nSmith, Jones & Co\n"Quoted" Café\n';
    const businesses = ['Rosa’s Flowers', 'Smith, Jones & Co', '"Quoted" Café'];
    expect(readClients(text)).toEqual({
      clients: businesses.map((business) => ({ business })),
      columns: ['business'],
      unknown: [],
      mayBeCsv: false,
    });
    expect(readClients('  \n')).toMatchObject({ clients: [] });
  });

  it('says when a list looks like CSV without a heading for the business', () => {
    expect(readClients('Agency,Phone\nNorthlight,112\n')).toMatchObject({ clients: { length: 2 }, mayBeCsv: true });
  });

  it.each([
    ['commas', 'Company Name,URL,Tel.\n"Smith, Jones",smith.example,"+1 ""555"""\n'],
    ['semicolons', '\ufeffbusiness;Web;phone number\r\nSmith, Jones;smith.example;"+1 ""555"""\r\n'],
    ['tabs', 'Client\tHomepage\tTelephone\nSmith, Jones\tsmith.example\t"+1 ""555"""\n\t\t\n'],
  ])('takes CSV with %s, in any order and under usual headings', (_name, text) => {
    expect(readClients(text)).toEqual({
      clients: [{ business: 'Smith, Jones', website: 'smith.example', phone: '+1 "555"' }],
      columns: ['business', 'website', 'phone'],
      unknown: [],
      mayBeCsv: false,
    });
  });

  it('takes cells of several lines, keeps rows without a business, and names the columns that it does not know', () => {
    const text = 'Service areas,Business,Revenue\n"Lisbon\nSintra",Rosa,7\nPorto,,8\n';
    expect(readClients(text)).toEqual({
      clients: [{ serviceAreas: 'Lisbon\nSintra', business: 'Rosa' }, { serviceAreas: 'Porto' }],
      columns: ['business', 'serviceAreas'],
      unknown: ['Revenue'],
      mayBeCsv: false,
    });
  });
});

describe('a part of a text', () => {
  it('has the headings and the rows at the given places, as they were written', () => {
    const text = '\ufeffName;Revenue;Areas\r\n\r\nRosa;7;"Lisbon\nSintra"\r\nAcme;8;\r\n"Smith; Jones";9;Porto\r\n';
    expect(keepClients(text, new Set([0, 2]))).toBe(
      'Name;Revenue;Areas\nRosa;7;"Lisbon\nSintra"\n"Smith; Jones";9;Porto',
    );
  });

  it('has the lines at the given places where the text is a list', () => {
    expect(keepClients('Rosa\n\nSmith, Jones\nAcme\n', new Set([1, 2]))).toBe('Smith, Jones\nAcme');
  });
});

describe('two headings for one column', () => {
  it('read the one that is its name, else the first, and say that the other is not imported', () => {
    expect(readClients('Company,Name,Phone,Phone 2,Client,Business\nRosa Ltd,Rosa,1,2,R.,Florista Rosa')).toEqual({
      clients: [{ business: 'Florista Rosa', phone: '1' }],
      columns: ['business', 'phone'],
      unknown: ['Company', 'Name', 'Phone 2', 'Client'],
      mayBeCsv: false,
    });
    expect(readClients('Business,Phone 2,Phone,Tel 2,Tel\nRosa,2,1,3,4')).toEqual({
      clients: [{ business: 'Rosa', phone: '1' }],
      columns: ['business', 'phone'],
      unknown: ['Phone 2', 'Tel 2', 'Tel'],
      mayBeCsv: false,
    });
    expect(readClients('Business,Phone 1\nRosa,1').clients).toEqual([{ business: 'Rosa', phone: '1' }]);
    expect(readClients('Company,Name,Constructor\nRosa Ltd,Rosa,x')).toMatchObject({
      clients: [{ business: 'Rosa Ltd' }],
      unknown: ['Name', 'Constructor'],
    });
  });
});

describe('checking clients', () => {
  const check = (clients: object[], known: Parameters<typeof checkClients>[1] = NOTHING) =>
    checkClients(clients, known);

  it('finds the agency by its name, adds the protocol, and separates lists by commas', () => {
    const written = {
      business: 'Rosa',
      agency: 'north LIGHT',
      website: 'rosa.example',
      categories: 'Florist; Gifts\nCards',
    };
    const [checked] = check([written], { agencies: [{ id: 'a1', name: 'North Light' }], clients: [] });
    expect(checked).toEqual({
      number: 1,
      agency: 'north LIGHT',
      client: { business: 'Rosa', agencyId: 'a1', website: 'https://rosa.example', categories: 'Florist,Gifts,Cards' },
      errors: [],
      warnings: [],
    });
  });

  it('separates a cell of 100,000 blanks in the time of any other', () => {
    const start = performance.now();
    const blanks = ' '.repeat(100_000);
    const [checked] = check([{ business: 'Rosa', categories: `Florist${blanks}Gifts ;\n Cards` }]);
    expect(checked!.client.categories).toBe(`Florist${blanks}Gifts,Cards`);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it.each([
    [{ agency: 'No such' }, ['The business has no name', 'No agency is called “No such”']],
    [{ business: 'x'.repeat(201) }, ['Business is longer than 200 characters']],
    [{ business: 'B', website: 'http://' }, ['The website is no web address']],
  ])('refuses %j', (written, errors) => {
    expect(check([written])[0]!.errors).toEqual(errors);
  });

  it('warns of a business that is there already, in the list or among the clients', () => {
    const written = [{ business: 'Rosa' }, { business: 'rosa ' }, { business: 'Acme' }];
    const warnings = check(written, { agencies: [], clients: [{ business: 'ACME' }] }).map((one) => one.warnings);
    expect(warnings).toEqual([[], ['Twice in this list'], ['Is a client already']]);
  });
});
