/**
 * Preloaded into a process (`node --import`), it puts the clock that the process reads off by `CLOCK_OFF_MS`; SIGUSR2 sets it
 * right.
 */

let off = Number(process.env.CLOCK_OFF_MS);
const RightDate = Date;
process.on('SIGUSR2', () => (off = 0));
const now = () => RightDate.now() + off;

globalThis.Date = new Proxy(RightDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  apply: () => new RightDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
