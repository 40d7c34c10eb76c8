const AT_A_TIME = 4;

/** Does a few things at the same time, and takes no more before one of them is done. */
export class FewAtATime {
  private readonly running = new Set<Promise<void>>();

  /** Resolves when the work has begun; rejects, as every later call does, once any work has failed. */
  async add(work: () => Promise<void>): Promise<void> {
    while (this.running.size >= AT_A_TIME) await Promise.race(this.running);
    const done = work().then(() => void this.running.delete(done));
    // Whoever waits next is told.
    done.catch(() => undefined);
    this.running.add(done);
  }

  /** Waits for all work to end; rejects if any of it failed. */
  async settled(): Promise<void> {
    const ended = await Promise.allSettled(this.running);
    const failed = ended.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
