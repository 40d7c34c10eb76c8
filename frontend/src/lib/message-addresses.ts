/** Opens the mail program of the browser with a text in a new mail. */
export function mailAddress({ email }: { email: string }, subject: string, text: string): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}

/** Opens WhatsApp, where the recipient of the text is chosen. */
export function whatsAppAddress(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
