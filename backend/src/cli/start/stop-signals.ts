const STOP_SIGNALS: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Ctrl-C reaches a program under npm twice: from the terminal, and forwarded by npm. */
const SAME_KEYPRESS_MS = 500;

/**
 * Returns an abort signal that aborts at the first stop signal, and calls `force` at each that comes more than 500 ms
 * later. Earlier ones are ignored as the same key press.
 */
export function onStopSignals(force: () => void): AbortSignal {
  const stopping = new AbortController();
  let firstAt: number | undefined;
  const onSignal = () => {
    firstAt ??= performance.now();
    if (!stopping.signal.aborted) stopping.abort();
    else if (performance.now() - firstAt > SAME_KEYPRESS_MS) force();
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  return stopping.signal;
}
