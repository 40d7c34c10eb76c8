import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { brandingQuery } from '../settings/settings.api';
import { logout, userQuery } from './auth.api';

const MUTATION_KEY = ['logout'];

/** Ends the session and forgets everything that was read with it; the brand of the host is everybody's. */
export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: MUTATION_KEY,
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

/** Says so when the session ended by itself: it expired, was ended elsewhere, or a colleague removed one. */
export function useSessionEndNotice(): void {
  const client = useQueryClient();
  useEffect(
    () => () => {
      const isSignedOut = client.getQueryData(userQuery.queryKey) === null;
      if (!isSignedOut || client.isMutating({ mutationKey: MUTATION_KEY }) > 0) return;
      toast.info('Signed out', 'Your session has ended. Sign in to go on.');
    },
    [client],
  );
}
