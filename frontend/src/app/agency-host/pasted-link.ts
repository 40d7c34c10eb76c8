const MOMENT_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const OPTIMIZATION_TOKEN = /^[\w-]{22}$/;
/** A reviewer's own link, or a page below it. */
const OWN_LINK = /^(?:[^/]*\/)?(r\/[\w-]{22}(?:\/(?:moments|optimizations)\/[\w-]+)?(?:\/delivered)?)$/;

/**
 * Path on this host for a pasted review link of any host, moment id or optimization token; `null` for other texts.
 */
export function pathOfPastedLink(text: string): string | null {
  const address = text
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .replace(/^https?:\/\//i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '');
  const [, own] = OWN_LINK.exec(address) ?? [];
  if (own) return `/${own}`;
  const parts = address.split('/').filter(Boolean);
  const id = parts.at(-1) ?? '';
  // A link has at most three parts: host, kind of page, id.
  const kind = parts.length > 1 && parts.length <= 3 ? parts.at(-2) : undefined;
  const isIdAlone = parts.length === 1;
  if (MOMENT_ID.test(id) && (isIdAlone || kind === 'public')) return `/public/${id.toLowerCase()}`;
  if (OPTIMIZATION_TOKEN.test(id) && (isIdAlone || kind === 'gmb-preview')) return `/gmb-preview/${id}`;
  return null;
}
