import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { DOCUMENTS, asText } from '../documents/documents.js';
import { ERRORS } from '../src/contract/errors.js';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

interface Content {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Answer {
  $ref?: string;
  headers: object;
  content?: Record<string, Content>;
}
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: { name: string; schema: object; example: unknown }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
}

describe('the documents for programs', () => {
  it.each(Object.keys(DOCUMENTS))('are current: %s (else run `npm run documents`)', async (name) => {
    expect(asText(await DOCUMENTS[name]!(ROOT)) === read(`docs/${name}`)).toBe(true);
  });
});

describe('the document of the HTTP API', () => {
  const document = JSON.parse(read('docs/openapi.json')) as {
    info: { version: string };
    tags: { name: string }[];
    paths: Record<string, Record<string, Operation>>;
    components: { responses: Record<string, Answer> };
  };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', ...document });

  function problemOf({ schema, example }: { schema: object; example?: unknown }): string | null {
    const isValid = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object);
    return isValid(example) ? null : ajv.errorsText(isValid.errors);
  }

  it('has the version of the product', () => {
    expect(document.info.version).toBe((JSON.parse(read('package.json')) as { version: string }).version);
  });

  it('says of each operation what it is for, answers and takes, with examples that fit', () => {
    expect(operations.length).toBeGreaterThan(55);
    const tags = document.tags.map(({ name }) => name);
    for (const { operationId, summary, tags: own, parameters, requestBody, responses } of operations) {
      const contents = [requestBody ?? {}, ...Object.values(responses)].flatMap((part) =>
        Object.values((part as { content?: Record<string, Content> }).content ?? {}),
      );
      const good = Object.entries(responses).filter(([status]) => Number(status) < 400);
      expect({
        operationId,
        summary: summary.length > 5,
        tag: tags.includes(own[0]!),
        described: good.every(([status, { content }]) => status === '204' || content !== undefined),
        problems: [...contents, ...parameters].map(problemOf).filter((problem) => problem !== null),
      }).toEqual({ operationId, summary: true, tag: true, described: true, problems: [] });
    }
  });

  it('names every error code of an operation, beside an example', () => {
    const answers = Object.values(document.components.responses);
    const examples = answers.flatMap(({ content }) => Object.entries(content!['application/json']!.examples!));
    const { schema } = answers[0]!.content!['application/json']!;
    expect(examples.map(([, { value }]) => problemOf({ schema, example: value })).filter(Boolean)).toEqual([]);
    // No operation: an address without that method, and a part of a picture.
    const without = ['METHOD_NOT_ALLOWED', 'RANGE_NOT_SATISFIABLE'];
    expect(new Set([...examples.map(([code]) => code), ...without])).toEqual(new Set(Object.keys(ERRORS)));
  });
});
