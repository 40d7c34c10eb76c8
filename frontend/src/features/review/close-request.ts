interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

declare global {
  interface Window {
    /** In browsers that have it. */
    CloseWatcher?: new () => CloseWatcher;
  }
}

/** Hears the wish to close what is on top: Escape, and on Android the Back gesture. The answer stops hearing it. */
export function onCloseRequest(close: () => void): () => void {
  if (window.CloseWatcher) {
    const watcher = new window.CloseWatcher();
    watcher.onclose = close;
    return () => watcher.destroy();
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}
