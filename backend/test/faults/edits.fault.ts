import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Response } from 'supertest';
import type { HistoryEntry } from '../../src/contract/history.js';
import type { ImageView } from '../../src/contract/images.js';
import type { Agent } from '../app.js';
import { captionRun, endedRun, generate, imagesOf } from '../captions.js';
import { colleague, EDITABLES, type Editable } from '../edits.js';
import { createMomentWithImages } from '../factories.js';
import { sendUntilTaken } from '../send-until-taken.js';
import { startSystem, type System } from '../system.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { many } from './http.js';

const EDITORS = 10;
/** How many editors retry until their save succeeds. */
const INSISTENT = 6;
const REFUSALS = ['EDITED_MEANWHILE', 'SECTION_CHANGED'];

/** Each is sent again where a busy machine asks for that with 503. */
function saveAtOnce(count: number, save: (index: number) => Promise<Response>): Promise<Response[]> {
  return Promise.all(many(count).map((index) => sendUntilTaken(() => save(index))));
}

const isDone = ({ status }: Response): boolean => status === 200;

describe('edits at once', () => {
  let system: System;
  let staff: Agent[];

  beforeAll(async () => {
    system = await startSystem('PostgreSQL');
    await system.app.startWorker();
    staff = [system.staff, await colleague(system.app, 'Grace')];
  });
  afterAll(() => system.close());

  const editor = (index: number): Agent => staff[index % staff.length]!;

  /** Sends `count` concurrent saves, all based on the current revision. */
  async function atOnce(row: Editable, count: number): Promise<Response[]> {
    const { revision } = await row.read();
    return saveAtOnce(count, (index) => row.save(editor(index), `Text ${revision}-${index}`, revision));
  }

  /** Expects that one save succeeded, and that the others got a 409 and stored nothing. */
  async function expectOneWinner(row: Editable, answers: Response[], before: number): Promise<void> {
    const winners = answers.filter(isDone);
    expect(winners).toHaveLength(1);
    const state = row.stateIn(winners[0]!);
    expect(state.revision).toBe(before + 1);
    expect(await row.read()).toEqual(state);
    for (const { status, body } of answers.filter((answer) => !isDone(answer))) {
      expect({ status, code: REFUSALS.includes(body.code) }).toEqual({ status: 409, code: true });
      expect(body.message).toContain(state.editor);
    }
  }

  /** Saves until it succeeds: reads the new revision after each 409. Returns the stored revision. */
  async function insist(row: Editable, index: number): Promise<number> {
    for (;;) {
      const { revision } = await row.read();
      const answer = await sendUntilTaken(() => row.save(editor(index), `Editor ${index}`, revision));
      if (isDone(answer)) return row.stateIn(answer).revision;
      expect(answer.status).toBe(409);
    }
  }

  for (const { kind, make } of EDITABLES) {
    fault(
      {
        what: `two, and ${EDITORS}, staff save ${kind} at once`,
        done: `on the same revision; then ${INSISTENT} each again until it is saved`,
        checked:
          'one wins per revision, the others get the name of the winner, nothing of theirs is written, none is lost',
      },
      async () => {
        const row = await make(system.staff);
        for (const count of [2, EDITORS]) {
          const { revision } = await row.read();
          await expectOneWinner(row, await atOnce(row, count), revision);
        }
        const { revision: start } = await row.read();
        const saved = await Promise.all(many(INSISTENT).map((index) => insist(row, index)));
        // Each stood there for itself.
        expect(saved.toSorted((a, b) => a - b)).toEqual(many(INSISTENT).map((index) => start + 1 + index));
        const last = saved.indexOf(start + INSISTENT);
        expect(await row.read()).toMatchObject({ text: `Editor ${last}`, revision: start + INSISTENT });
      },
    );
  }

  fault(
    {
      what: 'answers to edits are lost',
      done: `the same edit of each kind of row is sent ${EDITORS} times at once, as by somebody who tries again`,
      checked: 'it is written once, and every answer says so',
    },
    async () => {
      for (const { make } of EDITABLES) {
        const row = await make(system.staff);
        const { revision } = await row.read();
        const answers = await saveAtOnce(EDITORS, () => row.save(system.staff, 'The same', revision));
        expect(answers.filter(isDone)).toHaveLength(EDITORS);
        expect(await row.read()).toMatchObject({ text: 'The same', revision: revision + 1 });
      }
    },
  );

  fault(
    {
      what: 'callers that know no revisions',
      done: `${EDITORS} edits of each kind of row at once, as the specification’s callers send them`,
      checked: 'all are taken one after the other, and each counts',
    },
    async () => {
      for (const { make } of EDITABLES) {
        const row = await make(system.staff);
        const { revision } = await row.read();
        const answers = await saveAtOnce(EDITORS, (index) => row.save(editor(index), `Text ${index}`));
        expect(new Set(answers.map((answer) => row.stateIn(answer).revision)).size).toBe(EDITORS);
        expect((await row.read()).revision).toBe(revision + EDITORS);
      }
    },
  );

  fault(
    {
      what: 'the AI drafts captions while staff write them',
      done: 'a run over 10 images; each title and address is typed at the same time, on what was seen before the run',
      checked: 'a title of staff and one of the AI never replace each other unseen; every address is saved',
    },
    async () => {
      const { moment, images } = await createMomentWithImages(system.staff, 10);
      system.ai.always({ delayMs: 20 });
      await generate(system.staff, moment.id);
      const answers = await Promise.all(images.map((image, index) => typeBoth(editor(index), image)));
      await endedRun(system.staff, moment.id);
      expect(await captionRun(system.staff, moment.id)).toMatchObject({ state: 'completed', failed: 0 });
      const after = await imagesOf(system.staff, moment.id);
      const { body } = await system.staff.get(`/api/moments/${moment.id}/history`).query({ limit: 500 }).expect(200);
      for (const [index, image] of after.entries()) {
        const { title, address } = answers[index]!;
        expect(address).toMatchObject({ status: 200, body: { address: image.address } });
        expect(image.address).toBe(`Street ${image.id}`);
        expect(image.title === `Staff ${image.id}`).toBe(isDone(title));
        if (!isDone(title)) expect(title.body).toMatchObject({ statusCode: 409, code: 'EDITED_MEANWHILE' });
        const written = (body as HistoryEntry[]).filter(
          ({ imageId, changes }) => imageId === image.id && changes['title'],
        );
        expect(written).toHaveLength(1);
      }
      await expectAgreement(system.app);
    },
  );

  async function typeBoth(agent: Agent, { id, captionRevision, addressRevision }: ImageView) {
    const path = `/api/images/${id}`;
    const [title, address] = await Promise.all([
      sendUntilTaken(() => agent.patch(path).send({ title: `Staff ${id}`, captionRevision })),
      sendUntilTaken(() => agent.patch(path).send({ address: `Street ${id}`, addressRevision })),
    ]);
    return { title, address };
  }
});
