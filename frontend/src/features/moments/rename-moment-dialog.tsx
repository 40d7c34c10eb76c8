import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { atMost, notBlank } from '../../lib/characters';
import { FormDialog } from '../../ui/form-dialog';
import { useToastMutation } from '../../lib/toast-mutation';
import { allMoments, momentQuery, updateMoment } from '../../records/moments';

/** Gives a moment another title. Mount it to open it. */
export function RenameMomentDialog({ moment, onClose }: { moment: MomentView; onClose: () => void }) {
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

/** The field for a moment's title in a form. */
export function MomentTitleItem() {
  return (
    <Form.Item label="Moment Title" name="title" rules={[notBlank('Moment Title is required')]}>
      <Input count={atMost(NAME_MAX)} autoComplete="off" />
    </Form.Item>
  );
}
