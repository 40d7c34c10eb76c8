import type { ReviewOptimizationView } from '@gmb-moments/backend/contract/review';
import {
  approvalOf,
  SECTION_NAMES,
  SECTIONS,
  type Approval,
  type Section,
} from '@gmb-moments/backend/contract/statuses';

/** A section as the page shows it. */
export interface SectionState {
  section: Section;
  name: string;
  /** What it is for, where that is not plain. */
  hint: string;
  approval: Approval;
  feedback: string;
  /** Of the suggestion. */
  version: number;
  /** Of the decision. */
  revision: number;
  /** What the profile says now. */
  current: string;
  /** What to say where that is nothing. */
  none: string;
  /** `''` until there is one. Keywords are one per line. */
  suggestion: string;
}

const HINTS: Partial<Record<Section, string>> = {
  faqs: 'These are for your website, not for your Google profile.',
  keywords: 'These are for planning: what your customers search for. They are not published.',
};

/** The five sections in their order. */
export function sectionsOf({ optimization: seen }: ReviewOptimizationView): SectionState[] {
  const current: Record<Section, string> = {
    description: seen.currentDescription,
    services: seen.currentServices,
    serviceAreas: seen.currentServiceAreas,
    faqs: seen.currentFAQs,
    // A profile holds no keywords.
    keywords: '',
  };
  return SECTIONS.map((section) => {
    const suggestion = seen[`${section}Suggestion`];
    return {
      section,
      name: SECTION_NAMES[section],
      hint: HINTS[section] ?? '',
      approval: approvalOf(seen, section),
      feedback: seen[`${section}Feedback`],
      version: seen.sectionVersions[section],
      revision: seen.decisionRevisions[section],
      current: current[section],
      none: section === 'keywords' ? 'None recorded' : 'Nothing yet.',
      suggestion: Array.isArray(suggestion) ? suggestion.join('\n') : suggestion,
    };
  });
}

/** Whether there is something to decide on. */
export function isReady({ suggestion }: SectionState): boolean {
  return suggestion !== '';
}
