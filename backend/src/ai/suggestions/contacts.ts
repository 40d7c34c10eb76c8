import type { SuggestionInput } from '../ai.js';
import { containsWords, folded } from './evidence.js';

/** Whether a text tells the street and the number where the business is, which is contact data as its phone number is. */
export function streetIn(text: string, { profile, client }: SuggestionInput): boolean {
  const streets = [profile.address, client.address]
    .flatMap((address) => folded(address).split(/[,;\n]/u))
    .map((part) => part.trim())
    .filter((part) => /\d/u.test(part) && /\p{L}{4}/u.test(part) && !/^\d{4,5}\s/u.test(part));
  return streets.some((street) => containsWords(folded(text), street));
}
