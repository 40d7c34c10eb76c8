import type { Section } from '../contract/statuses.js';
import type { ReturnReason } from '../reviews/decision.js';
import type { NewRoundItems } from '../reviews/new-rounds.js';
import type { OptimizationSection } from './optimization-section.entity.js';

type SectionStanding = ReturnReason | 'same' | 'decided' | 'none';

/**
 * The sections that a change added to the round: pending with a suggestion now, and not before, or `same` before and
 * changed now.
 */
export function newSections(before: Map<Section, SectionStanding>, now: OptimizationSection[]): NewRoundItems {
  const items: NewRoundItems = {};
  for (const section of now) {
    const was = before.get(section.section);
    const is = standingOf(section);
    if (is === 'decided' || is === 'none' || is === was) continue;
    if (was === 'none') items[section.section] = 'added';
    else if (was === 'decided' || is !== 'same') items[section.section] = is;
  }
  return items;
}

/** The state of each section, for comparison after a change. */
export function sectionStandings(sections: OptimizationSection[]): Map<Section, SectionStanding> {
  return new Map(sections.map((section) => [section.section, standingOf(section)]));
}

function standingOf(section: OptimizationSection): SectionStanding {
  const { decision, suggestion } = section;
  if (decision.status !== 'pending') return 'decided';
  return suggestion === '' ? 'none' : (decision.returnReason(section) ?? 'same');
}
