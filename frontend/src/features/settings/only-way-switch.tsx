import type { SingleSignOnView } from '@gmb-moments/backend/contract/single-sign-on';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { userQuery } from '../../records/session';
import { brandingQuery } from '../../records/settings';
import { allowPasswords } from '../../records/single-sign-on';
import { Confirm } from '../../ui/confirm';
import { Switch } from '../../ui/switch';

/** Switch for single sign-on as the only way to sign in. Only people who signed in by it can turn it on. */
export function OnlyWaySwitch({ way: singleSignOn }: { way: SingleSignOnView }) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const [isAsking, setAsking] = useState(false);
  const { data: user } = useQuery(userQuery);
  const change = useToastMutation({
    mutationFn: allowPasswords,
    success: (_none, areAllowed) =>
      areAllowed
        ? ['Passwords are on', 'They sign people in beside single sign-on.']
        : ['Passwords are off', 'Everybody else was signed out, and signs in by single sign-on.'],
    failure: (error) => ['Not changed', reasonOf(error)],
    refresh: [brandingQuery],
  });
  const isReady = singleSignOn.isOnly || Boolean(user?.bySingleSignOn);
  return (
    <div ref={field} className="row gap-12">
      <Switch
        id={id}
        checked={singleSignOn.isOnly}
        disabled={change.isPending || !isReady}
        onChange={(isOnly) => (isOnly ? setAsking(true) : change.mutate(true))}
      />
      <label htmlFor={id}>
        <span className="block strong">Single sign-on only</span>
        <span className="block muted small">
          {isReady
            ? 'No password and no passkey signs anybody in. Everybody else is signed out.'
            : `Sign in by “${singleSignOn.name}” yourself first, which shows that it works.`}
        </span>
      </label>
      {isAsking && (
        <Confirm
          title="Switch passwords off?"
          confirmText="Switch Off"
          onConfirm={() => change.mutateAsync(false)}
          onClose={() => setAsking(false)}
          focusAfter={() => field.current?.querySelector('button') ?? null}
        >
          Everybody signs in by “{singleSignOn.name}” from now on, and is signed out until then. If the provider ever
          fails, the command <code>npm run user -- allow-passwords</code> on the server lets passwords in again.
        </Confirm>
      )}
    </div>
  );
}
