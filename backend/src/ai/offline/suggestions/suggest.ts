import type { Section } from '../../../contract/statuses.js';
import type { SuggestionInput } from '../../ai.js';
import { reviewDescription } from '../../suggestions/prose.js';
import { judgeContent, type SuggestionVerdict } from '../../suggestions/rules.js';
import { Seed } from '../seed.js';
import { describe, ownSentences } from './description.js';
import { knownOf, type Known } from './known.js';
import { faqs, keywords, serviceAreas, services } from './lists.js';

/** Attempts to write something else than what is to be replaced. */
const OTHER_WAYS = 20;

const WRITERS: { [S in Section]: (known: Known) => SuggestionVerdict } = {
  description: draftDescription,
  services: (known) => judgeContent('services', services(known), known.evidence),
  serviceAreas: (known) => judgeContent('serviceAreas', serviceAreas(known), known.evidence),
  faqs: (known) => judgeContent('faqs', faqs(known), known.evidence),
  keywords: (known) => judgeContent('keywords', keywords(known), known.evidence),
};

/** Drafts a section from what is known; nothing remains where nothing is. */
export function draftSection(input: SuggestionInput): SuggestionVerdict {
  return WRITERS[input.section](knownOf(input));
}

/** It differs from the one that it replaces; the same inputs give the same. */
function draftDescription(known: Known): SuggestionVerdict {
  const { input, evidence } = known;
  const isSound = (sentence: string) => reviewDescription(sentence, evidence).problems.length === 0;
  const own = ownSentences(known, isSound);
  const parts = [known.business, input.previous, input.clientFeedback, input.staffFeedback];
  for (let way = 0; ; way += 1) {
    const text = describe(known, own, new Seed(...parts, String(way)), isSound);
    const verdict = judgeContent('description', text, evidence);
    if (way === OTHER_WAYS || verdict.fitted !== input.previous) return verdict;
  }
}
