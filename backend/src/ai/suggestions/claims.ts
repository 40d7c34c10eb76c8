import { CLAIMS } from './claim-words.js';
import type { Evidence, Where } from './evidence.js';
import { unstatedNumbersIn } from './numbers.js';

const CLAIMED = CLAIMS.map(([what, claimed, stated]) => ({ what, claimed: new RegExp(claimed, 'giu'), stated }));

/**
 * What a text claims that no input states, such as `a certificate (“certified”) that no input states`.
 * @param where what counts as evidence: search phrases do for search phrases only
 */
export function unstatedIn(text: string, evidence: Evidence, where: Where = 'facts'): string[] {
  const rest = evidence.business ? text.replaceAll(evidence.business, ' ') : text;
  const claims = CLAIMED.flatMap(({ what, claimed, stated }) => {
    const found = [...new Set(rest.match(claimed))];
    if (found.length === 0 || (stated && evidence.matches(stated))) return [];
    const unstated = found.filter((words) => !evidence.states(words, where));
    return unstated.map((words) => `${what} (“${words}”) that no input states`);
  });
  const numbers = unstatedNumbersIn(rest, evidence);
  return [...new Set(claims), ...numbers.map((number) => `a number (“${number}”) that no input states`)];
}
