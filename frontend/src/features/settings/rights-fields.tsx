import type { Scope } from '@gmb-moments/backend/contract/rights';
import { ROLES, type Role } from '@gmb-moments/backend/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { Form, Radio } from 'antd';
import { use } from 'react';
import { agenciesQuery } from '../../records/agencies';
import { clientsQuery } from '../../records/clients';
import { StaffMember } from '../../records/permissions';
import { ROLE_WORDS } from '../../records/team';
import { countText } from '../../lib/count-text';
import { ScopeField } from './scope-field';
import styles from './team.module.css';

/** The values of `RightsFields`. */
export interface RightsValues {
  role: Role;
  scope: Scope;
}

/** The default rights of a new member of staff or key. */
export const NEW_RIGHTS: RightsValues = { role: 'editor', scope: { agencyIds: [], clientIds: [] } };

/** Returns the rights for a request: an admin has the scope `all`, whatever the field contains. */
export function rightsToSend({ role, scope }: RightsValues): RightsValues {
  return { role, scope: role === 'admin' ? 'all' : scope };
}

/** Form items for role and scope. People can only give rights that they have. */
export function RightsFields() {
  const form = Form.useFormInstance<RightsValues>();
  const role = Form.useWatch('role', form);
  const scope = Form.useWatch('scope', { form, preserve: true });
  return (
    <>
      <Form.Item label="Role" name="role">
        <RoleField />
      </Form.Item>
      {role !== 'admin' && (
        <Form.Item label="Scope" name="scope" rules={[{ validator: requireScope }]}>
          <ScopeField />
        </Form.Item>
      )}
      <p role="status" className="muted anywhere">
        <VisibleClientCount scope={role === 'admin' ? 'all' : scope} />
      </p>
    </>
  );
}

function requireScope(_rule: unknown, scope: Scope): Promise<void> {
  const isChosen = scope === 'all' || scope.agencyIds.length + scope.clientIds.length > 0;
  return isChosen ? Promise.resolve() : Promise.reject(new Error('Choose an agency or a client, or everything'));
}

interface RoleFieldProps {
  id?: string;
  value?: Role;
  onChange?: (role: Role) => void;
}

function RoleField({ id, value, onChange }: RoleFieldProps) {
  const own = use(StaffMember)?.role ?? 'admin';
  return (
    <Radio.Group
      id={id}
      aria-label="Role"
      className={`grid gap-8 ${styles['roles']}`}
      value={value}
      onChange={(event) => onChange?.(event.target.value as Role)}
    >
      {ROLES.slice(ROLES.indexOf(own)).map((role) => (
        <Radio key={role} value={role} className={styles['role'] ?? ''}>
          <span className="column gap-2">
            <span className="strong">{ROLE_WORDS[role].label}</span>
            <span className="muted small">{ROLE_WORDS[role].does}</span>
          </span>
        </Radio>
      ))}
    </Radio.Group>
  );
}

/** The number of clients in a scope. */
function VisibleClientCount({ scope }: { scope: Scope | undefined }) {
  const { data: clients } = useQuery(clientsQuery);
  const { data: agencies } = useQuery(agenciesQuery);
  if (!scope || !clients || !agencies) return null;
  if (scope === 'all') return <>Sees all {countText(clients.length, 'client')}, and new ones.</>;
  const { agencyIds, clientIds } = scope;
  if (agencyIds.length + clientIds.length === 0) return <>Sees nothing until you choose an agency or a client.</>;
  const seen = clients.filter(
    ({ id, agencyId }) => clientIds.includes(id) || (agencyId !== null && agencyIds.includes(agencyId)),
  );
  const names = agencies.filter(({ id }) => agencyIds.includes(id)).map(({ name }) => name);
  return (
    <>
      Sees{' '}
      <strong>
        {seen.length.toLocaleString('en')} of {countText(clients.length, 'client')}
      </strong>
      {names.length > 0 && (
        <>
          , with new ones of <bdi>{new Intl.ListFormat('en').format(names)}</bdi>
        </>
      )}
      .
    </>
  );
}
