import { CLIENT_FIELDS } from '../contract/client-fields.js';
import { namesOf, pick } from '../contract/record-fields.js';
import type { ClientListItem, ClientView } from '../contract/clients.js';
import type { Client } from './client.entity.js';
import type { ClientColumns, ClientRow } from './clients.queries.js';

const CLIENT_TEXTS = namesOf(CLIENT_FIELDS);

/** The client, as staff see it. */
export function presentClient({ edits, ...client }: Omit<Client, 'agency' | 'edit'>, momentCount: number): ClientView {
  return present({ ...client, revision: edits.revision, editor: edits.editor }, momentCount);
}

/** The client in a list. */
export function presentClientListItem(client: ClientRow): ClientListItem {
  const { momentCount, pendingCount, rejectedCount, lastActivityAt } = client;
  return { ...present(client, momentCount), pendingCount, rejectedCount, lastActivityAt: lastActivityAt.toISOString() };
}

function present(client: ClientColumns, momentCount: number): ClientView {
  return {
    id: client.id,
    ...pick(client, CLIENT_TEXTS),
    agencyId: client.agencyId,
    momentCount,
    revision: client.revision,
    editor: client.editor,
    createdAt: client.createdAt.toISOString(),
  };
}
