/** Misses per network within a window, and look-ups of a network at a time. */
interface LookupLimit {
  points: number;
  seconds: number;
  atOnce: number;
}

/** How long a look-up waits for its turn, in milliseconds: as long as for a database connection. */
const WAIT_MS = 3000;

/** The errors that are thrown instead of doing a look-up. */
export interface Refusals {
  /** Too many misses. @param waitMs until the window ends */
  usedUp(waitMs: number): Error;
  /** The turn did not come in time. */
  busy(): Error;
}

/** The queue of one network. */
interface NetworkQueue {
  /** Calls that have not ended, running or waiting. */
  calls: number;
  underWay: number;
  /** Wakes waiting calls, in their order. */
  waiting: Set<() => void>;
  misses: number;
  /** When the window ends that began with the first miss. */
  endsAt: number;
}

/**
 * Limits look-ups of people who may be guessing: per network, a few run at a time in order, and only a number of
 * misses is allowed. Each look-up counts as a miss until it has found something, so that concurrent guesses cannot
 * exceed the limit. While running look-ups may still turn out to be hits, the next ones wait, so that a network is
 * refused only after real misses.
 */
export class Lookups {
  private readonly lines = new Map<string, NetworkQueue>();

  constructor(
    private readonly limit: LookupLimit,
    private readonly refusals: Refusals,
  ) {}

  /** Looks something up; `null` is a miss. @throws one of `Refusals`, without the look-up */
  async find<T>(network: string, lookup: () => Promise<T | null>): Promise<T | null> {
    const { points, atOnce } = this.limit;
    return this.enqueue(network, async (line, turn) => {
      while (line.underWay >= Math.min(atOnce, points - line.misses)) {
        if (line.misses >= points) throw this.refusals.usedUp(line.endsAt - performance.now());
        await turn();
      }
      return underWay(line, async () => {
        const found = await lookup();
        if (found === null) this.miss(network, line);
        return found;
      });
    });
  }

  /** Does other work in the network's queue. @throws one of `Refusals`, without the work */
  async run<T>(network: string, work: () => Promise<T>): Promise<T> {
    return this.enqueue(network, async (line, turn) => {
      while (line.underWay >= this.limit.atOnce) await turn();
      return underWay(line, work);
    });
  }

  /** @param call gets the function that waits until a turn may have come */
  private async enqueue<T>(
    network: string,
    call: (line: NetworkQueue, turn: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const line = this.lines.get(network) ?? { calls: 0, underWay: 0, waiting: new Set(), misses: 0, endsAt: 0 };
    this.lines.set(network, line);
    line.calls += 1;
    const deadline = performance.now() + WAIT_MS;
    try {
      return await call(line, () => this.turn(line, deadline));
    } finally {
      line.calls -= 1;
      // Also after a refusal, because this call was woken instead of the next one.
      line.waiting.values().next().value?.();
      this.forget(network, line);
    }
  }

  private turn(line: NetworkQueue, deadline: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = (): void => {
        clearTimeout(timer);
        line.waiting.delete(wake);
        resolve();
      };
      const giveUp = (): void => {
        line.waiting.delete(wake);
        reject(this.refusals.busy());
      };
      const timer = setTimeout(giveUp, deadline - performance.now());
      line.waiting.add(wake);
    });
  }

  private miss(network: string, line: NetworkQueue): void {
    line.misses += 1;
    if (line.misses > 1) return;
    line.endsAt = performance.now() + this.limit.seconds * 1000;
    const end = (): void => {
      line.misses = 0;
      this.forget(network, line);
    };
    setTimeout(end, this.limit.seconds * 1000).unref();
  }

  private forget(network: string, line: NetworkQueue): void {
    if (line.calls === 0 && line.misses === 0) this.lines.delete(network);
  }
}

async function underWay<T>(line: NetworkQueue, work: () => Promise<T>): Promise<T> {
  line.underWay += 1;
  try {
    return await work();
  } finally {
    line.underWay -= 1;
  }
}
