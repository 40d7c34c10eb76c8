import { INVITATION_DAYS, NAME_MAX } from '@gmb-moments/backend/contract/limits';
import type { InvitationView } from '@gmb-moments/backend/contract/password-links';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { atMost } from '../../lib/characters';
import { reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';
import { invitationsQuery, invite } from '../../records/invitations';
import { mailAddress } from '../../lib/message-addresses';
import { CopyButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { FormDialog } from '../../ui/form-dialog';
import { MailIcon } from '../../ui/icons';
import { EmailItem } from './colleague-dialog';
import { NEW_RIGHTS, RightsFields, rightsToSend, type RightsValues } from './rights-fields';

interface InviteFields extends RightsValues {
  email: string;
  name: string;
}

/** The dialog to invite a colleague by mail. Without a mail server it shows the link. Mount it to open it. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [unsent, setUnsent] = useState<InvitationView | null>(null);
  const save = useToastMutation({
    mutationFn: (fields: InviteFields) => invite({ ...fields, ...rightsToSend(fields) }),
    failure: (error) => ['The invitation was not sent', reasonOf(error)],
    onSuccess: (invitation) => {
      if (invitation.mail === 'unsent') return setUnsent(invitation);
      toast.success('Invitation sent', `A mail with a link is on its way to ${invitation.email}.`);
      onClose();
    },
    refresh: [invitationsQuery],
  });
  if (unsent) return <InvitationLink invitation={unsent} onClose={onClose} />;
  return (
    <FormDialog
      title="Invite Colleague"
      submitText="Send Invitation"
      pendingText="Sending..."
      save={save}
      width={680}
      record={{ values: { email: '', name: '', ...NEW_RIGHTS } as InviteFields }}
      onClose={onClose}
    >
      <p style={{ marginBottom: '1em' }}>
        Your colleague gets a link, which opens once within {INVITATION_DAYS} days, and chooses a password.
      </p>
      <EmailItem />
      <Form.Item label="Name" name="name" extra="Your colleague can change it.">
        <Input count={atMost(NAME_MAX)} autoComplete="off" dir="auto" />
      </Form.Item>
      <RightsFields />
    </FormDialog>
  );
}

/** The link of an invitation that could not be mailed. */
function InvitationLink({ invitation, onClose }: { invitation: InvitationView; onClose: () => void }) {
  const { email, address } = invitation;
  const text = `Choose your password here within ${INVITATION_DAYS} days:\n\n${address}`;
  return (
    <Dialog title="Invite Colleague" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <p role="status" style={{ marginBottom: '1em', overflowWrap: 'anywhere' }}>
        This system sends no mail. Hand this link to <bdi>{email}</bdi> in a safe way: who has it chooses the password.
      </p>
      <p style={{ marginBottom: '1em', overflowWrap: 'anywhere', color: 'var(--text-2)' }}>{address}</p>
      <div className="flex wrap gap-8">
        <CopyButton type="primary" text={address ?? ''}>
          Copy Link
        </CopyButton>
        <Button icon={<MailIcon />} href={mailAddress(invitation, 'Your invitation', text)}>
          Mail
        </Button>
      </div>
    </Dialog>
  );
}
