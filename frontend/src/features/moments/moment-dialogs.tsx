import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input, Typography } from 'antd';
import { useNavigate } from 'react-router-dom';
import { FormDialog } from '../../ui/form-dialog';
import { atMost, firstCharacters, notBlank } from '../../lib/characters';
import { useIdempotencyKeys } from '../../lib/idempotency-key';
import { useToastMutation } from '../../lib/toast-mutation';
import { ClientSelect } from '../../ui/client-select';
import { clientsQuery } from '../../records/clients';
import { allMoments, duplicateMoment, momentLists, momentQuery, updateMoment } from '../../records/moments';

interface Props {
  moment: MomentView;
  onClose: () => void;
}

/** Renames a moment. Mount it to open it. */
export function RenameMomentDialog({ moment, onClose }: Props) {
  const queryClient = useQueryClient();
  const rename = useToastMutation({
    mutationFn: ({ title }: Pick<MomentView, 'title'>) => updateMoment(moment.id, { title }),
    success: ({ title }) => ['Updated', `The package is called “${title}” now.`],
    failure: 'Failed to rename moment',
    onSuccess: (renamed) => {
      queryClient.setQueryData(momentQuery(moment.id).queryKey, renamed);
      onClose();
    },
    refresh: [allMoments],
  });
  return (
    <FormDialog
      title="Rename Package"
      submitText="Rename"
      save={rename}
      record={{ values: { title: moment.title } }}
      onClose={onClose}
    >
      <MomentTitleItem />
    </FormDialog>
  );
}

/** Moves a moment to another client. Mount it to open it. */
export function MoveMomentDialog({ moment, onClose }: Props) {
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
  const clients = useQuery(clientsQuery);
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
        <ClientSelect clients={clients} selected={moment.client} />
      </Form.Item>
    </FormDialog>
  );
}

const SUFFIX = ' (copy)';

/** Creates a copy of a moment, and opens its page. Mount it to open it. */
export function DuplicateMomentDialog({ moment, onClose }: Props) {
  const navigate = useNavigate();
  const idempotencyKeyOf = useIdempotencyKeys();
  const duplicate = useToastMutation({
    mutationFn: ({ title }: Pick<MomentView, 'title'>) =>
      duplicateMoment(moment.id, { title }, idempotencyKeyOf(title)),
    success: ({ title }) => ['Success', `“${title}” was created.`],
    failure: 'Failed to duplicate moment',
    onSuccess: ({ id }) => {
      onClose();
      return navigate(`/moments/${id}`);
    },
    refresh: [momentLists, clientsQuery],
  });
  return (
    <FormDialog
      title="Duplicate Package"
      submitText="Duplicate"
      pendingText="Duplicating..."
      save={duplicate}
      record={{ values: { title: `${firstCharacters(moment.title, NAME_MAX - SUFFIX.length)}${SUFFIX}` } }}
      onClose={onClose}
    >
      <Typography.Paragraph type="secondary">
        The copy is a new package of the same client with all photos, captions and addresses. Decisions, feedback and
        the shared link stay with this one.
      </Typography.Paragraph>
      <MomentTitleItem />
    </FormDialog>
  );
}

/** The field for a moment's title in a form. */
function MomentTitleItem() {
  return (
    <Form.Item label="Moment Title" name="title" rules={[notBlank('Moment Title is required')]}>
      <Input count={atMost(NAME_MAX)} autoComplete="off" />
    </Form.Item>
  );
}
