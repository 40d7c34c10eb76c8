import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { LOGGED_OUT_KEY, login, userQuery } from './auth.api';

/** Begins a session. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: login,
    onSuccess: (user) => {
      toast.clear();
      client.removeQueries({ queryKey: LOGGED_OUT_KEY });
      client.setQueryData(userQuery.queryKey, user);
    },
    onError: (error) => toast.error('Login failed', messageOf(error)),
  });
}
