import { useEffect } from 'react';

/**
 * Shown when a page could not be drawn, for instance because a new version replaced its files, or because the connection was
 * lost: then it reloads by itself once that is back. It uses nothing that would have to be loaded.
 */
export function ErrorPage({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error]);
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <main style={{ padding: 24, textAlign: 'center', fontFamily: 'sans-serif', color: 'CanvasText' }}>
      <h1>This page could not be shown</h1>
      <p>Reload it once you are online. If a new version was just installed, that is all it needs.</p>
      <button type="button" onClick={reload}>
        Reload
      </button>
    </main>
  );
}

function reload(): void {
  window.location.reload();
}
