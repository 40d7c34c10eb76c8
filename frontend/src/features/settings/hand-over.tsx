import type { MemberView } from '@gmb-moments/backend/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { countText } from '../../lib/count-text';
import { matchesLabel } from '../../lib/characters';
import { ownedClientsQuery } from '../../records/clients';
import { countOutside } from '../../records/owners';
import { nameOf, scopeIds, teamQuery } from '../../records/team';

interface HandOverProps {
  /** The member of staff who is being removed. */
  member: MemberView;
  /** Id of the colleague who becomes responsible for their clients; `null` for nobody. */
  value: string | null;
  onChange: (id: string | null) => void;
}

/**
 * Choice of the colleague who becomes responsible for the clients of a removed member of staff. Colleagues who cannot
 * see all of them are disabled, with the number of clients that they see.
 */
export function HandOver({ member, value, onChange }: HandOverProps) {
  const { id, clientCount } = member;
  const { data: team, isError: isTeamMissing } = useQuery(teamQuery);
  const { data: owned, isError: areClientsMissing } = useQuery(ownedClientsQuery(id));
  const colleagues = (team ?? []).filter((colleague) => colleague.id !== id);
  const options = colleagues.map((colleague) => {
    const outside = owned ? countOutside(owned.items, scopeIds(colleague.scope)) : 0;
    const seen = owned && outside > 0 ? ` – sees ${owned.total - outside} of ${owned.total}` : '';
    return { value: colleague.id, label: nameOf(colleague) + seen, disabled: outside > 0 };
  });
  const isFailed = isTeamMissing || areClientsMissing;
  return (
    <Form.Item
      layout="vertical"
      label={`Who takes over their ${countText(owned?.total ?? clientCount, 'client')}?`}
      htmlFor="hand-over"
      extra={isFailed ? 'Who sees these clients could not be loaded.' : HINTS[value === null ? 'nobody' : 'somebody']}
      style={{ margin: '16px 0 0' }}
    >
      <Select
        id="hand-over"
        showSearch={{ filterOption: matchesLabel }}
        loading={!isFailed && !(team && owned)}
        value={value ?? ''}
        options={[
          { value: '', label: 'Nobody' },
          ...options.toSorted(
            (one, other) => Number(one.disabled) - Number(other.disabled) || one.label.localeCompare(other.label),
          ),
        ]}
        onChange={(chosen) => onChange(chosen || null)}
      />
    </Form.Item>
  );
}

const HINTS = {
  nobody: 'Without a responsible person, everybody who sees a client is notified of it.',
  somebody: 'They become responsible at once.',
};
