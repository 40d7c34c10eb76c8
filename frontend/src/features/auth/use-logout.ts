import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { brandingQuery } from '../settings/settings.api';
import { LOGGED_OUT_KEY, logout, userQuery } from './auth.api';

/** Ends the session and forgets everything that was read with it; the brand of the host is everybody's. */
export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: logout,
    onSuccess: async () => {
      client.setQueryData(LOGGED_OUT_KEY, true);
      client.setQueryData(userQuery.queryKey, null);
      const kept = [LOGGED_OUT_KEY[0], userQuery.queryKey[0], brandingQuery.queryKey[0]];
      client.removeQueries({ predicate: ({ queryKey }) => !kept.includes(String(queryKey[0])) });
      await navigate('/login', { replace: true });
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
      if (!isSignedOut || client.getQueryData(LOGGED_OUT_KEY)) return;
      toast.info('Signed out', 'Your session has ended. Sign in to go on.');
    },
    [client],
  );
}
