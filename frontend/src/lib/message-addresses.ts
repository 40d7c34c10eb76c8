/** URL that opens a new mail with this text in the visitor's mail program. */
export function mailAddress({ email }: { email: string }, subject: string, text: string): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}

/** URL that opens WhatsApp with this text; the user chooses the recipient there. */
export function whatsAppAddress(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
