import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { EVERYTHING } from '../access/scope.js';
import {
  createAgency,
  createClient,
  createMoment,
  createMomentWithImages,
  createOptimization,
} from '../../test/factories.js';
import type { DataSource } from 'typeorm';
import type { SearchView } from '../contract/search.js';
import { findByText } from './search.queries.js';

const NOTHING: SearchView = { moments: [], clients: [], optimizations: [], agencies: [] };

describe('the search', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const empty = () => app.db.query('DELETE FROM clients; DELETE FROM agencies');
  const search = async (q: string): Promise<SearchView> =>
    (await staff.get('/api/search').query({ q }).expect(200)).body as SearchView;
  const businesses = async (q: string) => (await search(q)).clients.map(({ business }) => business);
  const titles = async (q: string) => (await search(q)).moments.map(({ title }) => title);

  describe('among a few records', () => {
    beforeEach(empty);

    it('finds each kind by its name, in any case', async () => {
      const agency = await createAgency(staff, { name: 'Quince Agency' });
      const client = await createClient(staff, { business: 'Quince & Co' });
      const { moment, images } = await createMomentWithImages(staff, 1, { title: 'The first quinces' });
      const optimization = await createOptimization(staff, { businessName: 'House of Quince' });
      expect(await search('qUINCE')).toEqual({
        moments: [
          {
            id: moment.id,
            title: 'The first quinces',
            business: 'Rosa’s Flowers',
            status: 'draft',
            coverUrl: images[0]!.thumbnailUrl,
          },
        ],
        clients: [{ id: client.id, business: 'Quince & Co' }],
        optimizations: [{ id: optimization.id, businessName: 'House of Quince', status: 'draft' }],
        agencies: [{ id: agency.id, name: 'Quince Agency' }],
      });
    });

    it('finds moments by the business of their client', async () => {
      const { id: clientId } = await createClient(staff, { business: 'Harbor Dental' });
      await createMoment(staff, { clientId, title: 'Team portraits' });
      expect((await search('harbor')).moments).toMatchObject([{ title: 'Team portraits', business: 'Harbor Dental' }]);
    });

    it('puts what begins with the text first, and then the newest, five at most', async () => {
      for (const business of ['Fern 1', 'The Fern 1', 'Fern 2', 'The Fern 2', 'Fern 3', 'The Fern 3'])
        await createClient(staff, { business });
      expect(await businesses('fern')).toEqual(['Fern 3', 'Fern 2', 'Fern 1', 'The Fern 3', 'The Fern 2']);
      const { id: clientId } = await createClient(staff);
      for (const title of ['Tulips', 'Red tulips', 'Tulips again']) await createMoment(staff, { clientId, title });
      expect(await titles('tulip')).toEqual(['Tulips again', 'Tulips', 'Red tulips']);
    });

    it('takes wildcards as they are', async () => {
      for (const business of ['100% Cotton', '100 Cottons', 'snake_case', 'snakescase', 'back\\slash'])
        await createClient(staff, { business });
      expect(await businesses('100%')).toEqual(['100% Cotton']);
      expect(await businesses('ke_c')).toEqual(['snake_case']);
      expect(await businesses('k\\s')).toEqual(['back\\slash']);
      expect(await businesses('%')).toEqual(['100% Cotton']);
      expect(await businesses("' OR true --")).toEqual([]);
    });

    it('finds texts of every script, also by one character', async () => {
      for (const business of ['Цветы Мира', '花店', 'Übermut', 'متجر الزهور', '🌷 Tulip'])
        await createClient(staff, { business });
      expect(await businesses('мир')).toEqual(['Цветы Мира']);
      expect(await businesses('цветы')).toEqual(['Цветы Мира']);
      expect(await businesses('店')).toEqual(['花店']);
      expect(await businesses('über')).toEqual(['Übermut']);
      expect(await businesses('زهور')).toEqual(['متجر الزهور']);
      expect(await businesses('🌷')).toEqual(['🌷 Tulip']);
      expect(await businesses('x')).toEqual([]);
    });

    it('finds names with and without accents, written in any way', async () => {
      for (const business of ['Café Brûlée', 'Cafe\u0301 Nord', 'Smørrebrød', 'Łódź Straße', 'ΚΑΦΈΣ'])
        await createClient(staff, { business });
      for (const q of ['cafe', 'CAFÉ', 'Cafe\u0301'])
        expect(await businesses(q)).toEqual(['Café Nord'.normalize('NFD'), 'Café Brûlée']);
      expect(await businesses('brulee')).toEqual(['Café Brûlée']);
      expect(await businesses('smorrebrod')).toEqual(['Smørrebrød']);
      expect(await businesses('lodz strasse')).toEqual(['Łódź Straße']);
      expect(await businesses('strasse')).toEqual(['Łódź Straße']);
      expect(await businesses('καφε')).toEqual(['ΚΑΦΈΣ']);
      const { id: clientId } = await createClient(staff);
      await createMoment(staff, { clientId, title: 'Fête d’été' });
      expect(await titles('fete d')).toEqual(['Fête d’été']);
    });

    it('finds names with one wrong letter, the most similar first, where no name has the text', async () => {
      for (const business of ['Harbor Dental', 'Roses', 'Petra’s Flowers', 'Café Central', 'Rosewood'])
        await createClient(staff, { business });
      expect(await businesses('harbr')).toEqual(['Harbor Dental']);
      expect(await businesses('petro')).toEqual(['Petra’s Flowers']);
      expect(await businesses('flowars')).toEqual(['Petra’s Flowers']);
      expect(await businesses('cofe')).toEqual(['Café Central']);
      expect((await businesses('rosas'))[0]).toBe('Roses');
      expect(await businesses('rose')).toEqual(['Rosewood', 'Roses']);
      expect(await search('pizzeria')).toEqual(NOTHING);
      const { id: clientId } = await createClient(staff, { business: 'Montgomery' });
      await createMoment(staff, { clientId, title: 'Team portraits' });
      expect(await titles('mongomery')).toEqual(['Team portraits']);
      await createAgency(staff, { name: 'Northlight' });
      await createOptimization(staff, { businessName: 'House of Quince' });
      expect((await search('nothlight')).agencies).toMatchObject([{ name: 'Northlight' }]);
      expect((await search('quimce')).optimizations).toMatchObject([{ businessName: 'House of Quince' }]);
    });

    it('finds nothing for a blank text', async () => {
      await createClient(staff);
      for (const q of ['', '  \t ', '\u200b']) expect(await search(q)).toEqual(NOTHING);
      expect((await staff.get('/api/search').expect(200)).body).toEqual(NOTHING);
    });

    it('refuses texts that no name can hold', async () => {
      for (const q of ['x'.repeat(201), 'a\u0000b', 'two\nlines'])
        await staff.get('/api/search').query({ q }).expect(400);
      await staff.get('/api/search?q=a&q=b').expect(400);
      expect(await search('x'.repeat(200))).toEqual(NOTHING);
    });
  });

  describe('among 20,000 clients and as many moments', () => {
    beforeAll(async () => {
      await empty();
      // In parts, as a statement has seven seconds.
      for (let first = 1; first < 20_000; first += 5000) {
        await app.db.query(
          `WITH added AS (
             INSERT INTO clients ("business", "createdAt")
             SELECT 'Business ' || n, now() - n * interval '1 minute' FROM generate_series($1::int, $1::int + 4999) n
             RETURNING *
           )
           INSERT INTO moments ("title", "clientId", "createdAt")
           SELECT 'Package ' || "business", "id", "createdAt" FROM added`,
          [first],
        );
      }
      for (const table of ['clients', 'reviews']) await app.db.query(`VACUUM ANALYZE ${table}`);
    });

    async function plansOf(text: string): Promise<string[]> {
      const plans: Promise<string>[] = [];
      const query = async (sql: string, parameters: unknown[]) => {
        plans.push(app.db.query(`EXPLAIN (FORMAT JSON) ${sql}`, parameters).then((plan) => JSON.stringify(plan)));
        return [];
      };
      await findByText({ query } as unknown as DataSource, text, EVERYTHING);
      return Promise.all(plans);
    }

    it('reads clients and moments by their indexes alone', async () => {
      const plans = await plansOf('ness 7777');
      expect(plans).toHaveLength(4);
      const text = plans.join();
      for (const index of ['clients_business_search', 'clients_business_prefix', 'clients_newest'])
        expect(text).toContain(index);
      for (const index of ['moments_title_search', 'moments_title_prefix', 'moments_newest', 'moments_by_client'])
        expect(text).toContain(index);
      expect(text).not.toMatch(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(clients|reviews)"/);
    });

    it('finds the newest of many, also by two letters, and old ones by more', async () => {
      expect(await businesses('ss')).toEqual(['Business 1', 'Business 2', 'Business 3', 'Business 4', 'Business 5']);
      expect(await businesses('ness 1999')).toEqual([
        'Business 1999',
        'Business 19990',
        'Business 19991',
        'Business 19992',
        'Business 19993',
      ]);
      expect(await titles('business 19999')).toEqual(['Package Business 19999']);
    });
  });
});
