import { fileURLToPath } from 'node:url';
import {
  Context,
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  DefinitionType,
  derefAnnotatedType,
  SchemaGenerator,
  UnionType,
  VoidType,
  type BaseType,
} from 'ts-json-schema-generator';
import { recordTypes } from './record-types.js';
import { returnTypes } from './return-types.js';
import { mapSchema, referredFrom, refTo, type Schema, type Schemas } from './schema.js';

/** What a controller's method answers: the types that it returns. `null` is an empty body. */
export interface Returned {
  /** At once. */
  now: Schema | null;
  /** With status 202, where the caller may ask for that. */
  accepted?: Schema;
}

export interface Views {
  /** Adds the schemas of a type and of all types that it refers to. @returns a reference to it */
  get(name: string): Schema;
  /** What a controller's method answers. Adds schemas as `get` does. */
  returnedBy(controller: string, method: string): Returned;
  /** All that were added, by name. */
  all: Schemas;
}

/** Formats of texts, by the names of their fields. */
const FORMATS: [name: RegExp, format: string][] = [
  [/^(id|.*Id)$/, 'uuid'],
  [/^(at|.*At|throttledUntil)$/, 'date-time'],
  [/Url$/, 'uri-reference'],
  [/^publicOrigin$/, 'uri'],
];
/** The id of a request may come from a proxy, in another format. */
const NO_UUID = ['requestId'];

/** Schemas of the types that `contract/` exports and controllers return, made from their source. */
export function viewSchemas(root: URL): Views {
  const config = {
    ...DEFAULT_CONFIG,
    path: fileURLToPath(new URL('backend/src/{contract/*,*/*.controller,platform/http/responses}.ts', root)),
    type: '*',
    // Reads no packages: what these sources answer is declared in them.
    tsconfig: fileURLToPath(new URL('backend/documents/views.tsconfig.json', root)),
    jsDoc: 'extended',
    // `npm run check` checks the types.
    skipTypeCheck: true,
    additionalProperties: false,
  } as const;
  const program = createProgram(config);
  const parser = createParser(program, config, (nodes) => nodes.addNodeParser(recordTypes(program)));
  const formatter = createFormatter(config);
  const generator = new SchemaGenerator(program, parser, formatter, config);
  const returnTypeOf = returnTypes(program);
  const all: Schemas = {};

  function get(name: string): Schema {
    const { definitions = {} } = all[name] ? {} : generator.createSchema(name);
    for (const [key, schema] of Object.entries(definitions)) all[key] ??= mapSchema(schema as Schema, asDocumented);
    return refTo(name);
  }

  function schemaOf(type: BaseType): Schema | null {
    if (type instanceof VoidType) return null;
    const schema = mapSchema(formatter.getDefinition(type) as Schema, asDocumented);
    for (const name of referredFrom(schema)) get(name);
    return schema;
  }

  return {
    all,
    get,
    returnedBy(controller, method) {
      const type = unnamed(parser.createType(returnTypeOf(controller, method), new Context()));
      const types = type instanceof UnionType ? type.getTypes() : [type];
      const accepted = types.find(isAccepted);
      const [first, ...others] = types.filter((one) => one !== accepted);
      const now = schemaOf(others.length > 0 ? new UnionType([first!, ...others]) : first!);
      return { now, ...(accepted && { accepted: schemaOf(derefAnnotatedType(accepted.getType()))! }) };
    },
  };
}

/** The type itself where it is none that is declared: the parser calls these `*`. */
function unnamed(type: BaseType): BaseType {
  return type instanceof DefinitionType && type.getName() === '*' ? type.getType() : type;
}

/** Whether it is `Accepted` of `platform/http/responses.ts`. */
function isAccepted(type: BaseType): type is DefinitionType {
  return type instanceof DefinitionType && type.getName().startsWith('Accepted<');
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
