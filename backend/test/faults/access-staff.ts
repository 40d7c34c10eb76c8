import type { Permission } from '../../src/contract/roles.js';
import { createKey } from '../api-keys.js';
import type { TestApp } from '../app.js';
import { addColleague, setRights } from '../colleagues.js';
import { bodyFor } from './access-bodies.js';
import { cellOf, EVERYBODY, isKey, neededBy, neededOfStaff, STAFF_ASKERS, type StaffAsker } from './access-cells.js';
import { routesOf } from './access-routes.js';
import { fillIn, guessedPlaces, rightPlaces, type Places, type Seed } from './access-seed.js';
import { answered, rowsFor, type Row } from './access-table.js';
import { address, call, callEach, type Answer } from './http.js';

/** What is answered in each cell, and what should be: lines of a route and its answer. */
export interface Compared {
  found: string[];
  expected: string[];
}

type NeededRow = Row & { needs: Permission | typeof EVERYBODY };
type Headers = Record<string, string>;
type BothWays = Record<StaffAsker['by'], Headers>;

/** The cells of staff and their programs, for each route that the router knows. */
export class StaffCells {
  readonly rows: NeededRow[];
  private readonly ways = new Map<string, BothWays>();
  private requests = 0;

  constructor(
    private readonly app: TestApp,
    private readonly seed: Seed,
  ) {
    const needs = neededBy();
    this.rows = rowsFor(routesOf(app.express)).map((row) => ({ ...row, needs: needs(row.route)! }));
  }

  /** What is refused because of the role or the key, asked for by ids that do not exist: it is not looked up. */
  async refused(asker: StaffAsker): Promise<Compared> {
    const by = await this.headers(asker, [this.seed.agencies]);
    const rows = this.rows.filter((row) => cellOf(row, row.needs, asker, true).startsWith('403 '));
    const found = await callEach(rows, (row) => this.ask(row, by, guessedPlaces()), 4);
    const role = isKey(asker) ? `The role of this API key, ${asker.role},` : `Your role, ${asker.role},`;
    const sentence = (row: NeededRow) => `${role} does not allow this (${neededOfStaff(row)})`;
    const lineOf = (row: NeededRow, { status, body: { code, message } }: Answer) => {
      const isSaid = code !== 'NOT_PERMITTED' || message?.includes(sentence(row));
      return `${row.route} ${status} ${code}${isSaid ? '' : ` ${message}`}`;
    };
    return {
      found: found.map((answer, index) => lineOf(rows[index]!, answer)),
      expected: rows.map((row) => `${row.route} ${cellOf(row, row.needs, asker, true)}`),
    };
  }

  /** What is outside of the scope, which the role allows. */
  async outside(asker: StaffAsker): Promise<Compared> {
    const rows = this.rows.filter((row) => cellOf(row, row.needs, asker, false) === '404');
    const by = await this.headers(asker, []);
    const found = await callEach(rows, (row) => this.ask(row, by, rightPlaces(row.path, this.seed)), 4);
    return {
      found: found.map(({ status }, index) => `${rows[index]!.route} ${status}`),
      expected: rows.map(({ route }) => `${route} 404`),
    };
  }

  /** What is inside of the scope, as far as it is read. */
  async inside(asker: StaffAsker): Promise<Compared> {
    const isRecord = (row: NeededRow) =>
      cellOf(row, row.needs, asker, false) === '404' || row.path.startsWith('/media/');
    const isShown = (row: NeededRow) => !cellOf(row, row.needs, asker, true).startsWith('403 ');
    const rows = this.rows.filter((row) => row.method === 'GET' && isRecord(row) && isShown(row));
    const by = await this.headers(asker, [this.seed.agencies]);
    const found = await callEach(rows, (row) => this.ask(row, by, rightPlaces(row.path, this.seed)), 4);
    const expected = rows.map((row) => cellOf(row, row.needs, asker, true));
    return {
      // A delivery has a certificate once it was sent, which the first of all askers does.
      found: found.map(({ status }, index) =>
        [rows[index]!.route, status === 200 ? expected[index] : answered(expected[index]!, status)].join(' '),
      ),
      expected: rows.map(({ route }, index) => `${route} ${expected[index]}`),
    };
  }

  /** What does not exist, for who may do everything. */
  async missing(): Promise<Compared> {
    const isAbout = ({ needs, path }: NeededRow) => needs !== EVERYBODY && /^\/api\/.*\/:id/.test(path);
    const rows = this.rows.filter(isAbout);
    const by = await this.headers(STAFF_ASKERS[0]!, [this.seed.agencies]);
    const found = await callEach(rows, (row) => this.ask(row, by, guessedPlaces()), 4);
    return {
      found: found.map(({ status }, index) => `${rows[index]!.route} ${status}`),
      expected: rows.map(({ route }) => `${route} 404`),
    };
  }

  private async ask({ route, method, path }: Row, by: Headers, places: Places, seed = this.seed): Promise<Answer> {
    const body = await bodyFor(route, seed);
    const sent = { ...by, Prefer: 'respond-async' };
    // Each from a network of its own, so that no limit of guesses is reached.
    const from = address(this.requests++);
    return call(`${this.app.url}${fillIn(path, places)}`, { method, headers: sent, from, ...(body && { body }) });
  }

  /** How somebody of this role asks, who sees these agencies alone; one colleague for each. */
  async headers({ role, by }: StaffAsker, agencyIds: string[]): Promise<Headers> {
    const name = [role, ...agencyIds].join(' ');
    const ways = this.ways.get(name) ?? (await this.bothWays(role, agencyIds));
    this.ways.set(name, ways);
    return ways[by];
  }

  /** A colleague, and a key of theirs with the same role and scope. */
  private async bothWays(role: StaffAsker['role'], agencyIds: string[]): Promise<BothWays> {
    const colleague = await addColleague(this.app, { role });
    const { token } = await createKey(colleague, { role });
    await setRights(this.app, colleague.userId, { role, agencyIds });
    return { session: { Cookie: colleague.cookie }, key: { Authorization: `Bearer ${token}` } };
  }
}
