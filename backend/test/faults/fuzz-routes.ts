import type { Agent } from '../app.js';

/** What the OpenAPI document says about a value, as far as this API uses it. */
export interface Schema {
  $ref?: string;
  type?: string;
  enum?: string[];
  format?: string;
  pattern?: string;
  nullable?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** One route of the API, as the document describes it. */
export interface Route {
  /** Such as `PATCH /api/clients/{id}`. */
  name: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** Of the body; `null` where there is none. */
  body: Schema | null;
  /** Whether the body may be JSON. */
  readsJson: boolean;
  /** Whether the body may be a form with files. */
  isForm: boolean;
}

/** Every route of the document that the running API serves, those that remove or end something last. */
export async function routesOf(staff: Agent): Promise<Route[]> {
  const document = (await staff.get('/api/openapi.json').expect(200)).body as Document;
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => routeOf(document, method, path, operation)),
  );
  const isLast = ({ method, path }: Route): number => Number(method === 'DELETE') + 2 * Number(path.endsWith('logout'));
  return routes.sort((one, other) => isLast(one) - isLast(other));
}

function routeOf(document: Document, method: string, path: string, operation: Operation): Route {
  const content = operation.requestBody?.content ?? {};
  const [first] = Object.values(content);
  const upper = method.toUpperCase();
  return {
    name: `${upper} ${path}`,
    method: upper,
    path,
    parameters: operation.parameters ?? [],
    body: first ? resolved(document, first.schema) : null,
    readsJson: 'application/json' in content,
    isForm: 'multipart/form-data' in content || /\/(replace|add-images)$/.test(path),
  };
}

function resolved(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const { properties, items, ...own } = name ? document.components.schemas[name]! : schema;
  const inner = Object.entries(properties ?? {}).map(([field, value]) => [field, resolved(document, value)] as const);
  return {
    ...own,
    ...(items && { items: resolved(document, items) }),
    ...(properties && { properties: Object.fromEntries(inner) }),
  };
}
