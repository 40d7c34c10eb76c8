import type { ApiKeyView, CreateApiKeyBody, NewApiKeyView } from '@gmb-moments/backend/contract/api-keys';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http';

/** The API keys of the signed-in user; for admins, those of all users. Newest first. */
export const apiKeysQuery = queryOptions<ApiKeyView[]>({ queryKey: ['/api/api-keys'] });

/** Creates a key. Only this response contains the key itself. */
export function createApiKey(body: CreateApiKeyBody): Promise<NewApiKeyView> {
  return http.post<NewApiKeyView>('/api/api-keys', body);
}

export function renameApiKey(id: string, body: { name: string }): Promise<ApiKeyView> {
  return http.patch<ApiKeyView>(`/api/api-keys/${id}`, body);
}

/** Revokes a key; requests with it fail from now on. */
export function revokeApiKey(id: string): Promise<void> {
  return http.delete(`/api/api-keys/${id}`);
}
