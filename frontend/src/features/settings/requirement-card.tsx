import { useQuery } from '@tanstack/react-query';
import { Card } from 'antd';
import { useId } from 'react';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { factorsQuery, requireFactor } from '../../records/factors';
import { userQuery } from '../../records/session';
import { useSingleSignOn } from '../../records/single-sign-on';
import { Switch } from '../../ui/switch';
import { OnlyWaySwitch } from './only-way-switch';

/**
 * The card `Sign-in`, with `settings.manage`: whether all staff need a second factor, and whether they can sign in by
 * password.
 */
export function RequirementCard() {
  const id = useId();
  const singleSignOn = useSingleSignOn();
  const { data: user } = useQuery(userQuery);
  const mayManage = user?.permissions.includes('settings.manage') ?? false;
  const { data: factors } = useQuery({ ...factorsQuery, enabled: mayManage });
  const change = useToastMutation({
    mutationFn: requireFactor,
    success: (_none, isRequired) =>
      isRequired
        ? ['Second factor for everyone', 'Who has none was signed out, and sets one up at the next sign-in.']
        : ['Second factor is a choice', 'Everyone decides for themselves.'],
    failure: (error) => ['Not changed', reasonOf(error)],
    refresh: [factorsQuery],
  });
  if (!mayManage || !factors) return null;
  return (
    <Card title={<h2 className="as-text">Sign-in</h2>}>
      <div className="column gap-16">
        <div className="row gap-12">
          <Switch
            id={id}
            checked={change.isPending ? change.variables : factors.isRequired}
            disabled={change.isPending}
            onChange={(isRequired) => change.mutate(isRequired)}
          />
          <label htmlFor={id}>
            <span className="block strong">Second factor for everyone</span>
            <span className="block muted small">Who has none is signed out, and sets one up at the next sign-in.</span>
          </label>
        </div>
        {singleSignOn && <OnlyWaySwitch way={singleSignOn} />}
      </div>
    </Card>
  );
}
