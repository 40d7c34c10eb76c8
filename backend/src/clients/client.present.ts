import { CLIENT_FIELDS } from '../contract/client-fields.js';
import { namesOf, pick } from '../contract/record-fields.js';
import type { ClientListItem, ClientView } from '../contract/clients.js';
import type { BesideClient, ClientColumns, ClientRow } from './clients.queries.js';

const CLIENT_TEXTS = namesOf(CLIENT_FIELDS);

/** The client in a list. */
export function presentClientListItem(client: ClientRow): ClientListItem {
  const { pendingCount, rejectedCount, lastActivityAt: last } = client;
  return { ...presentClient(client, client), pendingCount, rejectedCount, lastActivityAt: last.toISOString() };
}

/** The client, as staff see it. */
export function presentClient(client: ClientColumns, { momentCount, owner }: BesideClient): ClientView {
  return {
    id: client.id,
    ...pick(client, CLIENT_TEXTS),
    agencyId: client.agencyId,
    owner,
    momentCount,
    revision: client.edits.revision,
    editor: client.edits.editor,
    createdAt: client.createdAt.toISOString(),
  };
}
