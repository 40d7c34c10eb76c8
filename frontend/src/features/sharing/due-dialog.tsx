import { Form, Input } from 'antd';
import { useToastMutation, toastOnlyIfUnreachable } from '../../lib/toast-mutation';
import { queryKeyOf, type ReviewRef } from '../../records/reviews';
import { allSharing, updateSharing } from '../../records/sharing';
import { FormDialog } from '../../ui/form-dialog';

interface Props {
  review: ReviewRef;
  dueOn: string | null;
  onClose: () => void;
}

interface Fields {
  /** `YYYY-MM-DD`; `''` for none. */
  dueOn: string;
}

/** Sets, changes or removes the day by which the client is to decide. Mount it to open it. */
export function DueDialog({ review, dueOn, onClose }: Props) {
  const save = useToastMutation({
    mutationFn: ({ dueOn: day }: Fields) => updateSharing(review, { dueOn: day || null }),
    success: (_saved, { dueOn: day }) => [day ? 'Due day set' : 'Due day removed'],
    failure: toastOnlyIfUnreachable,
    onSuccess: onClose,
    refresh: [{ queryKey: queryKeyOf(review) }, allSharing],
  });
  return (
    <FormDialog<Fields>
      title="Due day"
      submitText="Save"
      save={save}
      record={{ values: { dueOn: dueOn ?? '' } }}
      onClose={onClose}
      width={400}
    >
      <Form.Item
        label="Decide by"
        name="dueOn"
        extra="The client reads it on the review page and in mails, and can still decide later. Empty for no day."
      >
        <Input type="date" />
      </Form.Item>
    </FormDialog>
  );
}
