/**
 * Does some work under a signal that aborts with the first of these, and that none of them holds once the work is done,
 * whatever was left listening to it. `AbortSignal.any` is held, as long as somebody listens to it, for as long as its
 * sources live.
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
