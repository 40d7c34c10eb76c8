import type { Section } from '../contract/statuses.js';

/** Names of the sections, as the pages call them. */
export const SECTION_NAMES: Record<Section, string> = {
  description: 'Business Description',
  services: 'Services',
  serviceAreas: 'Service Areas',
  faqs: 'FAQs',
  keywords: 'Target Keywords',
};
