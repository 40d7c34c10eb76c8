import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { eventually } from '../../test/eventually.js';
import { createAgency, createClient, createMoment, createMomentWithImages } from '../../test/factories.js';
import type { HistoryFeedEntry, HistoryFeedView } from '../contract/history-feed.js';

const PATH = '/api/history';

describe('the history of everything', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const read = async (query: Record<string, string | number> = {}, agent = staff): Promise<HistoryFeedView> =>
    (await agent.get(PATH).query(query).expect(200)).body as HistoryFeedView;

  /** All entries from a cursor on, a few at a time, and the last cursor. */
  async function readOn(start: { cursor?: string; since?: string }, limit = 2, agent = staff) {
    const entries: HistoryFeedEntry[] = [];
    let answer = await read({ ...start, limit }, agent);
    entries.push(...answer.entries);
    while (answer.hasMore) {
      answer = await read({ cursor: answer.cursor, limit }, agent);
      entries.push(...answer.entries);
    }
    return { entries, cursor: answer.cursor };
  }

  /** The place behind all that has happened, once no transaction of another test holds entries back. */
  async function end(): Promise<string> {
    const { id } = await createMoment(staff);
    let known: { entries: HistoryFeedEntry[]; cursor: string } = { entries: [], cursor: '' };
    await eventually(async () => {
      known = await readOn({}, 1000);
      expect(known.entries.map(({ momentId }) => momentId)).toContain(id);
    });
    return known.cursor;
  }

  const append = (runner: QueryRunner | TestApp['db'], reviewId: string, feedback: string) =>
    runner.query(
      `INSERT INTO history ("reviewId", "action", "actor", "feedback") VALUES ($1, 'moment.renamed', 'staff', $2)`,
      [reviewId, feedback],
    );

  it('the feed says what happened since a time, the oldest first, with what it was about', async () => {
    const cursor = await end();
    const since = new Date().toISOString();
    const { moment, images } = await createMomentWithImages(staff, 1);
    await app.visitor().post(`/api/images/${images[0]!.id}/reject`).send({ feedback: 'Too dark' }).expect(200);
    const expected = [
      { action: 'moment.created', actorName: 'Ada', imageId: null },
      { action: 'image.uploaded', imageName: 'IMG_1000.jpg' },
      { action: 'image.rejected', actor: 'visitor', imageId: images[0]!.id, feedback: 'Too dark' },
    ].map((entry) => ({ ...entry, momentId: moment.id, optimizationId: null, clientId: moment.clientId }));
    await eventually(async () => expect((await read({ cursor })).entries).toMatchObject(expected));
    expect((await read({ since })).entries).toMatchObject(expected);
    expect((await readOn({ cursor }, 1)).entries).toEqual((await read({ since })).entries);
  });

  it('the feed gives an entry that is committed late after those that were read before, and once', async () => {
    const cursor = await end();
    const { id } = await createMoment(staff);
    const late = app.db.createQueryRunner();
    await late.startTransaction();
    await append(late, id, 'first');
    await append(app.db, id, 'second');
    // The second has the higher id, and waits: otherwise the first would be behind a place that was read.
    const before = await readOn({ cursor });
    expect(before.entries.map(({ feedback }) => feedback)).not.toContain('second');
    await late.commitTransaction();
    await late.release();
    await eventually(async () => {
      const { entries } = await readOn({ cursor: before.cursor });
      expect(entries.map(({ feedback }) => feedback).filter(Boolean)).toEqual(['first', 'second']);
    });
  });

  it('the feed is complete and without doubles while many append, commit and roll back in any order', async () => {
    const { id } = await createMoment(staff);
    let { cursor } = await readOn({}, 1000);
    const seen: string[] = [];
    const committed: string[] = [];
    const readMore = async () => {
      const found = await readOn({ cursor }, 3);
      cursor = found.cursor;
      seen.push(...found.entries.map(({ feedback }) => feedback).filter((text) => text.startsWith('n')));
    };
    const open: { runner: QueryRunner; texts: string[] }[] = [];
    for (let step = 0; step < 150; step += 1) {
      // Five transactions at a time, of which each appends up to three entries, in an order that is the same in every run.
      const place = (step * 7 + Math.floor(step / 11)) % 5;
      const entry = (open[place] ??= { runner: app.db.createQueryRunner(), texts: [] });
      if (entry.texts.length === 0) await entry.runner.startTransaction();
      const text = `n${step}`;
      await append(entry.runner, id, text);
      entry.texts.push(text);
      if (step % 3 === 0) await readMore();
      if (entry.texts.length < 1 + (step % 3)) continue;
      if (step % 5 === 0) await entry.runner.rollbackTransaction();
      else {
        await entry.runner.commitTransaction();
        committed.push(...entry.texts);
      }
      entry.texts = [];
    }
    for (const { runner, texts } of open) {
      if (texts.length > 0) await runner.commitTransaction();
      committed.push(...texts);
      await runner.release();
    }
    await eventually(async () => {
      await readMore();
      expect(seen.toSorted()).toEqual(committed.toSorted());
    });
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('the feed holds only what lies within the scope, and goes on behind what does not', async () => {
    const cursor = await end();
    const agency = await createAgency(staff);
    const client = await createClient(staff, { agencyId: agency.id });
    const colleague = await addColleague(app, { agencyIds: [agency.id] });
    const own = await createMoment(staff, { clientId: client.id });
    await createMoment(staff);
    await end();
    const { entries, cursor: next } = await readOn({ cursor }, 1, colleague);
    expect(entries.map(({ momentId }) => momentId)).toEqual([own.id]);
    expect((await read({ cursor: next }, colleague)).entries).toEqual([]);
    await staff.delete(`/api/moments/${own.id}`).expect(204);
    expect((await readOn({ cursor }, 1, colleague)).entries).toEqual([]);
  });

  it.each([
    ['cursor=1-2', 'cursor must be the cursor of an answer of this request'],
    ['cursor=99999999999999999999-99999999999999999999-1', 'cursor must be the cursor of an answer of this request'],
    ['cursor=1-1-9999999999999999999', 'cursor must be the cursor of an answer of this request'],
    ['since=yesterday', 'since must be a time from the year 2000 on such as 2027-01-31T12:00:00Z'],
    ['limit=0', 'limit must be at least 1'],
    ['after=1', 'after is not a field of this request'],
    ['since=2027-01-31T12:00:00Z&cursor=1-1-1', 'since must not be given with a cursor, which says where to go on'],
  ])('the feed refuses %s', async (query, message) => {
    expect((await staff.get(`${PATH}?${query}`).expect(400)).body.message).toBe(message);
  });

  it('the feed refuses a cursor of another database server', async () => {
    expect((await staff.get(`${PATH}?cursor=1-1-1`).expect(409)).body.code).toBe('CURSOR_OUTDATED');
  });
});
