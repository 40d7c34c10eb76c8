/** A web address as a link; whatever else was typed is taken as an https address, so that no script can be linked. */
export function webLink(text: string): string {
  return /^https?:\/\//i.test(text) ? text : `https://${text}`;
}

export function phoneLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d*#,;]/g, '')}`;
}

export function mapLink(address: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
}
