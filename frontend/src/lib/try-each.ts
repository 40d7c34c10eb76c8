/** The number of successes, and the errors of the others. */
export interface Tally {
  done: number;
  errors: Error[];
}

const CONCURRENCY = 3;

/** Runs an asynchronous action on each item, three at a time. A failure does not stop the others. */
export async function tryEach<Item>(items: Item[], act: (item: Item) => Promise<unknown>): Promise<Tally> {
  const tally: Tally = { done: 0, errors: [] };
  const rest = items.values();
  const takeNext = async () => {
    for (const item of rest) {
      try {
        await act(item);
        tally.done += 1;
      } catch (error) {
        tally.errors.push(error as Error);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, takeNext));
  return tally;
}
