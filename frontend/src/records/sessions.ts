import type { SessionView } from '@gmb-moments/backend/contract/sessions';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http';

/** The sessions of the signed-in user, the current one first. */
export const sessionsQuery = queryOptions<SessionView[]>({ queryKey: ['/api/sessions'] });

export function endSession(id: string): Promise<void> {
  return http.delete(`/api/sessions/${id}`);
}

/** Ends all sessions of the signed-in user except the current one. */
export function endOtherSessions(): Promise<void> {
  return http.delete('/api/sessions');
}
