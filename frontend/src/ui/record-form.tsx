import type { FieldError } from '@gmb-moments/backend/contract/errors';
import { pick } from '@gmb-moments/backend/contract/record-fields';
import { Form, type FormInstance, type FormProps } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { HttpError } from '../lib/http';
import { differing, isSame, useEditConflict, type Saving, type Seen, type StoredRecord } from './edit-conflict';
import { focusConflict } from './edit-conflict-alert';

/**
 * The state of a form of Ant Design that edits a record, for `RecordForm` and `EditConflictAlert`. Fields that are edited
 * outside of such a form use `useEdits`.
 * @param record a stored one, or what a new one begins with
 * @param save the mutation that saves; fields that the server refused are marked until they are changed
 */
export function useRecordForm<Values extends object>(record: StoredRecord<Values> | { values: Values }, save: Saving) {
  const [form] = Form.useForm<Values>();
  const [initialValues] = useState(record.values);
  const values = (): Values => ({ ...initialValues, ...form.getFieldsValue(true) });
  const fill = (stored: Partial<Values>) => {
    const fields = Object.entries(stored).map(([name, value]) => ({ name, value, touched: false, errors: [] }));
    form.setFields(fields as unknown as FieldData<Values>);
  };
  const conflict = useEditConflict('revision' in record ? record : undefined, {
    save,
    typed: values,
    fill,
    isOpened: true,
  });
  const guardDoubleSubmit = useDoubleSubmitGuard(save);
  useEffect(() => markRefusedFields(form, save.error), [form, save.error]);
  return {
    form,
    initialValues,
    /** The values in the form. */
    values,
    conflict,
    save,
    /** Whether something is not saved. */
    isDirty: () => differing(conflict.base?.values ?? initialValues, values()).length > 0,
    /** Calls `send`, but not while saving; during a conflict it moves the focus to that instead. */
    submit: (send: () => void) => (conflict.hasConflict ? focusConflict() : guardDoubleSubmit(send)),
    /** Call this with the response and the sent values; what was typed since then stays unsaved. */
    saved: (answer: StoredRecord<Values>, sent: Values) => {
      conflict.saved(answer);
      const typed = values();
      const unchanged = differing(answer.values, sent).filter((name) => isSame(typed[name], sent[name]));
      fill(pick(answer.values, unchanged));
    },
  };
}

export type RecordFormState<Values extends object> = ReturnType<typeof useRecordForm<Values>>;

interface RecordFormProps<Values extends object> extends Pick<FormProps, 'id' | 'disabled' | 'style'> {
  state: RecordFormState<Values>;
  /** Called with the values, and with the revision that the edit is based on if the record is stored already. */
  onSubmit: (values: Values & Seen) => void;
  onChange?: (changed: Partial<Values>) => void;
  children: ReactNode;
}

/** The form of a record. */
export function RecordForm<Values extends object>({
  state,
  onSubmit,
  onChange,
  children,
  ...form
}: RecordFormProps<Values>) {
  const { save, conflict } = state;
  const baseRevision = conflict.base && { revision: conflict.base.revision };
  return (
    <Form
      layout="vertical"
      scrollToFirstError={{ focus: true, block: 'center' }}
      disabled={save.isPending}
      noValidate
      {...form}
      form={state.form}
      initialValues={state.initialValues}
      onFinish={(values) => state.submit(() => onSubmit({ ...values, ...baseRevision }))}
      onValuesChange={(changed: Partial<Values>) => {
        const refused = refusedFields(save.error).filter(({ field }) => field in changed);
        state.form.setFields(
          refused.map(({ field }) => ({ name: field, errors: [] as string[] })) as FieldData<Values>,
        );
        onChange?.(changed);
      }}
    >
      {children}
    </Form>
  );
}

/** Ignores further calls until the save has ended: a second click may come before the first is shown as pending. */
function useDoubleSubmitGuard({ isPending, error }: Saving): (submit: () => void) => void {
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

type FieldData<Values> = Parameters<FormInstance<Values>['setFields']>[0];

/** Marks the fields that the server refused. */
export function markRefusedFields<Values extends object>(form: FormInstance<Values>, error: unknown): void {
  const fields = refusedFields(error).map(({ field, message }) => ({ name: field, errors: [message] }));
  form.setFields(fields as FieldData<Values>);
}

/** The fields that the server refused. */
export function refusedFields(error: unknown): FieldError[] {
  return error instanceof HttpError ? error.details : [];
}
