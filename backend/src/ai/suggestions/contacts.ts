import type { SuggestionInput } from '../ai.js';
import type { Evidence } from './evidence.js';
import { containsWords, folded } from './folded.js';

/** The streets with their numbers in the addresses of the business, folded. */
export function streetsIn({ profile, client }: Pick<SuggestionInput, 'profile' | 'client'>): string[] {
  return [profile.address, client.address]
    .flatMap((address) => folded(address).split(/[,;\n]/u))
    .map((part) => part.trim())
    .filter((part) => /\d/u.test(part) && /\p{L}{4}/u.test(part) && !/^\d{4,5}\s/u.test(part));
}

/** Whether a text tells the street and the number where the business is, which is contact data as its phone number is. */
export function namesStreet(text: string, { streets }: Evidence): boolean {
  const plain = folded(text);
  return streets.some((street) => containsWords(plain, street));
}
