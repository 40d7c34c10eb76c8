import type { ReviewerView } from '@gmb-moments/backend/contract/reviewers';
import { messageTo } from '@gmb-moments/backend/contract/share-message';

/** What a reviewer gets: the message with their first name, and the address of their link. */
export function textFor({ name }: Pick<ReviewerView, 'name'>, message: string, address: string): string {
  return [messageTo(name, message).trim(), address].filter(Boolean).join('\n\n');
}

/** Opens the reviewer's mail program with the text in a new mail. */
export function mailAddress({ email }: Pick<ReviewerView, 'email'>, subject: string, text: string): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}

/** Opens WhatsApp, where the recipient of the text is chosen. */
export function whatsAppAddress(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

/** A reviewer as they are typed in one line: a name, an e-mail address, or both as mail programs write them. */
export function readReviewer(typed: string): { name: string; email: string } {
  const match = /^(.*?)[\s<(]*([^\s<>()]+@[^\s<>()]+)[>)]?$/u.exec(typed.trim());
  if (!match) return { name: typed.trim(), email: '' };
  const [, name = '', email = ''] = match;
  return { name: name.trim() || nameOf(email), email };
}

/** `maria.lopez@example.com` is most likely Maria Lopez. */
function nameOf(email: string): string {
  const words = email.split('@')[0]!.split(/[._+-]+/u);
  return (
    words
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ')
      .trim() || email
  );
}
