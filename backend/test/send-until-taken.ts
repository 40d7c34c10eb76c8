import { setTimeout as delay } from 'node:timers/promises';
import { stretched } from './stretched.js';

const LONGEST_MS = 30_000;

/**
 * Sends a request, and sends it again while the answer is a 503, as a client would: requests that change the same row at
 * once wait for each other, and on a busy machine one may wait longer than it may. Returns the last answer.
 */
export async function sendUntilTaken<T extends { status: number }>(send: () => PromiseLike<T>): Promise<T> {
  const deadline = Date.now() + stretched(LONGEST_MS);
  for (;;) {
    const answer = await send();
    if (answer.status !== 503 || Date.now() > deadline) return answer;
    await delay(100);
  }
}
