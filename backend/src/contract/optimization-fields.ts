import { namesWith, suffixed, type NamesWith, type RecordField } from './record-fields.js';

/** A text of the business, as its profile has it. */
export interface OptimizationField extends RecordField {
  /** The step of the wizard that asks for it: the business, or what its profile says today. */
  readonly step: 'business' | 'profile';
  /** Whether the client sees it, beside what is suggested. */
  readonly isShownToClient?: true;
  /** Whether an empty one is sent as it is typed; elsewhere as `null`. */
  readonly isSentAsTyped?: true;
}

/** What staff record of a business for its optimization, in the order of the wizard. */
export const OPTIMIZATION_FIELDS = {
  businessName: {
    kind: 'line',
    label: 'Business Name',
    max: 200,
    isRequired: true,
    placeholder: 'As it reads on the Google Business Profile',
    step: 'business',
    example: 'Bloom & Branch',
  },
  website: {
    kind: 'webAddress',
    label: 'Website',
    max: 2000,
    placeholder: 'https://example.com',
    step: 'business',
    example: 'https://bloom.example.com',
  },
  gmbLink: {
    kind: 'webAddress',
    label: 'GMB Link',
    max: 2000,
    placeholder: 'https://maps.app.goo.gl/…',
    hint: "The profile's address in Google Maps or Search",
    note: 'Address of the Google Business Profile.',
    step: 'business',
    example: 'https://maps.example.com/bloom-and-branch',
  },
  phone: { kind: 'phone', label: 'Phone', max: 100, step: 'profile', example: '+1 555 0100' },
  address: { kind: 'text', label: 'Address', max: 500, step: 'profile', example: '1 Market Square, Springfield' },
  hours: {
    kind: 'text',
    label: 'Hours',
    max: 10_000,
    rows: 3,
    placeholder: 'Mon–Fri 9:00–18:00\nSat 10:00–14:00',
    step: 'profile',
    example: 'Mon to Sat 9:00 to 18:00',
  },
  categories: {
    kind: 'lines',
    label: 'Categories',
    max: 200,
    items: 100,
    placeholder: 'Add a category, press Enter',
    hint: "The first one is the profile's main category",
    note: 'One per line; a list is taken as well.',
    isShownToClient: true,
    step: 'profile',
    example: 'Florist',
  },
  currentDescription: {
    kind: 'text',
    label: 'Current Description',
    max: 10_000,
    rows: 4,
    isWide: true,
    isShownToClient: true,
    step: 'profile',
    example: 'A florist in Springfield.',
  },
  currentServices: {
    kind: 'text',
    label: 'Current Services',
    max: 10_000,
    rows: 6,
    placeholder: 'Bridal bouquets\nFuneral flowers',
    hint: 'One per line',
    note: 'One per line.',
    isSentAsTyped: true,
    isShownToClient: true,
    step: 'profile',
    example: 'Wedding flowers',
  },
  currentServiceAreas: {
    kind: 'text',
    label: 'Current Service Areas',
    max: 10_000,
    rows: 6,
    placeholder: 'Porto\nMatosinhos',
    hint: 'One per line',
    note: 'One per line.',
    isSentAsTyped: true,
    isShownToClient: true,
    step: 'profile',
    example: 'Springfield',
  },
  currentFAQs: {
    kind: 'text',
    label: 'Current FAQs',
    max: 10_000,
    rows: 8,
    placeholder: 'Q: Do you deliver?\nA: Yes, within the city on the same day.',
    hint: 'Format: Q: question? A: answer',
    note: '`Q:` and `A:` lines, a JSON array of question and answer, or any text.',
    isWide: true,
    isShownToClient: true,
    step: 'profile',
    example: 'Q: Do you deliver?\nA: Yes, every day.',
  },
} as const satisfies Record<string, OptimizationField>;

/** The texts of the profile that the client sees. */
export type CurrentText = NamesWith<typeof OPTIMIZATION_FIELDS, 'isShownToClient'>;
export const CURRENT_TEXTS = namesWith(OPTIMIZATION_FIELDS, 'isShownToClient');

/** What the AI suggests for a section and its client decides on. */
interface SectionField extends RecordField {
  /** What the profile says today; `null` where a profile has no such thing. */
  readonly current: keyof typeof OPTIMIZATION_FIELDS | null;
}

/** The sections of an optimization, in the order of its pages. */
export const SECTION_FIELDS = {
  description: {
    kind: 'text',
    label: 'Business Description',
    max: 750,
    rows: 4,
    current: 'currentDescription',
    example: 'Bloom & Branch has been arranging flowers in Springfield since 1998.',
  },
  services: {
    kind: 'lines',
    label: 'Services',
    max: 140,
    items: 50,
    rows: 6,
    note: 'One per line; blank lines and doubles are dropped.',
    current: 'currentServices',
    example: 'Wedding flowers\nDelivery',
  },
  serviceAreas: {
    kind: 'lines',
    label: 'Service Areas',
    max: 200,
    items: 20,
    rows: 6,
    note: 'One per line; blank lines and doubles are dropped.',
    current: 'currentServiceAreas',
    example: 'Springfield',
  },
  faqs: {
    kind: 'faqs',
    label: 'FAQs',
    max: 1000,
    items: 20,
    rows: 8,
    note: 'A JSON array of question and answer, or `Q:` and `A:` lines; kept as typed.',
    current: 'currentFAQs',
    example: 'Q: Do you deliver?\nA: Yes, every day.',
  },
  keywords: {
    kind: 'tags',
    label: 'Target Keywords',
    max: 200,
    items: 30,
    rows: 6,
    current: null,
    example: 'wedding flowers',
  },
} as const satisfies Record<string, SectionField>;

/** The suggestions, by the names that the API has for them: `descriptionSuggestion`. */
export const SUGGESTION_FIELDS = suffixed(SECTION_FIELDS, 'Suggestion');
