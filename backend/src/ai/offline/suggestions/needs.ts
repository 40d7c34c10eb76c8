import type { Said, Sentence } from './phrases.js';

/** A sentence that is said only when all facts it needs are known. */
export function needs(facts: (keyof Said)[], sentence: Sentence): Sentence {
  return (said) => (facts.every((fact) => said[fact]) ? sentence(said) : '');
}
