import { hostName } from '@gmb-moments/backend/contract/host-name';

/** Completes a web address that was typed: `https://` is added to what begins with a host's name. Other texts are only trimmed. */
export function webAddress(typed: string): string {
  const text = typed.trim();
  const [host = ''] = text.split(/[/?#]/, 1);
  // A dot tells a host from a word, and an at sign an e-mail address.
  const isHost = host.includes('.') && /^[^\s:@]+(:\d+)?$/.test(host);
  return isHost ? `https://${text}` : text;
}

/** Whether the server takes this text as a web address. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname } = new URL(text);
  return hostname.startsWith('[') || hostname.split('.').every((label) => HOST_LABEL.test(label));
}

// The server refuses some host names that browsers accept.
const HOST_LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/i;

/** The domain that was typed, as names are stored: of an address without a path, its host. */
export function domainOf(typed: string): string {
  const name = typed.trim().replace(/^https?:\/\//i, '');
  return hostName(name.endsWith('/') ? name.slice(0, -1) : name);
}
