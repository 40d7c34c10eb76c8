import { domainToASCII } from 'node:url';

/**
 * The one form of a host's name in which names are kept and compared: lower case, in ASCII (`bücher.example` is
 * `xn--bcher-kva.example`), without the brackets of IPv6 and the dot that may end a full name. What is no name stays none.
 */
export function hostName(host: string): string {
  const lower = host.toLowerCase();
  // A slash or the like would end the name, and what stands before it pass for the whole.
  const isForeign = /[^\0-\x7f]/.test(lower) && /^[a-z\d.\-\u0080-\uffff]+$/.test(lower);
  return (isForeign ? domainToASCII(lower) : lower).replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
