import { Alert, Form, type FormInstance } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { HttpError, reasonOf } from '../lib/http';
import { useLeaveGuard } from '../lib/leave-guard';
import { ChangedMeanwhile, ChoiceHint, focusRivalNote, type FieldViews } from './changed-meanwhile';
import { Dialog } from './dialog';
import { isEditedMeanwhile, type EditedRow } from './edited-row';

interface FormDialogProps<Values extends object, Row extends object = Values> {
  title: string;
  submitText: string;
  pendingText: string;
  pending: boolean;
  /** Why the last attempt failed; fields that the server refused are marked, the rest is said on top. */
  error: unknown;
  form: FormInstance<Values>;
  initialValues: Values;
  onSubmit: (values: Values) => void;
  onClose: () => void;
  /** The row that is edited, where somebody else may edit it at the same time. */
  edited?: { what: string; row: EditedRow<Row>; fields: FieldViews<Row> };
  width?: number;
  children: ReactNode;
}

/** A form in a dialog that asks before unsaved input is lost. Mount it to open it: the first field has the focus. */
export function FormDialog<Values extends object, Row extends object = Values>({
  form,
  edited,
  ...dialog
}: FormDialogProps<Values, Row>) {
  const { askToLeave, guard } = useLeaveGuard(() => !dialog.pending && form.isFieldsTouched());
  const submitOnce = useOnce(dialog);
  const isRefused = isEditedMeanwhile(dialog.error) && !dialog.pending;
  useFocusBack();
  return (
    <Dialog
      open
      afterOpenChange={(open) => open && focusFirstField()}
      title={dialog.title}
      width={dialog.width}
      okText={dialog.pending ? dialog.pendingText : dialog.submitText}
      okButtonProps={{ htmlType: 'submit', form: FORM_ID }}
      confirmLoading={dialog.pending}
      cancelButtonProps={{ disabled: dialog.pending }}
      closable={!dialog.pending}
      mask={{ closable: !dialog.pending }}
      onCancel={() => askToLeave(dialog.onClose)}
      footer={below(edited && <ChoiceHint what={edited.what} row={edited.row} />)}
      centered
      // The fields scroll, the buttons stay in sight.
      styles={{
        body: {
          maxHeight: `calc(100dvh - ${edited?.row.isContested ? 250 : 180}px)`,
          overflow: 'hidden auto',
          margin: '0 -8px',
          padding: '0 8px',
        },
      }}
    >
      {guard}
      {edited && (
        <ChangedMeanwhile {...edited} isRefused={isRefused} onChosen={focusFirstField} style={{ marginBottom: 16 }} />
      )}
      {dialog.error !== null && !(isRefused && edited?.row.rival) && !isSaidAtFields(form, dialog.error) && (
        <Alert type="error" showIcon title={reasonOf(dialog.error)} style={{ marginBottom: 16 }} />
      )}
      <Form
        id={FORM_ID}
        form={form}
        layout="vertical"
        requiredMark
        scrollToFirstError={{ focus: true, block: 'center' }}
        initialValues={dialog.initialValues}
        disabled={dialog.pending}
        onFinish={(values) => (edited?.row.isContested ? focusRivalNote() : submitOnce(values))}
        noValidate
        style={{ paddingTop: 8 }}
      >
        {dialog.children}
      </Form>
    </Dialog>
  );
}

/** Submits once for each attempt: two clicks may come before the first one's is drawn as pending. */
function useOnce<Values extends object>({ pending, error, onSubmit }: Submission<Values>): (values: Values) => void {
  const isSent = useRef(false);
  useEffect(() => {
    if (!pending || error !== null) isSent.current = false;
  }, [pending, error]);
  return (values) => {
    if (isSent.current) return;
    isSent.current = true;
    onSubmit(values);
  };
}

type Submission<Values extends object> = Pick<FormDialogProps<Values>, 'pending' | 'error' | 'onSubmit'>;

// The buttons of the dialog, with something above them.
function below(hint: ReactNode) {
  return (buttons: ReactNode) => (
    <>
      {hint}
      {buttons}
    </>
  );
}

const FORM_ID = 'form-dialog';

// Whoever was faster than the opening animation stays in the field that they chose.
function focusFirstField(): void {
  const form = document.getElementById(FORM_ID);
  if (!form?.contains(document.activeElement)) form?.querySelector<HTMLElement>('input, textarea')?.focus();
}

/** Gives the focus back to what opened the dialog: it is unmounted before it could do so itself. */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (!(opener instanceof HTMLElement)) return undefined;
    return () => opener.focus({ preventScroll: true });
  }, [opener]);
}

function isSaidAtFields<Values extends object>(form: FormInstance<Values>, error: unknown): boolean {
  if (!(error instanceof HttpError) || error.details.length === 0) return false;
  const fields = Object.keys(form.getFieldsValue());
  return error.details.every(({ field }) => fields.includes(field));
}

/** Puts values into a form that nobody typed. */
export function fillForm<Values extends object>(form: FormInstance<Values>, values: Partial<Values>): void {
  const fields = Object.entries(values).map(([name, value]) => ({ name, value, touched: false, errors: [] }));
  form.setFields(fields as unknown as Parameters<FormInstance<Values>['setFields']>[0]);
}

/** Marks the fields that the server refused. */
export function markRefusedFields<Values extends object>(form: FormInstance<Values>, error: unknown): void {
  if (!(error instanceof HttpError)) return;
  form.setFields(
    error.details.map(({ field, message }) => ({ name: field, errors: [message] })) as Parameters<
      FormInstance<Values>['setFields']
    >[0],
  );
}
