/** A JSON schema (2020-12), as far as the documents of the API use it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export type Schemas = Record<string, Schema>;

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The name of the schema that a reference leads to. */
export const nameIn = (reference: string): string => reference.split('/').at(-1)!;

/** Applies `change` to a schema and to all schemas within it, with the name of the property that each describes, or `''`. */
export function mapSchema(schema: Schema, change: (schema: Schema, name: string) => Schema, name = ''): Schema {
  const within = (inner: Schema, innerName = name): Schema => mapSchema(inner, change, innerName);
  const mapped: Schema = { ...schema };
  if (schema.items) mapped.items = within(schema.items);
  if (schema.anyOf) mapped.anyOf = schema.anyOf.map((inner) => within(inner));
  if (schema.oneOf) mapped.oneOf = schema.oneOf.map((inner) => within(inner));
  if (schema.properties) {
    mapped.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, inner]) => [key, within(inner, key)]),
    );
  }
  if (typeof schema.additionalProperties === 'object') {
    mapped.additionalProperties = within(schema.additionalProperties);
  }
  return change(mapped, name);
}

/** The names of the schemas that a part of a document refers to itself. */
export function referredFrom(part: unknown): string[] {
  return [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
}

/** The names of all schemas that `start` refers to, directly or through others. */
export function reachedFrom(schemas: Schemas, start: unknown): string[] {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    for (const name of referredFrom(part)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit(start);
  return [...found];
}
