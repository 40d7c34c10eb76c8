import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import { FormDialog } from '../../ui/form-dialog';
import { useToastMutation } from '../../lib/toast-mutation';
import { ClientSelect } from '../../records/client-select';
import { clientsQuery } from '../../records/clients';
import { allMoments, momentQuery, updateMoment } from '../../records/moments';

/** Moves a moment to another client. Mount it to open it. */
export function MoveMomentDialog({ moment, onClose }: { moment: MomentView; onClose: () => void }) {
  const queryClient = useQueryClient();
  const move = useToastMutation({
    mutationFn: ({ clientId }: Pick<MomentView, 'clientId'>) => updateMoment(moment.id, { clientId }),
    success: ({ client }) => ['Updated', `The package belongs to ${client.business} now.`],
    failure: 'Failed to move moment',
    onSuccess: (moved) => {
      queryClient.setQueryData(momentQuery(moment.id).queryKey, moved);
      onClose();
    },
    refresh: [allMoments, clientsQuery],
  });
  const { business } = moment.client;
  return (
    <FormDialog
      title="Move to Another Client"
      submitText="Move"
      pendingText="Moving..."
      save={move}
      record={{ values: { clientId: moment.clientId } }}
      onClose={onClose}
    >
      <Alert
        type={moment.sharedAt ? 'warning' : 'info'}
        showIcon
        style={{ marginBottom: 16 }}
        title="Photos, captions and decisions stay as they are"
        description={
          `The review page gets the brand of the new client’s agency${moment.sharedAt ? ', and people with the public link keep access unless the agency has a domain of its own' : ''}. ` +
          `Check whether captions name ${business}.`
        }
      />
      <Form.Item label="Client" name="clientId" rules={[{ required: true, message: 'Client is required' }]}>
        <ClientSelect selected={moment.client} />
      </Form.Item>
    </FormDialog>
  );
}
