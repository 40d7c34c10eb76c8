/** A domain such as `review.example.com`, as `hostName` writes it: without scheme, port or path. */
export const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/** Characters of a domain. */
export const DOMAIN_MAX = 253;

/**
 * The canonical form of a host name, in which names are stored and compared: lower case, in ASCII (`bücher.example` is
 * `xn--bcher-kva.example`), without the brackets of IPv6 and the final dot. What is not a name stays as it is.
 */
export function hostName(host: string): string {
  const lower = host.toLowerCase();
  // Letters, digits, dots and hyphens only: after a slash, `URL` would return a part of the text.
  const isInternational = /[^\0-\x7f]/.test(lower) && /^[a-z\d.\-\u0080-\uffff]+$/.test(lower);
  return (isInternational ? inAscii(lower) : lower).replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

// Not `domainToASCII`, which browsers lack.
function inAscii(name: string): string {
  const address = `http://${name}`;
  return URL.canParse(address) ? new URL(address).hostname : name;
}
