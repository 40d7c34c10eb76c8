import { asyncApiDocument } from './asyncapi.js';
import { openApiDocument } from './openapi.js';
import { permissionsList } from './permissions.js';

/** What is written about the API, by its file in `docs/`: the documents for programs, and who may call which route. */
export const DOCUMENTS: Record<string, (root: URL) => Promise<object | string>> = {
  'openapi.json': openApiDocument,
  'asyncapi.json': asyncApiDocument,
  'permissions.txt': permissionsList,
};

/** A document as it is committed. */
export function asText(document: object | string): string {
  return typeof document === 'string' ? document : `${JSON.stringify(document, null, 2)}\n`;
}
