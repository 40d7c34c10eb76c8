import { CLIENT_FIELDS } from '../contract/client-fields.js';
import { namesOf, pick } from '../contract/record-fields.js';
import type { ClientListItem, ClientView } from '../contract/clients.js';
import type { ClientExtras, ClientColumns, ClientRow } from './clients.queries.js';

const CLIENT_TEXTS = namesOf(CLIENT_FIELDS);

/** Presents a client in a list. */
export function presentClientListItem(client: ClientRow): ClientListItem {
  const { pendingCount, rejectedCount, lastActivityAt: last } = client;
  return { ...presentClient(client, client), pendingCount, rejectedCount, lastActivityAt: last.toISOString() };
}

/** Presents a client for staff. */
export function presentClient(client: ClientColumns, { momentCount, owner }: ClientExtras): ClientView {
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
