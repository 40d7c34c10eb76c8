import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Agent, TestApp } from '../app.js';
import { createClient, createMoment, createMomentWithImages, jpeg } from '../factories.js';
import { sessionCookie } from '../live.js';
import { stretched } from '../stretched.js';
import type { ClientView } from '../../src/contract/clients.js';
import type { HistoryEntry } from '../../src/contract/history.js';
import type { ImageView } from '../../src/contract/images.js';

/** Between two pieces of work of one person. */
const PAUSE_MS = 120;
/** The longest time for any response, also during failures. */
export const LONGEST_ANSWER_MS = 30_000;

/** What became of a request; without a status when the connection broke before the answer. */
export interface Answer {
  path: string;
  status: number | null;
  body: { code?: string; message?: string } & Record<string, unknown>;
  milliseconds: number;
}

/** Somebody who does one kind of work again and again, and knows what must have come of it. */
export interface Person {
  step(ask: Ask): Promise<Answer>;
  /** Every acknowledged step is there once; every other one wholly or not at all. */
  check(): Promise<void>;
}

export type Ask = (method: string, path: string, body?: object | FormData, key?: string) => Promise<Answer>;

/** Asks an API as signed-in staff. */
export async function asker(app: TestApp, url: string): Promise<Ask> {
  const cookie = await sessionCookie(app);
  return async (method, path, body, key) => {
    const isForm = body instanceof FormData;
    const headers = {
      cookie,
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    };
    const sent = body && (isForm ? body : JSON.stringify(body));
    const begun = performance.now();
    const signal = AbortSignal.timeout(2 * stretched(LONGEST_ANSWER_MS));
    const answer = await fetch(url + path, { method, headers, signal, ...(sent && { body: sent }) })
      .then(async (response) => ({ status: response.status, body: (await response.json()) as Answer['body'] }))
      .catch(() => ({ status: null, body: {} }));
    return { path, ...answer, milliseconds: performance.now() - begun };
  };
}

/** People at work while something is played; afterwards, all their answers. */
export async function atWork(people: Person[], ask: Ask, play: (answers: Answer[]) => Promise<void>) {
  const answers: Answer[] = [];
  const over = new AbortController();
  const work = people.map(async (person) => {
    while (!over.signal.aborted) {
      const answer = await person.step(ask);
      answers.push(answer);
      await delay(PAUSE_MS);
    }
  });
  try {
    await play(answers);
  } finally {
    over.abort();
    await Promise.all(work);
  }
  return answers;
}

export const isDone = ({ status }: Answer): boolean => status !== null && status < 300;

/** Two people at each kind of work. */
export async function staffAndClients(app: TestApp): Promise<Person[]> {
  const staff = await app.staff();
  const kinds = [uploader, decider, editor];
  return Promise.all([...kinds, ...kinds].map((kind) => kind(staff)));
}

/** Uploads two pictures at a time, and tries each batch again that was not taken, as the upload page does. */
export async function uploader(staff: Agent): Promise<Person> {
  const files = [await jpeg(), await jpeg()];
  const moments: string[] = [(await createMoment(staff)).id];
  const { clientId } = (await staff.get(`/api/moments/${moments[0]}`).expect(200)).body as { clientId: string };
  const batches: { momentId: string; name: string; isTaken: boolean }[] = [];
  const send = async (ask: Ask, batch: (typeof batches)[number]): Promise<Answer> => {
    const form = new FormData();
    form.set('momentId', batch.momentId);
    files.forEach((file, index) =>
      form.append('images', new Blob([new Uint8Array(file)]), `${batch.name}-${index}.jpg`),
    );
    const answer = await ask('POST', '/api/upload', form, batch.name);
    batch.isTaken ||= isDone(answer);
    return answer;
  };
  return {
    step: async (ask) => {
      const last = batches.at(-1);
      if (last && !last.isTaken) return send(ask, last);
      if (batches.length % 12 === 11) {
        const made = await ask('POST', '/api/moments', { title: `Batch ${batches.length}`, clientId });
        if (!isDone(made)) return made;
        moments.push(made.body['id'] as string);
      }
      const batch = { momentId: moments.at(-1)!, name: `${moments[0]}-${batches.length}`, isTaken: false };
      batches.push(batch);
      return send(ask, batch);
    },
    check: async () => {
      for (const momentId of moments) {
        const { body } = await staff.get(`/api/moments/${momentId}/images`).expect(200);
        const names = (body as ImageView[]).map(({ fileName }) => fileName);
        expect(new Set(names).size).toBe(names.length);
        for (const batch of batches.filter((one) => one.momentId === momentId)) {
          const own = names.filter((name) => name.startsWith(`${batch.name}-`)).length;
          expect({ batch, own }).toEqual({ batch, own: batch.isTaken || own > 0 ? 2 : 0 });
        }
      }
    },
  };
}

