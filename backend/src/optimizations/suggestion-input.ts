import { createHash } from 'node:crypto';
import type { SuggestionInput } from '../ai/ai.js';
import type { Section } from '../contract/statuses.js';
import type { Optimization } from './optimization.entity.js';

/** Builds the AI's input for a section. The optimization's sections and client must be loaded. */
export function suggestionInput(optimization: Optimization, name: Section, staffFeedback: string): SuggestionInput {
  const { suggestion, decision } = optimization.section(name);
  return {
    section: name,
    ...recordOf(optimization),
    site: optimization.scannedSite,
    keywords: name === 'keywords' ? [] : linesOf(optimization.section('keywords').suggestion),
    previous: suggestion,
    clientFeedback: decision.feedback,
    staffFeedback,
  };
}

/**
 * A fingerprint of the texts about the business and its client that suggestions are written from. The client must be
 * loaded.
 */
export function recordFingerprint(optimization: Optimization): string {
  const { profile, client } = recordOf(optimization);
  const { phone: _never, ...drawnFrom } = profile;
  return createHash('sha256')
    .update(JSON.stringify({ profile: drawnFrom, client }))
    .digest('base64url');
}

function recordOf(optimization: Optimization): Pick<SuggestionInput, 'profile' | 'client'> {
  const client = optimization.client!;
  return {
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
  };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
