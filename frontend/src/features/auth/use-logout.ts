import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { logout, userQuery } from './auth.api';

/** Ends the session and forgets everything that was read with it. */
export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: logout,
    onSuccess: async () => {
      await navigate('/login', { replace: true });
      client.setQueryData(userQuery.queryKey, null);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] });
    },
    onError: (error) => toast.error('Logout failed', messageOf(error)),
  });
}
