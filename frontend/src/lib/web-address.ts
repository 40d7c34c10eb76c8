import { hostName } from '@gmb-moments/backend/contract/host-name';

/** Trims a typed web address, and adds `https://` if it begins with a host name. */
export function webAddress(typed: string): string {
  const text = typed.trim();
  const [host = ''] = text.split(/[/?#]/, 1);
  // A host name has a dot; an at sign means an e-mail address.
  const isHost = host.includes('.') && /^[^\s:@]+(:\d+)?$/.test(host);
  return isHost ? `https://${text}` : text;
}

/** Whether the server accepts this text as a web address. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname } = new URL(text);
  return hostname.startsWith('[') || hostname.split('.').every((label) => HOST_LABEL.test(label));
}

// Stricter than `URL`, like the server.
const HOST_LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/i;

/** A typed domain in its stored form; from a web address without a path, the host is taken. */
export function domainOf(typed: string): string {
  const name = typed.trim().replace(/^https?:\/\//i, '');
  return hostName(name.endsWith('/') ? name.slice(0, -1) : name);
}
