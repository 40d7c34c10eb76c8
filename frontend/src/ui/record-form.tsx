import { Form, type FormInstance, type FormProps } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { differing, type BasedOn } from './record-edits';
import type { EditsState } from './use-edits';

interface RecordFormProps<Values extends object> extends Pick<FormProps, 'id' | 'disabled' | 'requiredMark' | 'style'> {
  edits: EditsState<Values>;
  /** The form instance, for callers that focus fields. */
  form?: FormInstance<Values>;
  /** Called with the values and, for a stored record, the revision on which they are based. */
  onSubmit: (values: Values & BasedOn) => void;
  onChange?: (changed: Partial<Values>) => void;
  children: ReactNode;
}

/**
 * Shows a record's edits in a form of Ant Design, which validates and focuses the first error. Fields that the server
 * refused are marked until they are changed.
 */
export function RecordForm<Values extends object>({
  edits,
  form,
  onSubmit,
  onChange,
  children,
  ...props
}: RecordFormProps<Values>) {
  const { values, revision, refusals } = edits;
  const [instance] = Form.useForm<Values>(form);
  // Ant Design's form holds its own values: fields that were not typed into follow the record.
  useEffect(() => {
    const behind = differing(values, instance.getFieldsValue(true));
    setFields(
      instance,
      behind.map((name) => ({ name, value: values[name], touched: false, errors: [] })),
    );
  }, [instance, values]);
  useEffect(() => {
    setFields(
      instance,
      Object.entries(refusals).map(([name, message]) => ({ name, errors: [message] })),
    );
  }, [instance, refusals]);
  return (
    <Form
      layout="vertical"
      scrollToFirstError={{ focus: true, block: 'center' }}
      disabled={edits.save.isPending}
      noValidate
      {...props}
      form={instance}
      initialValues={values}
      onFinish={() => edits.submit(() => onSubmit({ ...values, ...(revision !== undefined && { revision }) }))}
      onValuesChange={(changed: Partial<Values>) => {
        const corrected = Object.keys(changed).filter((name) => name in refusals);
        setFields(
          instance,
          corrected.map((name) => ({ name, errors: [] })),
        );
        edits.edit(changed);
        onChange?.(changed);
      }}
    >
      {children}
    </Form>
  );
}

interface Field {
  name: PropertyKey;
  value?: unknown;
  touched?: boolean;
  errors: string[];
}

// Ant Design derives field names from the type of the values, which is generic here.
function setFields<Values extends object>(form: FormInstance<Values>, fields: Field[]): void {
  form.setFields(fields as Parameters<FormInstance<Values>['setFields']>[0]);
}
