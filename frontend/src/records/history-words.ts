import { HISTORY, type HistoryEntry } from '@gmb-moments/backend/contract/history';
import type { Section } from '@gmb-moments/backend/contract/statuses';

const SECTION_NAMES: Record<Section, string> = {
  description: 'business description',
  services: 'services',
  serviceAreas: 'service areas',
  faqs: 'FAQs',
  keywords: 'target keywords',
};

/** The sentence of a history entry: `Rosa Fern approved photo.jpg`. */
export function sentenceOf(entry: HistoryEntry): string {
  return `${actorOf(entry)} ${HISTORY[entry.action].sentence.replace('%s', () => objectOf(entry))}`;
}

function objectOf({ section, imageName, changes }: HistoryEntry): string {
  if (changes['reviewers']) return changes['reviewers'].to;
  if (changes['photos']) return changes['photos'].to === '1' ? '1 photo' : `${changes['photos'].to} photos`;
  return section ? SECTION_NAMES[section] : imageName || 'an image';
}

function actorOf({ action, actor, actorName }: HistoryEntry): string {
  if (HISTORY[action].actor) return HISTORY[action].actor;
  if (actor === 'visitor') return actorName ?? 'Client';
  if (actor === 'ai') return actorName ? `AI (${actorName})` : 'AI';
  return actorName ?? 'Staff';
}
