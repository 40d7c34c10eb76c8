import { expect } from '@jest/globals';

/** What an attacker's program gets: the answer as it came, its body read. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Read as JSON; the text itself where it is none. */
  body: Record<string, unknown> & { code?: string; message?: string };
  text: string;
}

interface CallOptions {
  method?: string;
  /** Sent as JSON unless it is text or a form. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The address that a trusted proxy names as the caller's. */
  from?: string;
}

/** Sends one request, and follows no redirect. */
export async function call(url: string, { method, body, headers = {}, from }: CallOptions = {}): Promise<Answer> {
  const isRaw = typeof body === 'string' || body instanceof FormData;
  const answer = await fetchAsBrowser(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      ...(body !== undefined && !isRaw && { 'Content-Type': 'application/json' }),
      ...(from && { 'X-Forwarded-For': from }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: asJson(text), text };
}

/** The server may close an idle connection just as a request is sent on it: browsers send a GET once more then. */
async function fetchAsBrowser(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    const isClosed = (error as { cause?: { code?: string } }).cause?.code === 'UND_ERR_SOCKET';
    if (request.method !== 'GET' || !isClosed) throw error;
    return fetch(url, request);
  }
}

/** Sends many, so many at once, and answers in their order. */
export async function callEach<Item, Result>(
  items: Item[],
  send: (item: Item, index: number) => Promise<Result>,
  atOnce = 20,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await send(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/** The numbers from 0 up to this one, without it. */
export function many(count: number): number[] {
  return Array.from({ length: count }, (_none, index) => index);
}

/** A network address for each number, to send requests `from`. */
export function address(index: number): string {
  return `198.51.${100 + Math.floor(index / 250)}.${1 + (index % 250)}`;
}

/** How often each status came. */
export function statuses(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** It is a 429 with this sentence, which may be tried again within so many seconds. */
export function expectRefused(answer: Answer, sentence: RegExp, seconds: number, code = 'TOO_MANY_REQUESTS'): void {
  expect(answer).toMatchObject({ status: 429, body: { code } });
  expect(answer.body.message).toMatch(sentence);
  const retryAfter = Number(answer.headers.get('Retry-After'));
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(seconds);
}

function asJson(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body'];
  } catch {
    return { text };
  }
}
