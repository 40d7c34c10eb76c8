/** How every read is asked for. */
export const READ = { method: 'GET', credentials: 'include', headers: { Accept: 'application/json' } } as const;

const underWay = new Map<string, Promise<Response>>();

/** Reads what a page is about to ask for, before its code is there. */
export function readEarly(path: string): Promise<Response> {
  const answer = fetch(path, READ);
  underWay.set(path, answer);
  return answer;
}

/** The answer to an early read, for the first who asks. */
export function takeEarly(path: string): Promise<Response> | undefined {
  const answer = underWay.get(path);
  underWay.delete(path);
  return answer;
}
