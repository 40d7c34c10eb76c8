import pLimit from 'p-limit';

/** Reads of the database that events wait for at the same time: few, so that requests are not held up. */
const CONCURRENCY = 4;

/**
 * Does work in order per subject, and side by side across subjects, so that two states of a row never arrive in the wrong
 * order and one slow read holds up no other subject. Work never rejects.
 */
export class SubjectQueues {
  private readonly limit = pLimit(CONCURRENCY);
  private readonly last = new Map<string, Promise<void>>();
  private barrier: Promise<void> = Promise.resolve();

  /** Does some work after all earlier work on the same subject, and after every earlier barrier. */
  add(subject: string, work: () => Promise<void>): void {
    const before = [this.last.get(subject), this.barrier];
    const done = Promise.all(before).then(() => this.limit(work));
    this.last.set(subject, done);
    void done.then(() => this.last.get(subject) === done && this.last.delete(subject));
  }

  /** Does some work after every earlier barrier and before all later work on any subject. */
  addBarrier(work: () => Promise<void>): void {
    this.barrier = this.barrier.then(work);
  }

  /** Waits for all work that was added. */
  async drain(): Promise<void> {
    await Promise.all([this.barrier, ...this.last.values()]);
  }
}
