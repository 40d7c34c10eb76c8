import { Alert, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { reasonOf } from '../lib/http';
import { Dialog, DialogButtons } from './dialog';
import type { Saving, Seen, StoredRecord } from './edit-conflict';
import { ConflictReminder, EditConflictAlert } from './edit-conflict-alert';
import { useLeaveGuard } from './leave-guard';
import { RecordForm, refusedFields, useRecordForm } from './record-form';

interface FormDialogProps<Values extends object> {
  title: string;
  submitText: string;
  /** What the button says while it is being saved. */
  pendingText?: string;
  /** The mutation that saves. Fields that the server refused are marked, any other error is shown on top. */
  save: Saving & { mutate: (values: Values & Seen) => void };
  /** A stored record, or what a new one begins with. */
  record: StoredRecord<Values> | { values: Values };
  onClose: () => void;
  width?: number;
  children: ReactNode;
}

/** A form in a dialog that asks before unsaved input is lost. Mount it to open it: the first field has the focus. */
export function FormDialog<Values extends object>({ save, record, children, ...dialog }: FormDialogProps<Values>) {
  const { isPending, error } = save;
  const form = useRecordForm(record, save);
  const { conflict } = form;
  const { confirmLeave, guard } = useLeaveGuard(() => !isPending && form.isDirty());
  const close = () => confirmLeave(dialog.onClose);
  return (
    <Dialog
      title={dialog.title}
      width={dialog.width}
      isLong
      isBusy={isPending}
      onClose={close}
      footer={
        <>
          <ConflictReminder conflict={conflict} />
          <DialogButtons
            submitText={isPending ? (dialog.pendingText ?? 'Saving...') : dialog.submitText}
            form={FORM_ID}
            isPending={isPending}
            onCancel={close}
          />
        </>
      }
    >
      {guard}
      <EditConflictAlert conflict={conflict} onChosen={focusFirstField} style={{ marginBottom: 16 }} />
      {error !== null && !conflict.isRefused && !isShownAt(form.form, error) && (
        <Alert type="error" showIcon title={reasonOf(error)} style={{ marginBottom: 16 }} />
      )}
      <RecordForm id={FORM_ID} state={form} onSubmit={save.mutate} style={{ paddingTop: 8 }}>
        {children}
      </RecordForm>
    </Dialog>
  );
}

const FORM_ID = 'form-dialog';

function focusFirstField(): void {
  document.getElementById(FORM_ID)?.querySelector<HTMLElement>('input, textarea')?.focus();
}

/** Whether all that the server refused stands at the fields of a form. */
function isShownAt<Values extends object>(form: FormInstance<Values>, error: unknown): boolean {
  const refused = refusedFields(error);
  const fields = form.getFieldsValue();
  return refused.length > 0 && refused.every(({ field }) => field in fields);
}
