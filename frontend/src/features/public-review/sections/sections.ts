import type { ReviewOptimizationView } from '@gmb-moments/backend/contract/review';
import { approvalOf, SECTIONS, type Section } from '@gmb-moments/backend/contract/statuses';
import type { Translator, TextKey } from '../../../lib/texts/translator';
import type { ReviewItem } from '../shell/review-item';

/** A section as the page shows it; `version` is that of the suggestion. */
export interface ShownSection extends ReviewItem {
  id: Section;
  /** Explains the section if its name does not; else `''`. */
  hint: string;
  /** Revision of the decision. */
  revision: number;
  /** The text that is on the profile now. */
  current: string;
  /** Shown if that is empty. */
  emptyText: string;
  /** `''` for none. Keywords are one per line. */
  suggestion: string;
  /** What the reviewer rejected before, if the team changed it since. */
  earlier: string | null;
}

/** Title of the browser's tab. */
export function titleOf(t: Translator, { optimization }: ReviewOptimizationView): string {
  return `${t.text('optimization.title')} – ${optimization.businessName}`;
}

const HINTS: Partial<Record<Section, TextKey>> = {
  faqs: 'section.faqsHint',
  keywords: 'section.keywordsHint',
};

/** The sections in their order. */
export function sectionsOf(t: Translator, { optimization: seen }: ReviewOptimizationView): ShownSection[] {
  const current: Record<Section, string> = {
    description: seen.currentDescription,
    services: seen.currentServices,
    serviceAreas: seen.currentServiceAreas,
    faqs: seen.currentFAQs,
    // A profile holds no keywords.
    keywords: '',
  };
  return SECTIONS.map((id) => {
    const hint = HINTS[id];
    const text = seen[`${id}Suggestion`];
    const status = approvalOf(seen, id);
    const earlier = seen.earlierSuggestions[id];
    const suggestion = Array.isArray(text) ? text.join('\n') : text.trim();
    return {
      id,
      name: t.text(`section.${id}`),
      hint: hint ? t.text(hint) : '',
      status,
      feedback: seen[`${id}Feedback`],
      reply: seen.sectionReplies[id],
      version: seen.sectionVersions[id],
      revision: seen.decisionRevisions[id],
      current: current[id].trim(),
      emptyText: t.text(id === 'keywords' ? 'section.noKeywords' : 'section.none'),
      earlier,
      resubmitted: status === 'pending' ? resubmittedAs(earlier, seen.sectionReplies[id]) : null,
      suggestion,
      isReady: suggestion !== '',
    };
  });
}

/** How a section that is to be decided once more comes back: with another text, or with an answer alone; `null` for a first decision. */
function resubmittedAs(earlier: string | null, reply: string): ReviewItem['resubmitted'] {
  if (earlier !== null) return 'changed';
  return reply ? 'answered' : null;
}
