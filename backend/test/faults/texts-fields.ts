import { CLIENT_FIELDS } from '../../src/contract/client-fields.js';
import { IMAGE_FIELDS, IMAGE_TEXTS } from '../../src/contract/image-fields.js';
import { OPTIMIZATION_FIELDS, SUGGESTION_FIELDS } from '../../src/contract/optimization-fields.js';
import type { FieldKind } from '../../src/contract/record-fields.js';
import type { Agent } from '../app.js';
import { sendUntilTaken } from '../send-until-taken.js';
import type { Ids } from './fuzz-seed.js';

/** How a field keeps a text: as it is; as it is, if it is one line; made one line; as lines without doubles. */
type Kind = 'text' | 'line' | 'tag' | 'lines';

/** A field that people write freely, where it is written, and where it comes back. */
export interface TextField {
  /** Such as `PATCH client notes`. */
  name: string;
  method: 'post' | 'patch';
  path: string;
  /** The body with this text in the field. */
  body: (text: string) => object;
  /** The field in an answer. */
  read: (body: never) => unknown;
  /** Path at which it is read back. */
  from: (body: { id: string }) => string;
  kind: Kind;
}

/** Web addresses and FAQs have a form of their own. */
const isFree = (kind: FieldKind): boolean => kind !== 'webAddress' && kind !== 'faqs';

function keptAs(kind: FieldKind): Kind {
  if (kind === 'tags') return 'tag';
  if (kind === 'lines') return 'lines';
  return kind === 'text' || kind === 'keywords' ? 'text' : 'line';
}

type Fields = Record<string, unknown>;
const pick = (name: string) => (body: Fields) => body[name];
const first = (name: string) => (body: Fields) => (body[name] as unknown[])[0];

/** Every field of the API that takes free text. */
export function textFields(ids: Ids): TextField[] {
  return [...clientFields(ids), ...imageFields(ids), ...optimizationFields(ids), ...otherFields(ids)];
}

function clientFields(ids: Ids): TextField[] {
  const path = `/api/clients/${ids.clients[0]}`;
  const value = (kind: Kind, text: string) => (kind === 'tag' ? [text] : text);
  const created = (name: string, kind: Kind): TextField => ({
    name: `POST client ${name}`,
    method: 'post',
    path: '/api/clients',
    body: (text) => ({ business: 'A business', [name]: value(kind, text) }),
    read: kind === 'tag' ? first(name) : pick(name),
    from: ({ id }) => `/api/clients/${id}`,
    kind,
  });
  const changed = (name: string, kind: Kind): TextField => ({
    ...created(name, kind),
    name: `PATCH client ${name}`,
    method: 'patch',
    path,
    body: (text) => ({ [name]: value(kind, text) }),
  });
  return [created, changed].flatMap((field) =>
    Object.entries(CLIENT_FIELDS).flatMap(([name, { kind }]) => (isFree(kind) ? [field(name, keptAs(kind))] : [])),
  );
}

function imageFields(ids: Ids): TextField[] {
  const [, , captioned, pending] = ids.images;
  const images = `/api/moments/${ids.moments[0]}/images`;
  const edited = IMAGE_TEXTS.map((name): TextField => ({
    name: `PATCH image ${name}`,
    method: 'patch',
    path: `/api/images/${captioned}`,
    body: (text) => ({ [name]: text }),
    read: (body: Fields | Fields[]) => ofImage(body, captioned!)?.[name],
    from: () => images,
    kind: keptAs(IMAGE_FIELDS[name].kind),
  }));
  const rejected: TextField = {
    name: 'POST image feedback',
    method: 'post',
    path: `/api/images/${pending}/reject`,
    body: (feedback) => ({ feedback }),
    read: (body: Fields | Fields[]) => ofImage(body, pending!)?.['feedback'],
    from: () => images,
    kind: 'text',
  };
  return [...edited, rejected];
}

function ofImage(body: Fields | Fields[], id: string): Fields | undefined {
  return Array.isArray(body) ? body.find((image) => image['id'] === id) : body;
}

function optimizationFields(ids: Ids): TextField[] {
  const path = `/api/gmb-optimizations/${ids.optimizations[0]}`;
  const edited = (name: string, kind: Kind): TextField => ({
    name: `PATCH optimization ${name}`,
    method: 'patch',
    path,
    body: (text) => ({ [name]: kind === 'tag' ? [text] : text }),
    read: (body: Fields & { optimization?: Fields }) =>
      (kind === 'tag' ? first : pick)(name)(body.optimization ?? body),
    from: () => path,
    kind,
  });
  const link = `/api/gmb-optimizations/public/${ids.publicLinks[0]}`;
  return [
    ...Object.entries({ ...OPTIMIZATION_FIELDS, ...SUGGESTION_FIELDS }).flatMap(([name, { kind }]) =>
      isFree(kind) ? [edited(name, keptAs(kind))] : [],
    ),
    {
      ...edited('faqsSuggestion', 'text'),
      name: 'PATCH optimization faqsSuggestion',
      body: (text) => ({ faqsSuggestion: `${QUESTION}${text}` }),
      read: (body: Fields & { optimization?: Fields }) =>
        String((body.optimization ?? body)['faqsSuggestion']).slice(QUESTION.length),
    },
    {
      name: 'POST section feedback',
      method: 'post',
      path: `${link}/approve/keywords`,
      body: (feedback) => ({ status: 'rejected', feedback }),
      read: ({ optimization }: { optimization: Fields }) => optimization['keywordsFeedback'],
      from: () => link,
      kind: 'text',
    },
  ];
}

const QUESTION = 'Q: A question?\nA: ';

function otherFields(ids: Ids): TextField[] {
  const agency = `/api/agencies/${ids.agencies[0]}`;
  return [
    {
      name: 'PATCH agency name',
      method: 'patch',
      path: agency,
      body: (name) => ({ name }),
      read: pick('name'),
      from: () => agency,
      kind: 'line',
    },
    {
      name: 'PATCH settings brandName',
      method: 'patch',
      path: '/api/settings',
      body: (brandName) => ({ brandName }),
      read: pick('brandName'),
      from: () => '/api/settings',
      kind: 'line',
    },
    {
      name: 'PATCH API key name',
      method: 'patch',
      path: `/api/api-keys/${ids['api-keys'][0]}`,
      body: (name) => ({ name }),
      read: (body: Fields | Fields[]) =>
        (Array.isArray(body) ? body.find(({ id }) => id === ids['api-keys'][0]) : body)?.['name'],
      from: () => '/api/api-keys',
      kind: 'line',
    },
    {
      name: 'POST moment title',
      method: 'post',
      path: '/api/moments',
      body: (title) => ({ title, clientId: ids.clients[0] }),
      read: pick('title'),
      from: ({ id }) => `/api/moments/${id}`,
      kind: 'line',
    },
  ];
}

/** The same text as the field keeps it. */
export function kept(kind: Kind, text: string): string {
  if (kind === 'tag') return text.replace(/\s+/gu, ' ').trim();
  if (kind === 'lines')
    return text
      .split(/\r?\n/u)
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n');
  return text.trim();
}

/** Sends the text, again where the machine is too busy for it, and makes way for the next where a decision stands in it. */
export async function write(staff: Agent, { method, path, body }: TextField, text: string) {
  const answer = await sendUntilTaken(() => staff[method](path).send(body(text)));
  const image = /^\/api\/images\/([^/]+)\/reject$/.exec(path)?.[1];
  return { answer, next: () => (image ? staff.post(`/api/images/${image}/resubmit`) : Promise.resolve()) };
}
