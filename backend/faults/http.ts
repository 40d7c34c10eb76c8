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
  /** Whom a trusted proxy names as the caller. */
  from?: string;
}

/** Sends one request, and follows no redirect. */
export async function call(url: string, { method, body, headers = {}, from }: CallOptions = {}): Promise<Answer> {
  const isRaw = typeof body === 'string' || body instanceof FormData;
  const answer = await fetch(url, {
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

/** How often each status came. */
export function statuses(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function asJson(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body'];
  } catch {
    return { text };
  }
}
