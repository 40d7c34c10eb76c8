const MOMENT_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const PUBLIC_LINK = /^[\w-]{22}$/;

/** The page on this host that a review link, from whatever host, or the id at its end leads to; `null` for other texts. */
export function pathOfReviewLink(text: string): string | null {
  const address = text
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .replace(/^https?:\/\//i, '')
    .replace(/[?#].*$/, '');
  const parts = address.split('/').filter(Boolean);
  const id = parts.at(-1) ?? '';
  // A link has at most a host, the kind of page and the id.
  const kind = parts.length > 1 && parts.length <= 3 ? parts.at(-2) : undefined;
  const isBare = parts.length === 1;
  if (MOMENT_ID.test(id) && (isBare || kind === 'public')) return `/public/${id.toLowerCase()}`;
  if (PUBLIC_LINK.test(id) && (isBare || kind === 'gmb-preview')) return `/gmb-preview/${id}`;
  return null;
}
