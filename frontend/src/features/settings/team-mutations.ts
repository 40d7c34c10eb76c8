import type { UserView } from '@gmb-moments/backend/contract/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { HttpError, messageOf, reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { addColleague, changePassword, removeColleague, teamQuery } from './team.api';

/** Adds a colleague, and says how it went. */
export function useAddColleague({ onAdded }: { onAdded: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: addColleague,
    onSuccess: async ({ email }) => {
      toast.success('Colleague added', `${email} can sign in with the password that you chose.`);
      onAdded();
      await client.invalidateQueries({ queryKey: teamQuery.queryKey });
    },
    onError: (error) => toast.error('Registration failed', messageOf(error)),
  });
}

/** Removes a colleague, and says how it went. */
export function useRemoveColleague() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: UserView) => removeColleague(id),
    onSuccess: (_none, { email }) => toast.success('Colleague removed', `${email} was signed out everywhere.`),
    onError: (error, { email }) => {
      if (isGone(error)) toast.info('Already removed', `Somebody else removed ${email} meanwhile.`);
      else toast.error('Error', reasonOf(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: teamQuery.queryKey }),
  });
}

function isGone(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'NOT_FOUND';
}

/** Changes the own password, and says how it went. */
export function useChangePassword({ onChanged }: { onChanged: () => void }) {
  return useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      toast.success('Password changed', 'You stay signed in here, and were signed out everywhere else.');
      onChanged();
    },
    onError: (error) => toast.error('Error', reasonOf(error)),
  });
}
