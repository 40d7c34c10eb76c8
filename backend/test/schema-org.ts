import jsonld from 'jsonld';

const ADDRESS = 'https://schema.org';
const TERMS = ['FAQPage', 'Question', 'Answer', 'mainEntity', 'name', 'acceptedAnswer', 'text'];

/**
 * The part of https://schema.org/docs/jsonldcontext.jsonld that a page of questions needs. It leaves out `@vocab`, by which any
 * word would count as one of schema.org.
 */
const CONTEXT = {
  type: '@type',
  id: '@id',
  schema: 'http://schema.org/',
  ...Object.fromEntries(TERMS.map((term) => [term, { '@id': `schema:${term}` }])),
};

/** `safe` refuses what is dropped otherwise. */
const STRICT = {
  safe: true,
  async documentLoader(documentUrl: string) {
    if (documentUrl !== ADDRESS) throw new Error(`${documentUrl} is not the vocabulary of schema.org`);
    return { documentUrl, document: { '@context': CONTEXT } };
  },
};

/**
 * Reads a document as processors of JSON-LD do, with absolute addresses for all terms, and without the network.
 * @throws Error for another vocabulary, and for a word that is none of these terms
 */
export function readSchemaOrg(document: jsonld.JsonLdDocument): Promise<object[]> {
  return jsonld.expand(document, STRICT);
}
