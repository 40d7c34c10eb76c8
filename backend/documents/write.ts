import { writeFileSync } from 'node:fs';
import { asText, DOCUMENTS } from './documents.js';

/** `npm run documents`: writes what `docs/` says about the API for programs. */

// From backend/dist/documents.
const ROOT = new URL('../../../', import.meta.url);

for (const [name, make] of Object.entries(DOCUMENTS)) {
  writeFileSync(new URL(`docs/${name}`, ROOT), asText(await make(ROOT)));
}
