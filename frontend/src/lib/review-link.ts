/** A reviewer's own link, whose page is at `/r/{token}` and below. */

const PAGE = /^\/r\/(?<token>[\w-]+)(?:\/(?<kind>moments|optimizations)\/(?<id>[\w-]+))?/u;

/** The token of the page that is open; `null` on other pages, and where the server draws one. */
export function reviewLink(): string | null {
  return opened()?.['token'] ?? null;
}

/** What a page below a portal shows; `null` elsewhere. */
export function openedInPortal(): { kind: 'moment' | 'optimization'; id: string } | null {
  const { kind, id } = opened() ?? {};
  return kind && id ? { kind: kind === 'moments' ? 'moment' : 'optimization', id } : null;
}

/** Address of a page below the portal with this token; of the portal itself without an id. */
export function portalPath(token: string, item?: { kind: 'moment' | 'optimization'; id: string }): string {
  return `/r/${token}${item ? `/${item.kind}s/${item.id}` : ''}`;
}

function opened(): Record<string, string | undefined> | undefined {
  return typeof window === 'undefined' ? undefined : PAGE.exec(window.location.pathname)?.groups;
}
