import type { RecordField } from './record-fields.js';

/** A text or list of a client. */
interface ClientField extends RecordField {
  /** The group of fields that forms and the client's page show it in. */
  readonly group: 'business' | 'contact' | 'seo';
}

/** What staff write about a client, in the order of its form. */
export const CLIENT_FIELDS = {
  business: {
    kind: 'line',
    label: 'Business Name',
    max: 200,
    isRequired: true,
    isWide: true,
    group: 'business',
    example: 'Bloom & Branch',
  },
  description: {
    kind: 'text',
    label: 'Description',
    max: 10_000,
    rows: 3,
    isWide: true,
    group: 'business',
    example: 'A florist on Market Square since 1998.',
  },
  mediaDescription: {
    kind: 'text',
    label: 'Media Description',
    max: 10_000,
    rows: 2,
    group: 'business',
    example: 'Photos of the shop and of bouquets',
  },
  serviceAreas: {
    kind: 'text',
    label: 'Service Areas',
    max: 10_000,
    rows: 2,
    placeholder: 'Towns or districts',
    group: 'business',
    example: 'Springfield and surroundings',
  },
  website: {
    kind: 'webAddress',
    label: 'Website',
    max: 2000,
    placeholder: 'https://example.com',
    group: 'contact',
    example: 'https://bloom.example.com',
  },
  phone: { kind: 'phone', label: 'Phone', max: 100, group: 'contact', example: '+1 555 0100' },
  address: { kind: 'text', label: 'Address', max: 500, group: 'contact', example: '1 Market Square, Springfield' },
  socialLinks: {
    kind: 'tags',
    label: 'Social Links',
    max: 2000,
    items: 100,
    placeholder: 'Add a link, press Enter',
    group: 'contact',
    example: 'https://social.example.com/bloom',
  },
  targetKeywords: {
    kind: 'tags',
    label: 'Target Keywords',
    max: 200,
    items: 100,
    placeholder: 'Add a keyword, press Enter',
    group: 'seo',
    example: 'florist Springfield',
  },
  categories: {
    kind: 'tags',
    label: 'Categories',
    max: 200,
    items: 100,
    placeholder: 'Add a category, press Enter',
    group: 'seo',
    example: 'Florist',
  },
  notes: {
    kind: 'text',
    label: 'Notes',
    max: 10_000,
    rows: 2,
    placeholder: 'Seen by staff only',
    isWide: true,
    group: 'seo',
    example: 'Prefers short captions',
  },
} as const satisfies Record<string, ClientField>;
