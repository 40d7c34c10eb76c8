import { useEffect } from 'react';
import { useTranslator } from '../lib/texts/translator';

/**
 * Shown when rendering a page failed, for instance because an update replaced its files, or because the connection
 * was lost; reloads when the browser is back online. It must not need any further file.
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
