import pLimit from 'p-limit';

/** Tasks that run at the same time. Few, so that requests get database connections. */
const CONCURRENCY = 4;

/**
 * Runs tasks with the same key in order, and tasks with different keys concurrently, so that two states of a row
 * never arrive in the wrong order and a slow read delays no other key. Tasks must not reject.
 */
export class KeyedQueues {
  private readonly limit = pLimit(CONCURRENCY);
  private readonly last = new Map<string, Promise<void>>();
  private barrier: Promise<void> = Promise.resolve();

  /** Runs a task after all earlier tasks with the same key, and after all earlier barriers. */
  add(key: string, task: () => Promise<void>): void {
    const before = [this.last.get(key), this.barrier];
    const done = Promise.all(before).then(() => this.limit(task));
    this.last.set(key, done);
    void done.then(() => this.last.get(key) === done && this.last.delete(key));
  }

  /** Runs a task after all earlier barriers, and before all later tasks of any key. */
  addBarrier(task: () => Promise<void>): void {
    this.barrier = this.barrier.then(task);
  }

  /** Waits for all tasks that were added. */
  async drain(): Promise<void> {
    await Promise.all([this.barrier, ...this.last.values()]);
  }
}
