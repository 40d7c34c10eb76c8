import type { SuggestionInput } from '../ai/ai.js';
import type { Section } from '../contract/statuses.js';
import type { Optimization } from './optimization.entity.js';

/** All that a section's suggestion may be drawn from; the optimization's sections and client must be loaded. */
export function suggestionInput(optimization: Optimization, name: Section, staffFeedback: string): SuggestionInput {
  const { suggestion, feedback } = optimization.section(name);
  const client = optimization.client!;
  const { websiteScan } = optimization;
  return {
    section: name,
    profile: {
      businessName: optimization.businessName,
      website: optimization.website,
      phone: optimization.phone,
      address: optimization.address,
      hours: optimization.hours,
      categories: linesOf(optimization.categories),
      description: optimization.currentDescription,
      services: optimization.currentServices,
      serviceAreas: optimization.currentServiceAreas,
      faqs: optimization.currentFAQs,
    },
    client: {
      business: client.business,
      description: client.description,
      serviceAreas: client.serviceAreas,
      targetKeywords: client.targetKeywords,
      categories: client.categories,
      address: client.address,
    },
    site: optimization.isScanned && websiteScan?.state === 'read' ? websiteScan.site : null,
    keywords: name === 'keywords' ? [] : linesOf(optimization.section('keywords').suggestion),
    previous: suggestion,
    clientFeedback: feedback,
    staffFeedback,
  };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
