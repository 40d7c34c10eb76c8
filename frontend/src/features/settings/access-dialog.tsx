import type { MemberView } from '@gmb-moments/backend/contract/auth';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { userQuery } from '../../records/session';
import { ROLE_WORDS, scopeIds, teamQuery, updateMember } from '../../records/team';
import { FormDialog } from '../../ui/form-dialog';
import { LostClients } from './lost-clients';
import { RightsFields, rightsToSend, type RightsValues } from './rights-fields';

/** The dialog to change role and scope of a member of staff. Mount it to open it. */
export function AccessDialog({ member, onClose }: { member: MemberView; onClose: () => void }) {
  const { id, name, email, role, scope } = member;
  const save = useToastMutation({
    mutationFn: (rights: RightsValues) => updateMember(id, rightsToSend(rights)),
    success: (saved) => ['Access changed', `${name || email} is ${ROLE_WORDS[saved.role].label.toLowerCase()} now.`],
    failure: (error) => ['Access was not changed', reasonOf(error)],
    onSuccess: onClose,
    refresh: [teamQuery, userQuery],
  });
  return (
    <FormDialog
      title={`Access of ${name || email}`}
      submitText="Change Access"
      width={680}
      save={save}
      record={{ values: { role, scope: scopeIds(scope) } as RightsValues }}
      onClose={onClose}
    >
      <RightsFields />
      {member.clientCount > 0 && <LostClients member={member} />}
    </FormDialog>
  );
}
