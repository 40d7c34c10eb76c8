import type { SharingView } from '@gmb-moments/backend/contract/links';
import { SHARE_MESSAGE_MAX } from '@gmb-moments/backend/contract/limits';
import { FIRST_NAME } from '@gmb-moments/backend/contract/share-message';
import { Form, Input } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { atMost } from '../../lib/characters';
import { useToastMutation, whereUnreachable } from '../../lib/toast-mutation';
import { sharingQuery, updateSharing } from '../../records/sharing/sharing';
import { FormDialog } from '../../ui/form-dialog';

interface Props {
  clientId: string;
  reminderText: string;
  onClose: () => void;
}

type Fields = Pick<SharingView, 'reminderText'>;

/** Edits what reminders say to the reviewers of a client. Mount it to open it. */
export function ReminderTextDialog({ clientId, reminderText, onClose }: Props) {
  const queryClient = useQueryClient();
  const save = useToastMutation({
    mutationFn: (fields: Fields) => updateSharing({ subject: 'clients', id: clientId }, fields),
    success: () => ['Updated', 'Text of reminders'],
    failure: whereUnreachable,
    onSuccess: (saved) => {
      queryClient.setQueryData(sharingQuery('clients', clientId).queryKey, saved);
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
