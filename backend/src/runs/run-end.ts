import {
  concatMap,
  filter,
  firstValueFrom,
  interval,
  merge,
  of,
  takeUntil,
  throwIfEmpty,
  timer,
  type Observable,
} from 'rxjs';
import { AppError } from '../common/errors.js';
import { isRunActive, type RunState } from '../contract/statuses.js';

/** How often a waiting request looks at its run, beside hearing about its end. */
const LOOK_AGAIN_MS = 1000;
/** How long a request waits for a run: browsers and proxies give up by then. */
const WAIT_MINUTES = 5;

/** A run that a request waits for. */
interface Awaited<View> {
  /** Reads the run; it throws where the run is gone. */
  look: () => Promise<View>;
  /** Progress of any run, as it is heard. */
  heard: Observable<{ runId: string; state: RunState }>;
  /** The request is gone. */
  hungUp: Observable<unknown>;
  /** What is not ready if it takes too long, as a sentence begins: "The caption". */
  what: string;
}

/**
 * Waits until a run has ended, and answers it. The work goes on where nobody waits any more.
 * @throws AppError 503 QUEUE_UNAVAILABLE when it takes too long
 */
export function runEnd<View extends { state: RunState }>(
  runId: string,
  { look, heard, hungUp, what }: Awaited<View>,
): Promise<View> {
  const end = heard.pipe(filter((progress) => progress.runId === runId && !isRunActive(progress.state)));
  const looks = merge(end, interval(LOOK_AGAIN_MS), of(null)).pipe(
    takeUntil(merge(hungUp, timer(WAIT_MINUTES * 60_000))),
    concatMap(look),
    filter((run) => !isRunActive(run.state)),
    throwIfEmpty(() => tooLate(what)),
  );
  return firstValueFrom(looks);
}

function tooLate(what: string): AppError {
  const message = `${what} is not ready after ${WAIT_MINUTES} minutes. It appears as soon as a worker has drafted it.`;
  return new AppError(503, 'QUEUE_UNAVAILABLE', message);
}
