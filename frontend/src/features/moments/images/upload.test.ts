import { describe, expect, it } from '@jest/globals';
import { HttpError } from '../../../lib/http';
import { planBatches, uploadBatches, type UploadError, type UploadProgress } from './upload';
import type { SendBatch, UploadBatch } from '../../../records/images';

const MB = 1024 * 1024;

function file(name: string, bytes = 1): File {
  return Object.defineProperty(new File(['x'], name), 'size', { value: bytes });
}

function files(count: number, bytes = 1): File[] {
  return Array.from({ length: count }, (_, index) => file(`${index + 1}.jpg`, bytes));
}

const names = (batches: UploadBatch[]) => batches.map((batch) => batch.files.map(({ name }) => name));

/** Runs an upload, and records requests, progress and finished batches. */
async function run(batches: UploadBatch[], send: SendBatch, controller = new AbortController()) {
  const waits: number[] = [];
  const progress: UploadProgress[] = [];
  const done: UploadBatch[] = [];
  const error = await uploadBatches(batches, {
    send,
    signal: controller.signal,
    onProgress: (now) => progress.push(now),
    onBatchDone: (batch) => done.push(batch),
    wait: async (milliseconds) => void waits.push(milliseconds),
  }).then(
    () => null,
    (failure: Error) => failure,
  );
  return { waits, progress, done, error };
}

/** A server that fails a given number of times, and records the keys of its requests. */
function failing(times: number, error: Error) {
  const keys: string[] = [];
  const send: SendBatch = async ({ idempotencyKey }) => {
    keys.push(idempotencyKey);
    if (keys.length <= times) throw error;
    return [];
  };
  return { keys, send };
}

describe('planning the batches', () => {
  it('puts at most 5 files into one', () => {
    expect(names(planBatches(files(7)))).toEqual([
      ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg'],
      ['6.jpg', '7.jpg'],
    ]);
  });

  it('puts at most 200 MB into one', () => {
    const batches = planBatches([...files(4, 50 * MB), file('last.jpg', 1)]);
    expect(names(batches)).toEqual([['1.jpg', '2.jpg', '3.jpg', '4.jpg'], ['last.jpg']]);
  });

  it('continues the positions after the files that are done', () => {
    expect(planBatches(files(6), { done: 10 }).map(({ first }) => first)).toEqual([10, 15]);
  });

  it('keeps the key of an unchanged batch, and of no other', () => {
    const chosen = files(7);
    const before = planBatches(chosen);
    const [again, shorter] = planBatches(chosen.slice(0, 6), { earlier: before });
    expect(again!.idempotencyKey).toBe(before[0]!.idempotencyKey);
    expect(shorter!.idempotencyKey).not.toBe(before[1]!.idempotencyKey);
  });

  it('plans no batch without files', () => {
    expect(planBatches([])).toEqual([]);
  });
});

describe('sending the batches', () => {
  it('tries three times, two seconds apart, with one key', async () => {
    const server = failing(2, new HttpError(503, '{"message":"The storage is down."}'));
    const [batch] = planBatches(files(2));
    const { error, waits, done } = await run([batch!], server.send);
    expect(error).toBeNull();
    expect(waits).toEqual([2000, 2000]);
    expect(server.keys).toEqual(Array(3).fill(batch!.idempotencyKey));
    expect(done).toEqual([batch]);
  });

  it('says which images failed after 3 attempts and why, and sends nothing after them', async () => {
    const sent: number[] = [];
    const { error, done } = await run(planBatches(files(12)), async ({ first }) => {
      sent.push(first);
      if (first === 5) throw new HttpError(503, '{"message":"The storage is down."}');
      return [];
    });
    expect(error?.message).toBe('Failed to upload images 6-10 after 3 attempts: The storage is down.');
    expect(sent).toEqual([0, 5, 5, 5]);
    expect(done).toHaveLength(1);
  });

  it.each([400, 409, 413, 415])('does not retry a %i', async (status) => {
    const server = failing(9, new HttpError(status, '{"message":"scan.heic is no JPEG."}'));
    const { error, waits } = await run(planBatches(files(3)), server.send);
    expect(error?.message).toBe('Failed to upload images 1-3: scan.heic is no JPEG.');
    expect(server.keys).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  it('names the refused files of a batch, with the reason for each', async () => {
    const chosen = files(7);
    const details = [
      { field: 'images.0', message: '6.jpg is empty.' },
      { field: 'images.1', message: '7.jpg is damaged.' },
      { field: 'images.9', message: 'There is no such file.' },
      { field: 'momentId', message: 'This is no file.' },
    ];
    const { error } = await run(planBatches(chosen), async ({ first }) => {
      if (first === 5) throw new HttpError(415, JSON.stringify({ message: '6.jpg is empty.', details }));
      return [];
    });
    expect((error as UploadError).refused).toEqual(
      new Map([
        [chosen[5], '6.jpg is empty.'],
        [chosen[6], '7.jpg is damaged.'],
      ]),
    );
  });

  it('retries when there was no response', async () => {
    const server = failing(1, new HttpError(0, 'The server could not be reached.'));
    expect((await run(planBatches(files(1)), server.send)).error).toBeNull();
    expect(server.keys).toHaveLength(2);
  });

  it('counts the bytes and the files that were sent', async () => {
    const { progress } = await run(planBatches(files(6, 10)), async (_batch, { onProgress }) => {
      onProgress(25);
      onProgress(9999);
      return [];
    });
    expect(progress.map(({ sentBytes, sentFiles }) => [sentBytes, sentFiles])).toEqual([
      [0, 0],
      [25, 2],
      [50, 5],
      [50, 5],
      [60, 6],
      [60, 6],
    ]);
    expect(progress[0]).toMatchObject({ totalBytes: 60, totalFiles: 6, attempt: 1 });
  });

  it('does not count files that were sent but refused', async () => {
    const { progress } = await run(planBatches(files(2, 10)), async (_batch, { onProgress }) => {
      onProgress(20);
      throw new HttpError(415, 'no');
    });
    expect(progress.at(-1)).toMatchObject({ sentBytes: 0, sentFiles: 0 });
  });

  it('stops without another attempt when it is cancelled', async () => {
    const controller = new AbortController();
    let attempts = 0;
    const { error, waits } = await run(
      planBatches(files(1)),
      async () => {
        attempts++;
        controller.abort();
        throw new DOMException('cancelled', 'AbortError');
      },
      controller,
    );
    expect(error?.name).toBe('AbortError');
    expect([attempts, waits.length]).toEqual([1, 0]);
  });
});
