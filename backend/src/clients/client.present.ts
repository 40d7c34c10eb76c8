import type { ClientListItem, ClientView } from '../contract/clients.js';
import type { Client } from './client.entity.js';
import type { ClientColumns, ClientRow } from './clients.queries.js';

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
    business: client.business,
    description: client.description,
    mediaDescription: client.mediaDescription,
    serviceAreas: client.serviceAreas,
    targetKeywords: client.targetKeywords,
    categories: client.categories,
    notes: client.notes,
    agencyId: client.agencyId,
    website: client.website,
    phone: client.phone,
    address: client.address,
    socialLinks: client.socialLinks,
    momentCount,
    revision: client.revision,
    editor: client.editor,
    createdAt: client.createdAt.toISOString(),
  };
}
