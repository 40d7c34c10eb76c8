import type { DecideSectionBody } from '@gmb-moments/backend/contract/optimizations';
import type { ReviewOptimizationView } from '@gmb-moments/backend/contract/review';
import { SECTIONS, type Section } from '@gmb-moments/backend/contract/statuses';
import { screen, within } from '@testing-library/react';
import { renderRoute } from '../../../test/render-route';
import { failure, fakeServer, type Received } from '../../../test/server';

/** A shared optimization on the fake server, for the tests of its public page. */

const LINK = 'q3Jx0-Vw9hA1bC2dE3fG4h';
export const PATH = `/api/gmb-optimizations/public/${LINK}`;
export const PAGE = `/gmb-preview/${LINK}`;

type Seen = ReviewOptimizationView['optimization'];

const SEEN = {
  id: '0a9e3b1c-5f4d-4c7e-9b21-3f0c6f8e1d2a',
  publicLink: LINK,
  businessName: 'Fleur & Co Florists',
  status: 'in_progress',
  dueOn: null as string | null,
  categories: 'Florist',
  currentDescription: 'We are a small florist in Berlin. We sell flowers for every occasion in our shop.',
  currentServices: 'Bouquets\nGift baskets\nBalloons',
  currentServiceAreas: 'Mitte, Pankow',
  currentFAQs: 'Q: Do you deliver?\nA: Yes, in Berlin.\nQ: Do you sell seeds?\nA: No.',
  descriptionSuggestion:
    'We are a small florist in Berlin. We bind seasonal flowers by hand for every occasion in our shop.',
  servicesSuggestion: 'Wedding flowers\nBouquets\nGift baskets',
  serviceAreasSuggestion: 'Mitte\nPankow\nWedding',
  faqsSuggestion: JSON.stringify([
    { question: 'Do you deliver?', answer: 'Yes, in Berlin on the same day.' },
    { question: 'Where are you?', answer: 'In Mitte.' },
  ]),
  keywordsSuggestion: ['florist berlin', 'wedding flowers'],
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
  isDone: false as boolean,
  sectionReplies: { description: '', services: '', serviceAreas: '', faqs: '', keywords: '' },
  unwrittenSections: [] as Seen['unwrittenSections'],
  earlierSuggestions: {
    description: null,
    services: null,
    serviceAreas: null,
    faqs: null,
    keywords: null,
  } as Seen['earlierSuggestions'],
  sectionVersions: { description: 1, services: 2, serviceAreas: 3, faqs: 4, keywords: 5 },
  decisionRevisions: { description: 11, services: 12, serviceAreas: 13, faqs: 14, keywords: 15 },
} satisfies Seen;

/** The server's answer; tests change it. */
export function aView(given: Partial<Seen> = {}): ReviewOptimizationView {
  return {
    optimization: { ...structuredClone(SEEN), ...given },
    client: { business: 'Fleur & Co' },
    branding: { name: 'Northlight', primaryColor: '#ffff00', logoUrl: '/media/logo.png' },
  } satisfies ReviewOptimizationView;
}

/** Fields that give all sections the same decision. */
export function decided(approval: 'approved' | 'rejected'): Partial<Seen> {
  return Object.fromEntries(SECTIONS.map((section) => [`${section}Approved`, approval]));
}

/** Makes the fake server answer with this optimization; decisions change it. */
export function serve(view: ReviewOptimizationView): ReviewOptimizationView {
  fakeServer.on(`GET ${PATH}`, () => ({ body: view }));
  fakeServer.on(`POST ${PATH}/opened`, { status: 204 });
  for (const section of SECTIONS) {
    fakeServer.on(`POST ${PATH}/approve/${section}`, (request) => decide(view, section, request));
  }
  return view;
}

function decide(view: ReviewOptimizationView, section: Section, { json }: Received) {
  const { status, feedback = '', version, revision } = json as Required<DecideSectionBody>;
  if (version !== view.optimization.sectionVersions[section]) {
    return failure(409, 'SECTION_CHANGED', 'The suggestion was changed meanwhile.');
  }
  if (revision !== view.optimization.decisionRevisions[section]) {
    return failure(409, 'SECTION_DECIDED', 'Somebody else decided meanwhile.');
  }
  decideAs(view, section, { status, feedback });
  return { body: view };
}

/** Changes the decision on a section on the fake server. */
export function decideAs(
  view: ReviewOptimizationView,
  section: Section,
  { status, feedback = '' }: Pick<DecideSectionBody, 'status' | 'feedback'>,
): void {
  Object.assign(view.optimization, { [`${section}Approved`]: status, [`${section}Feedback`]: feedback });
  view.optimization.decisionRevisions[section] += 1;
}

/** The decisions that the server received, in order. */
export function decisions(): { section: string; body: unknown }[] {
  return fakeServer.requests
    .filter(({ path }) => path.startsWith(`${PATH}/approve/`))
    .map(({ path, json }) => ({ section: path.split('/').at(-1)!, body: json }));
}

/** The title of the toast after a failed decision. */
export const FAILED = 'Failed to update approval status';

/** A response with status 500. */
export const broken = failure(500, 'INTERNAL_ERROR', 'Something went wrong on the server.');

/** Renders the page, and waits for its sections. */
export async function open() {
  const { user } = renderRoute(PAGE);
  await screen.findByRole('article', { name: 'Services' });
  return user;
}

export const article = (name: string) => screen.getByRole('article', { name });

/** Queries within the card of a section. */
export const card = (name: string) => within(article(name));
