import { exampleOf } from './example.js';
import type { Route } from './routes.js';
import { mapSchema, nameIn, refTo, type Schema, type Schemas } from './schema.js';

/** What schemas of bodies are made from: those that Nest makes, and the comments on fields. `all` collects the finished ones. */
export interface Bodies {
  schemas: Schemas;
  descriptions: Map<string, string>;
  all: Schemas;
}

const FORM = 'multipart/form-data';

/** The body of an operation, in each type in which it may be sent. */
export function bodyOf(
  content: Record<string, { schema: Schema }>,
  { route, bodies }: { route: Route; bodies: Bodies },
): object {
  const types = Object.entries(content).map(([type, { schema }]) => {
    const name = schema.$ref ? nameIn(schema.$ref) : filesOnly(route);
    const schemaName = type === FORM ? formName(name) : name;
    bodies.all[schemaName] ??= type === FORM ? formSchema(name, { route, bodies }) : jsonSchema(name, bodies);
    const example = exampleOf(withoutExclusiveFields(bodies.all[schemaName]), bodies.all);
    return [type, { schema: refTo(schemaName), example }] as const;
  });
  const required = types.some(([type]) => type === FORM && filesAreRequired(route));
  const hasRequired = types.some(([, { schema }]) => (bodies.all[nameIn(schema.$ref!)]!.required ?? []).length > 0);
  return { required: required || hasRequired, content: Object.fromEntries(types) };
}

/** The comment on a field, in its class or in the class that it extends: `UpdateX` extends `CreateX`. */
export function describedField(bodies: Bodies, name: string, field: string): string | undefined {
  const { descriptions } = bodies;
  const created = name.replace(/^Update/, 'Create');
  return (
    descriptions.get(`${name}.${field}`) ??
    descriptions.get(`${created}.${field}`) ??
    descriptions.get(`SuggestionFields.${field}`)
  );
}

function jsonSchema(name: string, bodies: Bodies): Schema {
  const { properties = {}, required } = bodies.schemas[name]!;
  const fields = Object.entries(properties).map(([field, schema]) => {
    const inner = schema.items?.$ref && nameIn(schema.items.$ref);
    if (inner) bodies.all[inner] ??= jsonSchema(inner, bodies);
    const description = describedField(bodies, name, field);
    return [field, { ...schema, ...(description && { description }) }] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(required && { required }),
    additionalProperties: false,
  };
}

function formSchema(name: string, { route, bodies }: { route: Route; bodies: Bodies }): Schema {
  const { files } = route;
  const file: Schema = { type: 'string', format: 'binary' };
  const field: Schema =
    files!.maxFiles === 1 ? file : { type: 'array', items: file, minItems: 1, maxItems: files!.maxFiles };
  const texts = bodies.schemas[name] ? jsonSchema(name, bodies) : { type: 'object', additionalProperties: false };
  const form = mapSchema(texts, withoutNull);
  return {
    ...form,
    properties: { ...form.properties, [files!.field]: field },
    required: [...(form.required ?? []), ...(filesAreRequired(route) ? [files!.field] : [])],
  };
}

/** The schema without `null`: forms and queries carry texts only. */
export function withoutNull(schema: Schema): Schema {
  if (Array.isArray(schema.type)) return { ...schema, type: schema.type.filter((type) => type !== 'null')[0]! };
  if (!schema.oneOf) return schema;
  return { ...schema, oneOf: schema.oneOf.filter(({ type }) => type !== 'null') };
}

const filesAreRequired = ({ errors }: Route): boolean => errors.includes('NO_FILES');
const formName = (name: string): string => name.replace(/(Body)?$/, 'Form');
const filesOnly = ({ files }: Route): string => `${files!.field.charAt(0).toUpperCase()}${files!.field.slice(1)}Body`;

/** The schema without fields that must not be sent with others, for a valid example. */
function withoutExclusiveFields(schema: Schema): Schema {
  const { removeLogo: _excludesLogo, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}
