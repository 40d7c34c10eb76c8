/** Rooms whose last announcement is kept; of those before only the time of the latest is. */
const ROOMS_MAX = 10_000;

/** When something was last announced to a room, so that a page which connects knows whether it missed anything. */
export class LastHeard {
  /** By room, oldest first, in milliseconds of this process. */
  private readonly times = new Map<string, number>();
  /** What was announced until then is unknown, or forgotten. */
  private unknownUntil: number;

  constructor(private readonly now = (): number => performance.now()) {
    this.unknownUntil = now();
  }

  /** Something was announced to a room. */
  note(room: string): void {
    this.times.delete(room);
    this.times.set(room, this.now());
    if (this.times.size <= ROOMS_MAX) return;
    const [oldest, time] = this.times.entries().next().value!;
    this.times.delete(oldest);
    this.unknownUntil = Math.max(this.unknownUntil, time);
  }

  /** What was announced until now may not have been heard. */
  lose(): void {
    this.unknownUntil = this.now();
  }

  /** Whether anything may have been announced to one of the rooms within the last so many milliseconds. */
  within(ms: number, rooms: string[]): boolean {
    const since = this.now() - ms;
    return this.unknownUntil >= since || rooms.some((room) => (this.times.get(room) ?? -Infinity) >= since);
  }
}
