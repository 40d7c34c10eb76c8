import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { errorAnswer, errorCodes, errorName, successes, type Answer } from './answers.js';
import { bodyOf } from './bodies.js';
import { readDescriptions } from './descriptions.js';
import { parametersOf, type Parameter } from './parameters.js';
import { readRoutes, type Route } from './routes.js';
import { reachedFrom, type Schema, type Schemas } from './schema.js';
import { ABOUT, TAGS } from './texts.js';
import { viewSchemas } from './views.js';

/** What sends the session's cookie. Without `POST /api/register`, which does so for the first user only. */
const SETTING_COOKIES = [
  'post /api/login',
  'post /api/login/passkey',
  'get /api/user',
  'post /api/password-links/use',
  'post /api/single-sign-on/finish',
];

interface NestOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, object>;
}

/** The document of the HTTP API, made from its controllers and from `contract/`. */
export async function openApiDocument(root: URL): Promise<object> {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
  const { document, routes } = await readRoutes();
  const views = viewSchemas(root);
  views.get('ErrorBody');
  const responses: Record<string, Answer> = {};
  const bodies = {
    schemas: document.components?.schemas as Schemas,
    descriptions: readDescriptions(root),
    all: views.all,
  };
  const paths = mapOperations(document, (operation, method, path) => {
    const route = routes.get(operation.operationId);
    if (!route) throw new Error(`${operation.operationId} has no @Operation`);
    return documented(operation, { route, method, path });
  });

  function documented(
    operation: NestOperation,
    { route, method, path }: { route: Route; method: string; path: string },
  ): object {
    const { operationId, summary, description, tags } = operation;
    // Nest lists no body for a route that takes files alone.
    const content = operation.requestBody?.content ?? (route.files && { 'multipart/form-data': { schema: {} } });
    const status = Number(Object.keys(operation.responses)[0]);
    const writes = method !== 'get';
    const returned = views.returnedBy(route.controller, route.method);
    const mayWait = returned.accepted !== undefined;
    const parameters = parametersOf(operation.parameters, { route, bodies, writes, mayWait });
    const takes = {
      writes,
      hasPath: parameters.some((parameter) => parameter.in === 'path'),
      isList: parameters.some(({ name }) => name === 'offset'),
      setsCookie: SETTING_COOKIES.includes(`${method} ${path}`),
    };
    const errors = Object.entries(errorCodes(route, takes)).map(([code, codes]) => {
      const name = errorName(Number(code), codes);
      responses[name] ??= errorAnswer(Number(code), codes);
      return [code, { $ref: `#/components/responses/${name}` }] as const;
    });
    return {
      operationId,
      summary,
      ...(description && { description }),
      tags,
      ...securityOf(route, writes),
      parameters,
      ...(content && { requestBody: bodyOf(content, { route, bodies }) }),
      responses: {
        ...successes(returned, { status, takes, file: route.file, schemas: views.all }),
        ...Object.fromEntries(errors),
      },
    };
  }

  const used = reachedFrom(views.all, [paths, responses]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'GMB Moments',
      version,
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this installation' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    security: BOTH,
    tags: TAGS,
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'gmb.sid',
          description:
            'The cookie that `POST /api/login` sets. Its session lasts seven days after the last use, the cookie itself seven days; `GET /api/user` sends it again.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'gmb_…',
          description:
            'An API key, which staff make in the settings: `Authorization: Bearer gmb_…`, for example `curl -H "Authorization: Bearer $GMB_KEY" https://staff.example.com/api/moments`. It may what its role and scope allow, and never more than its owner may at that moment. Not beside the cookie of a session.',
        },
      },
      schemas: Object.fromEntries(used.toSorted().map((name) => [name, views.all[name]])),
      responses: Object.fromEntries(Object.entries(responses).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

const [SESSION, KEY] = [{ session: [] }, { apiKey: [] }];
const BOTH = [SESSION, KEY];

/** Who may call an operation, where it is not a session or an API key alike. */
function securityOf({ isPublic, isForPersons }: Route, writes: boolean): { security?: object[] } {
  if (isPublic) return { security: writes ? [{}, SESSION] : [{}, ...BOTH] };
  return isForPersons ? { security: [SESSION] } : {};
}

function mapOperations(
  { paths }: OpenAPIObject,
  change: (operation: NestOperation, method: string, path: string) => object,
): Record<string, Record<string, object>> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations as Record<string, NestOperation>).map(([method, operation]) => [
          method,
          change(operation, method, path),
        ]),
      ),
    ]),
  );
}
