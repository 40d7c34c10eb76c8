import type { ClientView } from '../contract/clients.js';
import type { Client } from './client.entity.js';

/** The client, as staff see it. */
export function presentClient(client: Client, momentCount: number): ClientView {
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
    revision: client.edits.revision,
    editor: client.edits.editor,
    createdAt: client.createdAt.toISOString(),
  };
}
