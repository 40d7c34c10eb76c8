import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useToastMutation, whereUnreachable } from '../../lib/toast-mutation';
import { FormDialog } from '../../ui/form-dialog';
import { CalendarIcon } from '../../ui/icons';
import { DueDate, type Due } from '../../ui/due-date';
import { sharingQueries, updateSharing, type Shared } from '../../records/sharing';

interface Props {
  shared: Pick<Shared, 'subject' | 'id'>;
  due: Due;
}

/** By which day the client is to decide; a click sets, moves or removes it. */
export function DueButton({ shared, due }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<CalendarIcon />}
        title="The day by which the client is to decide"
        onClick={() => setOpen(true)}
      >
        {due.dueOn ? <DueDate {...due} /> : 'Set due day'}
      </Button>
      {isOpen && <DueDialog shared={shared} dueOn={due.dueOn} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Fields {
  /** As date fields write it; `''` for none. */
  dueOn: string;
}

function DueDialog({ shared, dueOn, onClose }: Pick<Props, 'shared'> & Pick<Due, 'dueOn'> & { onClose: () => void }) {
  const save = useToastMutation({
    mutationFn: ({ dueOn: day }: Fields) => updateSharing(shared, { dueOn: day || null }),
    success: (_saved, { dueOn: day }) => [day ? 'Due day set' : 'Due day removed'],
    failure: whereUnreachable,
    onSuccess: onClose,
    refresh: [{ queryKey: [`/api/${shared.subject}`, shared.id] }, sharingQueries],
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
