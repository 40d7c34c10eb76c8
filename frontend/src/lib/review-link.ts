/** Addresses of the pages behind a reviewer's own link: `/r/{token}` and below. */

const PAGE =
  /^\/r\/(?<token>[\w-]+)(?:\/(?<kind>moments|optimizations)\/(?<id>[\w-]+))?(?<delivered>\/delivered\/?$)?/u;

/** The token in the current address; `null` on other pages and on the server. */
export function reviewLink(): string | null {
  return opened()?.['token'] ?? null;
}

/** The review that is open within a portal; `null` on other pages. */
export function openedInPortal(): { kind: 'moment' | 'optimization'; id: string } | null {
  const { kind, id } = opened() ?? {};
  return kind && id ? { kind: kind === 'moments' ? 'moment' : 'optimization', id } : null;
}

/** Path of a review within a portal; without `item`, of the portal itself. */
export function portalPath(token: string, item?: { kind: 'moment' | 'optimization'; id: string }): string {
  return `/r/${token}${item ? `/${item.kind}s/${item.id}` : ''}`;
}

/** Whether the current page shows the delivered photos of a moment. */
export function opensDelivered(): boolean {
  return opened()?.['delivered'] !== undefined;
}

/** Path of the page with the delivered photos of a link's moment, or of a moment in its portal. */
export function deliveredPath(token: string, item?: Parameters<typeof portalPath>[1]): string {
  return `${portalPath(token, item)}/delivered`;
}

function opened(): Record<string, string | undefined> | undefined {
  return typeof window === 'undefined' ? undefined : PAGE.exec(window.location.pathname)?.groups;
}
