import { isEmail } from 'class-validator';

/** Whether a text is an e-mail address, for requests, forms and mails alike. Hosts without a dot pass: `admin@localhost`. */
export function isEmailAddress(text: string): boolean {
  // isEmail throws on a lone surrogate.
  return text.isWellFormed() && isEmail(text, { require_tld: false });
}
