import type { ReviewerView } from '@gmb-moments/backend/contract/reviewers';
import { DEFAULT_LANGUAGE } from '@gmb-moments/backend/contract/languages';
import { messageFor } from '@gmb-moments/backend/contract/share-message';

/**
 * The text for a reviewer: the message with their first name, or the default one in their language, and the URL of their link.
 */
export function textFor(reviewer: Pick<ReviewerView, 'name' | 'language'>, message: string, address: string): string {
  return [messageFor(reviewer, message.trim()), address].join('\n\n');
}

/**
 * The name and language of a reviewer who gets a message of staff untranslated (`Maria (Spanish)`); `null` if they
 * speak English, or get the default message.
 */
export function untranslatedFor(
  { name, language }: Pick<ReviewerView, 'name' | 'language'>,
  message: string,
): string | null {
  const isRead = message.trim() === '' || language === DEFAULT_LANGUAGE;
  return isRead ? null : `${name} (${languageName(language)})`;
}

/** Parses a typed reviewer: a name, an e-mail address, or both (`Maria Lopez <maria@example.com>`). */
export function readReviewer(typed: string): { name: string; email: string } {
  const match = /^(.*?)[\s<(]*([^\s<>()]+@[^\s<>()]+)[>)]?$/u.exec(typed.trim());
  if (!match) return { name: typed.trim(), email: '' };
  const [, name = '', email = ''] = match;
  return { name: name.trim() || nameOf(email), email };
}

/** Guesses a name from an address: `maria.lopez@example.com` is Maria Lopez. */
function nameOf(email: string): string {
  const words = email.split('@')[0]!.split(/[._+-]+/u);
  return (
    words
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ')
      .trim() || email
  );
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** The English name of a language. */
export function languageName(language: string): string {
  return LANGUAGE_NAMES.of(language) ?? language;
}
