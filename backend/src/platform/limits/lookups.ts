/** How often a network may look up what does not exist within a window, and how many look-ups of it are under way at a time. */
interface LookupLimit {
  points: number;
  seconds: number;
  atOnce: number;
}

/** How long a look-up waits for its turn: as long as it would for a connection to the database. */
const WAIT_MS = 3000;

/** What is thrown in place of a look-up. */
export interface Refusals {
  /** The misses are used up; with the milliseconds until the window ends. */
  usedUp(waitMs: number): Error;
  /** Its turn did not come in time. */
  busy(): Error;
}

/** The look-ups of one network. */
interface Line {
  /** Calls that have not ended, of which some are under way and the others wait. */
  calls: number;
  underWay: number;
  /** Each wakes one that waits, the first one first. */
  waiting: Set<() => void>;
  misses: number;
  /** When the window ends that began with the first miss. */
  endsAt: number;
}

/**
 * Look-ups of people who may be guessing: a few of each network at a time, the others in their order, and only so many that find
 * nothing. Each counts as one of those from before it begins until it has found something, so that guesses cannot pass side by
 * side. While look-ups under way may still give back what is left, the next ones wait: what exists is refused only to a network
 * whose guesses are used up.
 */
export class Lookups {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly limit: LookupLimit,
    private readonly refusals: Refusals,
  ) {}

  /** Looks something up; `null` is a miss. @throws a refusal, without the look-up */
  async find<T>(network: string, lookup: () => Promise<T | null>): Promise<T | null> {
    const { points, atOnce } = this.limit;
    return this.inLine(network, async (line, turn) => {
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

  /** Does other work for the network in its turn. @throws a refusal, without the work */
  async do<T>(network: string, work: () => Promise<T>): Promise<T> {
    return this.inLine(network, async (line, turn) => {
      while (line.underWay >= this.limit.atOnce) await turn();
      return underWay(line, work);
    });
  }

  /** @param call gets the function that waits until a turn may have come */
  private async inLine<T>(network: string, call: (line: Line, turn: () => Promise<void>) => Promise<T>): Promise<T> {
    const line = this.lines.get(network) ?? { calls: 0, underWay: 0, waiting: new Set(), misses: 0, endsAt: 0 };
    this.lines.set(network, line);
    line.calls += 1;
    const deadline = performance.now() + WAIT_MS;
    try {
      return await call(line, () => this.turn(line, deadline));
    } finally {
      line.calls -= 1;
      // Also after a refusal: this one was woken in place of the next.
      line.waiting.values().next().value?.();
      this.forget(network, line);
    }
  }

  private turn(line: Line, deadline: number): Promise<void> {
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

  private miss(network: string, line: Line): void {
    line.misses += 1;
    if (line.misses > 1) return;
    line.endsAt = performance.now() + this.limit.seconds * 1000;
    const end = (): void => {
      line.misses = 0;
      this.forget(network, line);
    };
    setTimeout(end, this.limit.seconds * 1000).unref();
  }

  private forget(network: string, line: Line): void {
    if (line.calls === 0 && line.misses === 0) this.lines.delete(network);
  }
}

async function underWay<T>(line: Line, work: () => Promise<T>): Promise<T> {
  line.underWay += 1;
  try {
    return await work();
  } finally {
    line.underWay -= 1;
  }
}
