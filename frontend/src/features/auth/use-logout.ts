import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { brandingQuery } from '../settings/settings.api';
import { logout, userQuery } from './auth.api';

/** Ends the session and forgets everything that was read with it; the brand of the host is everybody's. */
export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: logout,
    onSuccess: async () => {
      await navigate('/login', { replace: true });
      client.setQueryData(userQuery.queryKey, null);
      const kept = [userQuery.queryKey[0], brandingQuery.queryKey[0]];
      client.removeQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
    },
    onError: (error) => toast.error('Logout failed', messageOf(error)),
  });
}