/** Decides the images of a moment one after the other, and clicks again where no answer came. */
export async function decider(staff: Agent): Promise<Person> {
  const { moment, images } = await createMomentWithImages(staff, 6);
  const decided = new Map<string, 'asked' | 'answered'>();
  const verdictOf = (image: ImageView) => (image.position % 3 === 2 ? 'reject' : 'approve');
  let next = 0;
  return {
    step: async (ask) => {
      const image = images[next % images.length]!;
      const body = verdictOf(image) === 'reject' ? { feedback: `Not ${image.position}` } : {};
      if (!decided.has(image.id)) decided.set(image.id, 'asked');
      const answer = await ask('POST', `/api/images/${image.id}/${verdictOf(image)}`, { ...body, version: 1 });
      if (!isDone(answer)) return answer;
      decided.set(image.id, 'answered');
      next += 1;
      return answer;
    },
    check: async () => {
      const { body: now } = await staff.get(`/api/moments/${moment.id}/images`).expect(200);
      const { body: history } = await staff.get(`/api/moments/${moment.id}/history`).expect(200);
      for (const image of now as ImageView[]) {
        const entries = (history as HistoryEntry[]).filter(
          ({ imageId, action }) => imageId === image.id && ['image.approved', 'image.rejected'].includes(action),
        );
        const status = verdictOf(image) === 'reject' ? 'rejected' : 'approved';
        if (decided.get(image.id) === 'answered') expect(image.status).toBe(status);
        expect({ status: image.status, entries: entries.length }).toEqual(
          image.status === 'pending' ? { status: 'pending', entries: 0 } : { status, entries: 1 },
        );
        expect(image.feedback).toBe(image.status === 'rejected' ? `Not ${image.position}` : '');
      }
    },
  };
}

/** Edits a client's record and an image's caption in turn, two fields at a time. */
export async function editor(staff: Agent): Promise<Person> {
  const client = await createClient(staff, { business: 'Edit 0', notes: 'Note 0' });
  const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
  const [image] = images;
  let count = 0;
  const answered = { client: 0, image: 0 };
  return {
    step: async (ask) => {
      count += 1;
      const what = count % 2 ? 'client' : 'image';
      const answer = await (what === 'client'
        ? ask('PATCH', `/api/clients/${client.id}`, { business: `Edit ${count}`, notes: `Note ${count}` })
        : ask('PATCH', `/api/images/${image!.id}`, { title: `Edit ${count}`, address: `Note ${count}` }));
      if (isDone(answer)) answered[what] = count;
      return answer;
    },
    check: async () => {
      const { body } = await staff.get(`/api/clients/${client.id}`).expect(200);
      const { business, notes } = body as ClientView;
      expectWhole(business, notes, answered.client);
      const [now] = (await staff.get(`/api/moments/${moment.id}/images`).expect(200)).body as [ImageView];
      if (answered.image) expectWhole(now.title, now.address, answered.image);
      const { body: history } = await staff.get(`/api/moments/${moment.id}/history`).expect(200);
      const edits = (history as HistoryEntry[]).filter(({ action }) => action === 'image.edited');
      expect(new Set(edits.map(({ changes }) => changes['title']?.to)).size).toBe(edits.length);
      expect(now.version).toBe(edits.length + 1);
    },
  };
}

/** Two fields that were edited together say the same, and nothing older than was acknowledged. */
function expectWhole(edit: string, note: string, answered: number): void {
  const number = Number(edit.replace('Edit ', ''));
  expect(note).toBe(`Note ${number}`);
  expect(number).toBeGreaterThanOrEqual(answered);
}
