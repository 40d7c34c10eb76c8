import type { MemberView } from '@gmb-moments/backend/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { countText } from '../../lib/count-text';
import { matchesLabel } from '../../lib/characters';
import { ownedClientsQuery } from '../../records/clients';
import { countOutside } from '../../records/owners';
import { teamQuery } from '../../records/settings';
import { nameOf, scopeIds } from '../../records/team';

interface HandOverProps {
  /** Who is being removed. */
  member: MemberView;
  /** Who takes over their clients; `null` for nobody. */
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Asks who becomes responsible for the clients of somebody: a colleague who sees all of them, or nobody. The others say how many they see. */
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
