import type {
  OptimizationDetail,
  OptimizationRunView,
  OptimizationView,
} from '@gmb-moments/backend/contract/optimizations';
import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { OPTIMIZATION_FIELDS } from '@gmb-moments/backend/contract/optimization-fields';
import { emptyRecord } from '@gmb-moments/backend/contract/record-fields';
import { SECTIONS, type Section } from '@gmb-moments/backend/contract/statuses';
import { aClient } from './moments.fixture';

/** Complete, valid records for tests. `more` holds the fields that the test is about. */

const FAQS = [{ question: 'Do you deliver?', answer: 'Yes, in town.' }];

/** An optimization whose five sections are pending. */
export function anOptimization(more: Partial<OptimizationView> = {}): OptimizationView {
  return {
    id: 'opt-1',
    clientId: 'client-1',
    client: { id: 'client-1', business: 'Rose & Thorn' },
    status: 'in_progress',
    currentStep: 5,
    sharedAt: null,
    openedAt: null,
    dueOn: null,
    daysLeft: null,
    createdAt: '2026-01-01T00:00:00Z',
    ...emptyRecord(OPTIMIZATION_FIELDS),
    businessName: 'Rose & Thorn Florist',
    categories: 'Florist',
    currentDescription: 'A flower shop.',
    currentServices: 'Bouquets',
    currentServiceAreas: 'Plymouth',
    currentFAQs: 'Q: Are you open on Sundays? A: No.',
    publicLink: 'abc123',
    publicOrigin: null,
    websiteScan: null,
    done: null,
    throttledUntil: null,
    descriptionSuggestion: 'Fresh flowers for every day.',
    servicesSuggestion: 'Bouquets\nWedding flowers',
    serviceAreasSuggestion: 'Plymouth\nExeter',
    faqsSuggestion: JSON.stringify(FAQS),
    keywordsSuggestion: ['florist plymouth', 'wedding flowers'],
    descriptionApproved: 'pending',
    servicesApproved: 'pending',
    serviceAreasApproved: 'pending',
    faqsApproved: 'pending',
    keywordsApproved: 'pending',
    descriptionFeedback: '',
    servicesFeedback: '',
    serviceAreasFeedback: '',
    faqsFeedback: '',
    keywordsFeedback: '',
    earlierSuggestions: { description: null, services: null, serviceAreas: null, faqs: null, keywords: null },
    sectionReplies: { description: '', services: '', serviceAreas: '', faqs: '', keywords: '' },
    sectionVersions: { description: 2, services: 2, serviceAreas: 2, faqs: 2, keywords: 2 },
    decisionRevisions: { description: 1, services: 1, serviceAreas: 1, faqs: 1, keywords: 1 },
    sectionEditors: { description: null, services: null, serviceAreas: null, faqs: null, keywords: null },
    outdatedSections: [],
    sectionDrafts: { description: null, services: null, serviceAreas: null, faqs: null, keywords: null },
    handwrittenSections: [],
    revision: 1,
    editor: null,
    ...more,
  };
}

/** An optimization without suggestions. */
export function anEmptyOptimization(more: Partial<OptimizationView> = {}): OptimizationView {
  return anOptimization({
    descriptionSuggestion: '',
    servicesSuggestion: '',
    serviceAreasSuggestion: '',
    faqsSuggestion: '',
    keywordsSuggestion: [],
    sectionVersions: { description: 1, services: 1, serviceAreas: 1, faqs: 1, keywords: 1 },
    ...more,
  });
}

export function aDetail(optimization: OptimizationView, client: Partial<ClientView> = {}): OptimizationDetail {
  return { optimization, client: aClient({ targetKeywords: ['florist', 'flowers'], ...client }) };
}

/** A run that has not started any of the five sections. */
export function aGeneration(more: Partial<OptimizationRunView> = {}): OptimizationRunView {
  return {
    runId: 'run-1',
    optimizationId: 'opt-1',
    kind: 'generate',
    state: 'running',
    total: 5,
    done: 0,
    failed: 0,
    sections: SECTIONS.map((section) => ({ section, state: 'waiting', message: '', detail: '' })),
    ...more,
  };
}

/** A run that regenerates one section. */
export function aRegeneration(section: Section, more: Partial<OptimizationRunView> = {}): OptimizationRunView {
  return aGeneration({
    runId: `again-${section}`,
    kind: 'regenerate',
    total: 1,
    sections: [{ section, state: 'waiting', message: '', detail: '' }],
    ...more,
  });
}
