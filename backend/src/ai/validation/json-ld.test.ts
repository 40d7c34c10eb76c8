import { describe, expect, it } from '@jest/globals';
import { jsonLdTexts } from './json-ld.js';

const business = {
  '@context': 'https://schema.org',
  '@type': 'Florist',
  name: 'Bloom & Stem',
  url: 'https://bloom.example',
  telephone: '0117 496 0000',
  email: 'hello@bloom.example',
  priceRange: '££',
  address: { '@type': 'PostalAddress', addressLocality: 'Bristol' },
  areaServed: ['Bath', { '@type': 'City', name: 'Keynsham' }],
  hasOfferCatalog: {
    name: 'All services',
    itemListElement: [
      { itemOffered: { '@type': 'Service', name: 'Wedding flowers' }, price: '99' },
      { itemOffered: { name: ' Funeral\n flowers ' } },
    ],
  },
};

describe('JSON-LD', () => {
  it('holds texts that people read, and no contact data, links and prices', () => {
    const texts = jsonLdTexts(JSON.stringify(business)).join('|');
    expect(texts).toBe('Bloom & Stem|Bristol|Bath|Keynsham|All services|Wedding flowers| Funeral\n flowers ');
  });

  it('may be several documents, the last one cut off', () => {
    const lines = [JSON.stringify(business), '{"areaServed": "Bath", "telephone": "0117 4', ''].join('\n');
    expect(jsonLdTexts(lines).slice(0, 4)).toEqual(['Bloom & Stem', 'Bristol', 'Bath', 'Keynsham']);
    expect(jsonLdTexts('{"slogan": "Flowers", "telephone": "0117", "description": "We ti')).toEqual(['Flowers']);
  });

  it.each(['', 'no JSON', '7', '{'.repeat(10_000), `${'['.repeat(50_000)}${']'.repeat(50_000)}`])(
    'may be nothing, or hostile: %#',
    (json) => {
      expect(jsonLdTexts(json).join('').length).toBeLessThan(2);
    },
  );
});
