import type { MemberView } from '@gmb-moments/backend/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import { ownedClientsQuery } from '../../records/clients';
import { countOutside } from '../../records/owners';
import { nameOf } from '../../records/team';
import { rightsToSend, type RightsValues } from './rights-fields';

/** Warning in a form with role and scope: the number of clients that lose their responsible person by the change. */
export function LostClients({ member }: { member: MemberView }) {
  const form = Form.useFormInstance<RightsValues>();
  const role = Form.useWatch('role', form);
  const scope = Form.useWatch('scope', { form, preserve: true });
  const { data: owned } = useQuery(ownedClientsQuery(member.id));
  if (!role || !scope || !owned) return null;
  const lost = countOutside(owned.items, rightsToSend({ role, scope }).scope);
  if (lost === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={lost === 1 ? '1 client loses its responsible person' : `${lost} clients lose their responsible person`}
      description={
        <>
          <bdi>{nameOf(member)}</bdi> is responsible for them and would not see them any more.
        </>
      }
      style={{ marginTop: 12 }}
    />
  );
}
