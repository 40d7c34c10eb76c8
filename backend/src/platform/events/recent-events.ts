/** Rooms whose last event is recorded; of all others only the time of the latest event is known. */
const ROOMS_MAX = 10_000;

/** Records when each room last had an event, so that a reconnecting page can learn whether it missed one. */
export class RecentEvents {
  /** Time of the latest event per room, oldest first, in milliseconds of this process's clock. */
  private readonly times = new Map<string, number>();
  /** Events before this time are unknown. */
  private unknownUntil: number;

  constructor(private readonly now = (): number => performance.now()) {
    this.unknownUntil = now();
  }

  /** Records an event of a room. */
  note(room: string): void {
    this.times.delete(room);
    this.times.set(room, this.now());
    if (this.times.size <= ROOMS_MAX) return;
    const [oldest, time] = this.times.entries().next().value!;
    this.times.delete(oldest);
    this.unknownUntil = Math.max(this.unknownUntil, time);
  }

  /** Events until now may have been missed by this process. */
  reset(): void {
    this.unknownUntil = this.now();
  }

  /** Whether one of the rooms may have had an event within the given number of milliseconds. */
  hasWithin(ms: number, rooms: string[]): boolean {
    const since = this.now() - ms;
    return this.unknownUntil >= since || rooms.some((room) => (this.times.get(room) ?? -Infinity) >= since);
  }
}
