const SIGNALS: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Ctrl-C reaches a program under npm twice: from the terminal, and handed on by npm. */
const SAME_KEYPRESS_MS = 500;

/** Aborts at the first signal to stop, and calls `force` at each later one. */
export function onStopSignals(force: () => void): AbortSignal {
  const stopping = new AbortController();
  let firstAt: number | undefined;
  const onSignal = () => {
    firstAt ??= performance.now();
    if (!stopping.signal.aborted) stopping.abort();
    else if (performance.now() - firstAt > SAME_KEYPRESS_MS) force();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return stopping.signal;
}
