import type { ApiKeyView, CreateApiKeyBody, NewApiKeyView } from '@gmb-moments/backend/contract/api-keys';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http';

/** The own API keys, for admins those of all, the newest first. */
export const apiKeysQuery = queryOptions<ApiKeyView[]>({ queryKey: ['/api/api-keys'] });

/** Makes a key. The answer alone holds the key itself. */
export function createApiKey(body: CreateApiKeyBody): Promise<NewApiKeyView> {
  return http.post<NewApiKeyView>('/api/api-keys', body);
}

export function renameApiKey(id: string, body: { name: string }): Promise<ApiKeyView> {
  return http.patch<ApiKeyView>(`/api/api-keys/${id}`, body);
}

/** Ends a key at once. */
export function revokeApiKey(id: string): Promise<void> {
  return http.delete(`/api/api-keys/${id}`);
}
