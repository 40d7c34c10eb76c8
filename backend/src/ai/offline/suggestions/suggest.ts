import type { Section } from '../../../contract/statuses.js';
import type { SuggestionInput } from '../../ai.js';
import { Evidence } from '../../suggestions/evidence.js';
import { reviewDescription } from '../../suggestions/prose.js';
import { judgeContent, type SuggestionVerdict } from '../../suggestions/rules.js';
import { Seed } from '../seed.js';
import { describe } from './description.js';
import { knownOf, type Known } from './known.js';
import { faqs, keywords, serviceAreas, services } from './lists.js';

/** Attempts to write something else than what is to be replaced. */
const OTHER_WAYS = 20;

const WRITERS: { [S in Exclude<Section, 'description'>]: (known: Known, input: SuggestionInput) => SuggestionVerdict } =
  {
    services: (known, input) => judgeContent('services', services(known), input),
    serviceAreas: (known, input) => judgeContent('serviceAreas', serviceAreas(known), input),
    faqs: (known, input) => judgeContent('faqs', faqs(known), input),
    keywords: (known, input) => judgeContent('keywords', keywords(known), input),
  };

/** Drafts a section from what is known; nothing remains where nothing is. */
export function draftSection(input: SuggestionInput): SuggestionVerdict {
  const known = knownOf(input);
  return input.section === 'description' ? draftDescription(known) : WRITERS[input.section](known, input);
}

/** It differs from the one that it replaces; the same inputs give the same. */
function draftDescription(known: Known): SuggestionVerdict {
  const { input } = known;
  const evidence = new Evidence(input);
  const isSound = (sentence: string) => reviewDescription(sentence, evidence).problems.length === 0;
  const parts = [known.business, input.previous, input.clientFeedback, input.staffFeedback];
  for (let way = 0; ; way += 1) {
    const text = describe(known, new Seed(...parts, String(way)), isSound);
    const verdict = judgeContent('description', text, input);
    if (way === OTHER_WAYS || verdict.fitted !== input.previous) return verdict;
  }
}
