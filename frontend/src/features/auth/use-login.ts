import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { needsSecondFactor, messageOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';
import { LOGGED_OUT_KEY, login, logout, userQuery } from '../../records/session';
import { logoutOfProvider } from '../../records/single-sign-on';

/** Returns a mutation that logs in, removes earlier toasts and caches the signed-in user. The caller navigates. */
export function useLogin() {
  const queryClient = useQueryClient();
  return useToastMutation({
    mutationFn: login,
    failure: (error) => (needsSecondFactor(error) ? null : ['Login failed', messageOf(error)]),
    onSuccess: (user) => {
      toast.clear();
      queryClient.removeQueries({ queryKey: LOGGED_OUT_KEY });
      queryClient.setQueryData(userQuery.queryKey, user);
    },
  });
}

/**
 * Returns a mutation that logs out and opens the login page. After single sign-on it also logs out at the provider.
 */
export function useLogout() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useToastMutation({
    mutationFn: async () => {
      const user = queryClient.getQueryData(userQuery.queryKey);
      return user?.bySingleSignOn ? logoutOfProvider() : void (await logout());
    },
    failure: (error) => ['Logout failed', messageOf(error)],
    onSuccess: async (ended) => {
      if (ended?.address) window.location.assign(ended.address);
      queryClient.setQueryData(LOGGED_OUT_KEY, true);
      queryClient.setQueryData(userQuery.queryKey, null);
      await navigate('/login', { replace: true });
    },
  });
}
