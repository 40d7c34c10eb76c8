import type { Response } from 'supertest';
import type { OptimizationView } from '../src/contract/optimizations.js';
import { STAFF_PASSWORD, type Agent, type TestApp } from './app.js';
import { createAgency, createClient, createMomentWithImages, createOptimization } from './factories.js';

/** How something that staff edit stands. */
export interface State {
  text: string;
  revision: number;
  editor: string | null;
}

/** Something that staff edit, made for one test; the text stands in one of its fields. */
export interface Editable {
  read(): Promise<State>;
  /** Saves a text, on the revision that was seen. */
  save(agent: Agent, text: string, revision?: number): Promise<Response>;
  /** How it stood when a save was answered. */
  stateIn(answer: Response): State;
}

/** A kind of thing that two members of staff may edit at once. */
export interface EditableKind {
  /** Name in the table. */
  kind: string;
  /** Name in the refusal's message. */
  what: string;
  make(staff: Agent): Promise<Editable>;
}

/** Fields of an answer: the one with the text, and those that count its changes. */
interface Names {
  text: string;
  revision?: string;
  editor?: string;
}

function stateOf(view: Record<string, unknown>, { text, revision = 'revision', editor = 'editor' }: Names): State {
  return { text: view[text], revision: view[revision], editor: view[editor] } as State;
}

/** What is saved as JSON to the address it is read from. */
function inJson(staff: Agent, path: string, names: Names): Editable {
  const { text: field, revision: counter = 'revision' } = names;
  return {
    read: async () => stateOf((await staff.get(path).expect(200)).body, names),
    save: async (agent, text, revision) => agent.patch(path).send({ [field]: text, [counter]: revision }),
    stateIn: ({ body }) => stateOf(body, names),
  };
}

/** What is saved as a form, as the screens do where there is a logo. */
function inForm(staff: Agent, path: string, names: Names): Editable {
  return {
    ...inJson(staff, path, names),
    save: async (agent, text, revision) => {
      const form = agent.patch(path).field(names.text, text);
      return revision === undefined ? form : form.field('revision', String(revision));
    },
  };
}

async function ofImage(staff: Agent, names: Names): Promise<Editable> {
  const { moment, images } = await createMomentWithImages(staff, 1);
  const list = `/api/moments/${moment.id}/images`;
  return {
    ...inJson(staff, `/api/images/${images[0]!.id}`, names),
    read: async () => stateOf((await staff.get(list).expect(200)).body[0], names),
  };
}

async function ofOptimization(staff: Agent): Promise<Editable> {
  const path = `/api/gmb-optimizations/${(await createOptimization(staff)).id}`;
  const names = { text: 'businessName' };
  return {
    ...inJson(staff, path, names),
    read: async () => stateOf((await staff.get(path).expect(200)).body.optimization, names),
  };
}

async function ofSection(staff: Agent): Promise<Editable> {
  const path = `/api/gmb-optimizations/${(await createOptimization(staff)).id}`;
  const stateIn = ({ servicesSuggestion, sectionVersions, sectionEditors }: OptimizationView): State => ({
    text: servicesSuggestion,
    revision: sectionVersions.services,
    editor: sectionEditors.services,
  });
  return {
    read: async () => stateIn((await staff.get(path).expect(200)).body.optimization),
    save: async (agent, text, services) =>
      agent.patch(path).send({ servicesSuggestion: text, sectionVersions: services ? { services } : {} }),
    stateIn: ({ body }) => stateIn(body),
  };
}

/** Everything that two members of staff can edit at once. */
export const EDITABLES: EditableKind[] = [
  {
    kind: 'a client',
    what: 'this client',
    make: async (staff) => inJson(staff, `/api/clients/${(await createClient(staff)).id}`, { text: 'business' }),
  },
  {
    kind: 'an agency',
    what: 'this agency',
    make: async (staff) => inForm(staff, `/api/agencies/${(await createAgency(staff)).id}`, { text: 'name' }),
  },
  {
    kind: 'the settings',
    what: 'the settings',
    make: async (staff) => inForm(staff, '/api/settings', { text: 'brandName' }),
  },
  {
    kind: 'a caption',
    what: 'this caption',
    make: (staff) => ofImage(staff, { text: 'title', revision: 'captionRevision', editor: 'captionEditor' }),
  },
  {
    kind: 'an image’s address',
    what: 'the address of this image',
    make: (staff) => ofImage(staff, { text: 'address', revision: 'addressRevision', editor: 'addressEditor' }),
  },
  { kind: 'an optimization’s record', what: 'the details of this business', make: ofOptimization },
  { kind: 'a suggestion', what: 'Services', make: ofSection },
];

/** Signs in a second member of staff. */
export async function colleague(app: TestApp, name: string): Promise<Agent> {
  const account = { email: `${name.toLowerCase()}@example.com`, password: STAFF_PASSWORD };
  await (
    await app.staff()
  )
    .post('/api/register')
    .send({ ...account, name })
    .expect(201);
  const agent = app.visitor();
  await agent.post('/api/login').send(account).expect(200);
  return agent;
}
