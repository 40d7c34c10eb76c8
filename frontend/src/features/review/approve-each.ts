import { HttpError } from '../../lib/http';

/** Requests under way at the same time: quick on a phone's slow line, gentle to the server. */
const AT_ONCE = 4;

export interface Tally<Item> {
  total: number;
  approved: number;
  failed: { item: Item; error: HttpError }[];
}

/**
 * Approves one by one; one that is refused does not stop the others, unless the server takes no more for now: the rest
 * is then refused with the same reason. Tells after each how many are done.
 */
export async function approveEach<Item>(
  items: Item[],
  approve: (item: Item) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<Tally<Item>> {
  const queue = [...items];
  const tally: Tally<Item> = { total: items.length, approved: 0, failed: [] };
  let full: HttpError | undefined;
  const work = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) {
      const error = full ?? (await refusalOf(approve(item)));
      if (error?.status === 429) full = error;
      if (error) tally.failed.push({ item, error });
      else tally.approved += 1;
      onProgress(tally.approved + tally.failed.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, work));
  return tally;
}

async function refusalOf(answer: Promise<unknown>): Promise<HttpError | undefined> {
  try {
    await answer;
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}
