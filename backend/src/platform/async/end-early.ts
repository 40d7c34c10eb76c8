/** Settles as the promise does; rejects with `error` if the promise takes longer than `milliseconds`. */
export async function withDeadline<T>(promise: Promise<T>, milliseconds: number, error: Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(error), milliseconds);
  });
  return Promise.race([promise, tooLate]).finally(() => clearTimeout(timer));
}

/**
 * Calls `work` with a signal that aborts with the first of `sources`. Unlike with `AbortSignal.any`, the sources do not keep
 * the signal in memory afterwards, even if `work` leaves listeners on it.
 */
export async function underSignals<T>(
  sources: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = ({ target }: Event): void => controller.abort((target as AbortSignal).reason);
  const aborted = sources.find((source) => source.aborted);
  if (aborted) controller.abort(aborted.reason);
  for (const source of sources) source.addEventListener('abort', abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const source of sources) source.removeEventListener('abort', abort);
  }
}
