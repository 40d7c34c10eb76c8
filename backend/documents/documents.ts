import { asyncApiDocument } from './asyncapi.js';
import { openApiDocument } from './openapi.js';

/** The documents for programs, by their file in `docs/`. */
export const DOCUMENTS: Record<string, (root: URL) => Promise<object>> = {
  'openapi.json': openApiDocument,
  'asyncapi.json': asyncApiDocument,
};

/** A document as it is committed. */
export function asText(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
