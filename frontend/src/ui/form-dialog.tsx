import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { reasonOf } from '../lib/http';
import { Dialog, DialogButtons } from './dialog';
import { ConflictReminder, EditConflictAlert } from './edit-conflict-alert';
import styles from './form-dialog.module.css';
import { useLeaveGuard } from './leave-guard';
import type { NewRecord, BasedOn, StoredRecord } from './record-edits';
import { RecordForm } from './record-form';
import { refusedFields, useEdits, type Saving } from './use-edits';

interface FormDialogProps<Values extends object> {
  title: string;
  submitText: string;
  /** Text of the submit button while saving. */
  pendingText?: string;
  /** The mutation that saves. Refused fields are marked; other errors are shown above the form. */
  save: Saving & { mutate: (values: Values & BasedOn) => void };
  /** A stored record, or the initial values of a new one. */
  record: StoredRecord<Values> | NewRecord<Values>;
  onClose: () => void;
  width?: number;
  children: ReactNode;
}

/**
 * A form in a dialog, which asks before unsaved input is lost. Mount it to open it; the first field gets the focus.
 * Changes by other users are merged while it is open (`useEdits`).
 *
 * ```tsx
 * const save = useToastMutation({ mutationFn: (fields: Fields & Seen) => saveClient(fields, client?.id) });
 * <FormDialog
 *   title="Edit Client"
 *   submitText="Save Changes"
 *   save={save}
 *   record={{ values, revision: client.revision, editor: client.editor, what: 'this client', fields: FIELDS }}
 *   onClose={onClose}
 * >
 *   <Form.Item name="business" label="Business">…</Form.Item>
 * </FormDialog>
 * ```
 *
 * For a new record: `record={{ values: EMPTY }}`.
 */
export function FormDialog<Values extends object>({ save, record, children, ...dialog }: FormDialogProps<Values>) {
  const { isPending, error } = save;
  const edits = useEdits(record, save, { warnsBeforeTyping: true });
  const { conflict, values } = edits;
  const { confirmLeave, guard } = useLeaveGuard(() => !isPending && edits.isDirty);
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
      {error !== null && !conflict.isRefused && !isShownAt(values, error) && (
        <Alert type="error" showIcon title={reasonOf(error)} className={styles['error']} />
      )}
      <RecordForm id={FORM_ID} edits={edits} onSubmit={save.mutate} style={{ paddingTop: 8 }}>
        {children}
      </RecordForm>
    </Dialog>
  );
}

const FORM_ID = 'form-dialog';

function focusFirstField(): void {
  document.getElementById(FORM_ID)?.querySelector<HTMLElement>('input, textarea')?.focus();
}

/** Whether the error is completely shown at fields of the form. */
function isShownAt(values: object, error: unknown): boolean {
  const refused = refusedFields(error);
  return refused.length > 0 && refused.every(({ field }) => field in values);
}
