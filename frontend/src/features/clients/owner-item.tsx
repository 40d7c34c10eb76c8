import type { MemberView } from '@gmb-moments/backend/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { use } from 'react';
import { matchesLabel } from '../../lib/characters';
import type { ClientFields } from '../../records/clients';
import { isWithin } from '../../records/owners';
import { StaffMember } from '../../records/permissions';
import { nameOf, scopeIds, teamQuery } from '../../records/team';

/**
 * Form item for the responsible member of staff: a colleague who can see the client with the chosen agency, or
 * nobody.
 */
export function OwnerItem({ clientId }: { clientId: string | undefined }) {
  const agencyId = Form.useWatch<ClientFields['agencyId']>('agencyId', Form.useFormInstance());
  const { data: team } = useQuery(teamQuery);
  const sees = ({ scope }: MemberView) => isWithin(scopeIds(scope), { ...(clientId && { id: clientId }), agencyId });
  const requireSeen = (_rule: unknown, ownerId: string | null): Promise<void> => {
    const owner = team?.find(({ id }) => id === ownerId);
    if (!owner || sees(owner)) return Promise.resolve();
    return Promise.reject(new Error(`${nameOf(owner)} does not see this client: choose somebody else, or nobody`));
  };
  return (
    <Form.Item label="Responsible" name="ownerId" dependencies={['agencyId']} rules={[{ validator: requireSeen }]}>
      <OwnerSelect candidates={team?.filter(sees)} />
    </Form.Item>
  );
}

interface OwnerSelectProps {
  /** Set by a form item, so that its label belongs to the field. */
  id?: string;
  value?: string | null;
  onChange?: (ownerId: string | null) => void;
  /** The members of staff who can see the client; `undefined` until they are loaded. */
  candidates: MemberView[] | undefined;
}

/**
 * Chooses a member of staff or `Nobody`. The current one stays in the list even if they can no longer see the client.
 */
function OwnerSelect({ id, value, onChange, candidates }: OwnerSelectProps) {
  const self = use(StaffMember);
  const { data: team, isPending, isError } = useQuery(teamQuery);
  const shown = team?.filter((member) => candidates?.includes(member) || member.id === value) ?? [];
  const options = shown.map((member) => ({
    value: member.id,
    label: member.id === self?.id ? `${nameOf(member)} (you)` : nameOf(member),
  }));
  const isRemoved = value && team && !team.some((member) => member.id === value);
  return (
    <Select
      id={id}
      showSearch={{ filterOption: matchesLabel }}
      loading={isPending}
      status={isError ? 'error' : undefined}
      notFoundContent={isError ? 'The team could not be loaded' : undefined}
      value={team ? (value ?? '') : value ? undefined : ''}
      placeholder="Loading the team..."
      options={[
        { value: '', label: 'Nobody' },
        ...options.toSorted((one, other) => one.label.localeCompare(other.label)),
        ...(isRemoved ? [{ value, label: 'Somebody who was removed' }] : []),
      ]}
      onChange={(chosen: string) => onChange?.(chosen || null)}
    />
  );
}
