import { fileURLToPath } from 'node:url';
import {
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  SchemaGenerator,
} from 'ts-json-schema-generator';
import { recordTypes } from './record-types.js';
import { mapSchema, type Schema, type Schemas } from './schema.js';

/** Formats of texts, by the names of their fields. */
const FORMATS: [name: RegExp, format: string][] = [
  [/^(id|.*Id)$/, 'uuid'],
  [/^(at|.*At|throttledUntil)$/, 'date-time'],
  [/Url$/, 'uri-reference'],
  [/^publicOrigin$/, 'uri'],
];
/** The id of a request may come from a proxy, in another format. */
const NO_UUID = ['requestId'];

/** Schemas of the types that `contract/` exports, made from their source. */
export function viewSchemas(root: URL): { get(name: string): Schema; all: Schemas } {
  const config = {
    ...DEFAULT_CONFIG,
    path: fileURLToPath(new URL('backend/src/contract/*.ts', root)),
    type: '*',
    jsDoc: 'extended',
    // `npm run check` checks the types.
    skipTypeCheck: true,
    additionalProperties: false,
  } as const;
  const program = createProgram(config);
  const parser = createParser(program, config, (nodes) => nodes.addNodeParser(recordTypes(program)));
  const generator = new SchemaGenerator(program, parser, createFormatter(config), config);
  const all: Schemas = {};
  return {
    all,
    /** Adds the schemas of a type and of all types that it refers to. @returns a reference to it */
    get(name) {
      const { definitions = {} } = generator.createSchema(name);
      for (const [key, schema] of Object.entries(definitions)) all[key] ??= mapSchema(schema as Schema, asDocumented);
      return { $ref: `#/components/schemas/${name}` };
    },
  };
}

function asDocumented(schema: Schema, name: string): Schema {
  const { $ref, type, const: only } = schema;
  if ($ref) return { ...schema, $ref: $ref.replace('#/definitions/', '#/components/schemas/') };
  const types = [type ?? []].flat();
  // All numbers of the contract are integers.
  if (types.includes('number')) return { ...schema, type: withInteger(type!) };
  const isOpen = types.includes('string') && only === undefined && !schema.enum && !schema.pattern;
  const format = isOpen ? formatOf(name) : undefined;
  return format ? { ...schema, format } : schema;
}

function withInteger(type: string | string[]): string | string[] {
  return Array.isArray(type) ? type.map((one) => one.replace('number', 'integer')) : 'integer';
}

function formatOf(name: string): string | undefined {
  return NO_UUID.includes(name) ? undefined : FORMATS.find(([pattern]) => pattern.test(name))?.[1];
}
