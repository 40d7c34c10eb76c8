import type { ChangePasswordBody, RegisterBody, UserView } from '@gmb-moments/backend/contract/auth';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http';

/** Every member of staff, the oldest first. */
export const teamQuery = queryOptions<UserView[]>({ queryKey: ['/api/users'] });

export function addColleague(body: Required<RegisterBody>): Promise<UserView> {
  return http.post<UserView>('/api/register', body);
}

export function removeColleague(id: string): Promise<void> {
  return http.delete(`/api/users/${id}`);
}

export function changePassword(body: ChangePasswordBody): Promise<void> {
  return http.post('/api/user/password', body);
}
