import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { LOGGED_OUT_KEY, logout, userQuery } from './auth.api';

/** Ends the session, and leads to the login page. */
export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: logout,
    onSuccess: async () => {
      client.setQueryData(LOGGED_OUT_KEY, true);
      client.setQueryData(userQuery.queryKey, null);
      await navigate('/login', { replace: true });
    },
    onError: (error) => toast.error('Logout failed', messageOf(error)),
  });
}
