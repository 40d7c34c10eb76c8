import { HttpError } from '../../lib/http';

export interface Tally<Item> {
  total: number;
  approved: number;
  failed: { item: Item; error: HttpError }[];
}

/**
 * Approves one after the other, so that the history has them in the order of the page. One that is refused does not stop
 * the others, unless the server takes no more for now: the rest is then refused with the same reason.
 * @param onProgress called after each with how many are done
 */
export async function approveEach<Item>(
  items: Item[],
  approve: (item: Item) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<Tally<Item>> {
  const tally: Tally<Item> = { total: items.length, approved: 0, failed: [] };
  let full: HttpError | undefined;
  for (const item of items) {
    const error = full ?? (await refusalOf(approve(item)));
    if (error && takesNoMore(error)) full = error;
    if (error) tally.failed.push({ item, error });
    else tally.approved += 1;
    onProgress(tally.approved + tally.failed.length);
  }
  return tally;
}

/** Whether the server takes no more decisions on the whole link for now. */
export function takesNoMore({ status, code }: HttpError): boolean {
  return status === 429 && code !== 'SECTION_THROTTLED';
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
