import { SHARE_MESSAGE_MAX } from '@gmb-moments/backend/contract/limits';
import type { SharingView } from '@gmb-moments/backend/contract/links';
import { FIRST_NAME } from '@gmb-moments/backend/contract/share-message';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useId, useState } from 'react';
import { atMost } from '../../lib/characters';
import { useToastMutation, toastOnlyIfUnreachable } from '../../lib/toast-mutation';
import { ReminderDays } from './reminder-days';
import { OpenLinkSwitch } from './sharing-pane';
import { sharingQuery, updateSharing } from '../../records/sharing';
import { FormDialog } from '../../ui/form-dialog';
import { GlobeIcon, MailIcon } from '../../ui/icons';
import styles from './client-reviewers.module.css';
import { useCan } from '../../records/permissions';

/** Numbers of days after which a reminder can be sent. */
const OFFERED_DAYS = [1, 2, 3, 5, 7, 10, 14];

/** Settings for all links of a client: whether open links work, and reminders. */
export function ClientSharing({ clientId, sharing }: { clientId: string; sharing: SharingView }) {
  const id = useId();
  const mayShare = useCan('review.share');
  const { openLink, reminderDays, reminderText, sendsMails } = sharing;
  const [isEditing, setIsEditing] = useState(false);
  const queryClient = useQueryClient();
  const save = useToastMutation({
    mutationFn: (days: number[]) => updateSharing({ path: 'clients', id: clientId }, { reminderDays: days }),
    onSuccess: (saved) => queryClient.setQueryData(sharingQuery({ path: 'clients', id: clientId }).queryKey, saved),
  });
  return (
    <div className="frame divided">
      <div className={`flex top muted gap-12 ${styles['setting']}`}>
        <GlobeIcon />
        <label htmlFor={id} className="grow">
          <strong className="ink strong">Open links</strong>{' '}
          {openLink
            ? 'Whoever has the open link of a package or an optimization of this client may decide. Switched off, all of these say that they were closed; links of reviewers stay open.'
            : 'The open links of all packages and optimizations of this client are closed, and say so. Links of reviewers stay open.'}
        </label>
        <OpenLinkSwitch id={id} shared={{ path: 'clients', id: clientId }} openLink={openLink} />
      </div>
      <div>
        <ReminderDays
          days={save.isPending ? save.variables : reminderDays}
          offered={OFFERED_DAYS}
          disabled={!mayShare || save.isPending}
          onChange={(days) => save.mutate(days.toSorted((a, b) => a - b))}
        />
        <p className={`muted small ${styles['note']}`}>
          This holds for what is shared from now on; the Share dialog can choose other days.
          {!sendsMails && ' No mail server is set up, so no reminders are sent.'}
        </p>
      </div>
      <div className={`flex top muted gap-12 ${styles['setting']}`}>
        <MailIcon />
        <p className="grow anywhere pre-line">
          <strong className="ink strong">Text of reminders</strong>{' '}
          {reminderText ? <bdi className="block">{reminderText}</bdi> : 'In the language of each reviewer.'}
        </p>
        {mayShare && (
          <Button size="small" onClick={() => setIsEditing(true)}>
            Edit Text
          </Button>
        )}
      </div>
      {isEditing && (
        <ReminderTextDialog clientId={clientId} reminderText={reminderText} onClose={() => setIsEditing(false)} />
      )}
    </div>
  );
}

interface DialogProps {
  clientId: string;
  reminderText: string;
  onClose: () => void;
}

type Fields = Pick<SharingView, 'reminderText'>;

/** Edits the text of a client's reminders. Mount it to open it. */
function ReminderTextDialog({ clientId, reminderText, onClose }: DialogProps) {
  const queryClient = useQueryClient();
  const save = useToastMutation({
    mutationFn: (fields: Fields) => updateSharing({ path: 'clients', id: clientId }, fields),
    success: () => ['Updated', 'Text of reminders'],
    failure: toastOnlyIfUnreachable,
    onSuccess: (saved) => {
      queryClient.setQueryData(sharingQuery({ path: 'clients', id: clientId }).queryKey, saved);
      onClose();
    },
  });
  return (
    <FormDialog<Fields>
      title="Text of Reminders"
      submitText="Save Changes"
      save={save}
      record={{ values: { reminderText } }}
      onClose={onClose}
    >
      <Form.Item
        label="Text"
        name="reminderText"
        extra={`${FIRST_NAME} stands for the reviewer’s first name. Photos, button and the day to decide by follow below it. Empty, each reminder has a text in the reviewer’s language.`}
      >
        <Input.TextArea
          dir="auto"
          count={atMost(SHARE_MESSAGE_MAX)}
          autoSize={{ minRows: 4, maxRows: 10 }}
          placeholder={`Good morning ${FIRST_NAME},`}
        />
      </Form.Item>
    </FormDialog>
  );
}
