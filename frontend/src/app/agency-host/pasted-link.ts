const MOMENT_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const OPTIMIZATION_TOKEN = /^[\w-]{22}$/;
/** A reviewer's own link, and pages below it. */
const OWN_LINK = /^(?:[^/]*\/)?(r\/[\w-]{22}(?:\/(?:moments|optimizations)\/[\w-]+)?(?:\/delivered)?)$/;

/** Path on this host for a review link of any host, or for the id of a moment or an optimization alone; `null` for other texts. */
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
  // A link has at most a host, the kind of page and the id.
  const kind = parts.length > 1 && parts.length <= 3 ? parts.at(-2) : undefined;
  const isIdAlone = parts.length === 1;
  if (MOMENT_ID.test(id) && (isIdAlone || kind === 'public')) return `/public/${id.toLowerCase()}`;
  if (OPTIMIZATION_TOKEN.test(id) && (isIdAlone || kind === 'gmb-preview')) return `/gmb-preview/${id}`;
  return null;
}
