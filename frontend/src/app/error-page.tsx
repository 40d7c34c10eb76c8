import { useEffect } from 'react';
import { useTranslator } from '../lib/texts/translator';

/**
 * Shown when a page could not be drawn, for instance because a new version replaced its files, or because the connection was
 * lost: then it reloads by itself once that is back. It uses nothing that would have to be loaded.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useTranslator();
  useEffect(() => console.error(error), [error]);
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <main style={{ padding: 24, textAlign: 'center', fontFamily: 'sans-serif', color: 'CanvasText' }}>
      <h1 style={{ marginBottom: '0.5em', fontWeight: 500 }}>{t.text('page.notShown')}</h1>
      <p style={{ marginBottom: '1em' }}>{t.text('page.notShownText')}</p>
      <button type="button" style={{ padding: '1px 6px', border: '1px solid', borderRadius: 3 }} onClick={reload}>
        {t.text('page.reload')}
      </button>
    </main>
  );
}

function reload(): void {
  window.location.reload();
}
