import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';

/**
 * Shown when a page could not be drawn, for instance because a new version replaced its files.
 * It uses nothing that would have to be loaded.
 */
export function ErrorPage() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <main style={{ padding: 24, textAlign: 'center', fontFamily: 'sans-serif', color: 'CanvasText' }}>
      <h1>This page could not be shown</h1>
      <p>Reload it. If a new version was just installed, that is all it needs.</p>
      <button type="button" onClick={() => window.location.reload()}>
        Reload
      </button>
    </main>
  );
}
