import type { UseMutationResult } from '@tanstack/react-query';
import { Alert, Form, type FormInstance } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { HttpError, reasonOf } from '../lib/http';
import { useLeaveGuard } from './leave-guard';
import { Dialog, DialogButtons } from './dialog';
import { useEditConflict, type StoredRecord } from './edit-conflict';
import { ConflictReminder, EditConflictAlert, focusConflict } from './edit-conflict-alert';

interface FormDialogProps<Values extends object> {
  title: string;
  submitText: string;
  pendingText: string;
  /** The mutation that saves. Fields that the server refused are marked, any other error is shown on top. */
  save: Pick<UseMutationResult<unknown, Error, never>, 'isPending' | 'error'>;
  initialValues: Values;
  /** @param base the record as it was when the edit started, or was last compared */
  onSubmit: (values: Values, base: StoredRecord<Values> | undefined) => void;
  onClose: () => void;
  /** The stored record that is edited; `undefined` for a new one. */
  stored?: StoredRecord<Values> | undefined;
  width?: number;
  children: ReactNode;
}

/** A form in a dialog that asks before unsaved input is lost. Mount it to open it: the first field has the focus. */
export function FormDialog<Values extends object>({ save, stored, ...dialog }: FormDialogProps<Values>) {
  const { isPending, error } = save;
  const [form] = Form.useForm<Values>();
  const conflict = useEditConflict(stored, {
    typed: () => form.getFieldsValue(),
    fill: (values) => fillForm(form, values),
    save,
  });
  const { confirmLeave, guard } = useLeaveGuard(() => !isPending && form.isFieldsTouched());
  const submitOnce = useOnce(save);
  useEffect(() => markRefusedFields(form, error), [form, error]);
  const submit = (values: Values) =>
    conflict.hasConflict ? focusConflict() : submitOnce(() => dialog.onSubmit(values, conflict.base));
  return (
    <Dialog
      title={dialog.title}
      width={dialog.width}
      isLong
      isBusy={isPending}
      onClose={() => confirmLeave(dialog.onClose)}
      footer={
        <>
          <ConflictReminder conflict={conflict} />
          <DialogButtons
            submitText={isPending ? dialog.pendingText : dialog.submitText}
            form={FORM_ID}
            isPending={isPending}
            onCancel={() => confirmLeave(dialog.onClose)}
          />
        </>
      }
    >
      {guard}
      <EditConflictAlert conflict={conflict} onChosen={focusFirstField} style={{ marginBottom: 16 }} />
      {error !== null && !conflict.isRefused && !isShownAtFields(form, error) && (
        <Alert type="error" showIcon title={reasonOf(error)} style={{ marginBottom: 16 }} />
      )}
      <Form
        id={FORM_ID}
        form={form}
        layout="vertical"
        requiredMark
        scrollToFirstError={{ focus: true, block: 'center' }}
        initialValues={dialog.initialValues}
        disabled={isPending}
        onFinish={submit}
        noValidate
        style={{ paddingTop: 8 }}
      >
        {dialog.children}
      </Form>
    </Dialog>
  );
}

/** Submits once for each attempt: a second click may come before the first one's attempt is drawn as pending. */
function useOnce({ isPending, error }: FormDialogProps<object>['save']): (submit: () => void) => void {
  const isSent = useRef(false);
  useEffect(() => {
    if (!isPending || error !== null) isSent.current = false;
  }, [isPending, error]);
  return (submit) => {
    if (isSent.current) return;
    isSent.current = true;
    submit();
  };
}

const FORM_ID = 'form-dialog';

function focusFirstField(): void {
  document.getElementById(FORM_ID)?.querySelector<HTMLElement>('input, textarea')?.focus();
}

function isShownAtFields<Values extends object>(form: FormInstance<Values>, error: unknown): boolean {
  if (!(error instanceof HttpError) || error.details.length === 0) return false;
  const fields = Object.keys(form.getFieldsValue());
  return error.details.every(({ field }) => fields.includes(field));
}

type FieldData<Values> = Parameters<FormInstance<Values>['setFields']>[0];

function fillForm<Values extends object>(form: FormInstance<Values>, values: Partial<Values>): void {
  const fields = Object.entries(values).map(([name, value]) => ({ name, value, touched: false, errors: [] }));
  form.setFields(fields as unknown as FieldData<Values>);
}

/** Marks the fields that the server refused. */
export function markRefusedFields<Values extends object>(form: FormInstance<Values>, error: unknown): void {
  if (!(error instanceof HttpError)) return;
  form.setFields(error.details.map(({ field, message }) => ({ name: field, errors: [message] })) as FieldData<Values>);
}
