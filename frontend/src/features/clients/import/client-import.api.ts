import type { ClientImportView, CreateClientBody } from '@gmb-moments/backend/contract/clients';
import { http } from '../../../lib/http';

/** A client as an import sends it: lists as comma-separated texts. */
export type ImportedClient = Omit<CreateClientBody, 'socialLinks' | 'targetKeywords' | 'categories'> & {
  socialLinks?: string;
  targetKeywords?: string;
  categories?: string;
};

/** Creates all of these clients, or none; once however often it is sent with the same key. */
export function importClients(clients: ImportedClient[], idempotencyKey: string): Promise<ClientImportView> {
  return http.post('/api/client-imports', { clients }, { headers: { 'Idempotency-Key': idempotencyKey } });
}
