/** A reviewer's own link, whose page is at `/r/{token}` and below. */

const PAGE =
  /^\/r\/(?<token>[\w-]+)(?:\/(?<kind>moments|optimizations)\/(?<id>[\w-]+))?(?<delivered>\/delivered\/?$)?/u;

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

/** Whether the page shows what of a moment was delivered. */
export function opensDelivered(): boolean {
  return opened()?.['delivered'] !== undefined;
}

/** Address of the page below a link that shows what of its moment, or of one in its portal, was delivered. */
export function deliveredPath(token: string, item?: Parameters<typeof portalPath>[1]): string {
  return `${portalPath(token, item)}/delivered`;
}

function opened(): Record<string, string | undefined> | undefined {
  return typeof window === 'undefined' ? undefined : PAGE.exec(window.location.pathname)?.groups;
}
