import type { ReviewOptimizationView } from '@gmb-moments/backend/contract/review';
import { approvalOf, SECTIONS, type Section } from '@gmb-moments/backend/contract/statuses';
import type { Translator, TextKey } from '../../../lib/texts/translator';
import type { ReviewItem } from '../shell/review-item';

/** A section as an item of the review page. `version` is the version of its suggestion. */
export interface ShownSection extends ReviewItem {
  id: Section;
  /** An explanation of the section; `''` if its name is clear. */
  hint: string;
  /** Revision of the decision, which grows with each decision. */
  revision: number;
  /** The text on the Google profile now. */
  current: string;
  /** Shown if `current` is empty. */
  emptyText: string;
  /** The suggested text, with one keyword per line; `''` if there is no suggestion. */
  suggestion: string;
  /** The rejected suggestion, if the team changed it since; otherwise `null`. */
  earlier: string | null;
}

/** Title of the browser tab. */
export function titleOf(t: Translator, { optimization }: ReviewOptimizationView): string {
  return `${t.text('optimization.title')} – ${optimization.businessName}`;
}

const HINTS: Partial<Record<Section, TextKey>> = {
  faqs: 'section.faqsHint',
  keywords: 'section.keywordsHint',
};

/** The sections as items of the review page. */
export function sectionsOf(t: Translator, { optimization: seen }: ReviewOptimizationView): ShownSection[] {
  const current: Record<Section, string> = {
    description: seen.currentDescription,
    services: seen.currentServices,
    serviceAreas: seen.currentServiceAreas,
    faqs: seen.currentFAQs,
    // A Google profile has no keywords.
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

/** How a pending section was resubmitted: changed, or only answered; `null` if it was never rejected. */
function resubmittedAs(earlier: string | null, reply: string): ReviewItem['resubmitted'] {
  if (earlier !== null) return 'changed';
  return reply ? 'answered' : null;
}
