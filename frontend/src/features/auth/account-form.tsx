import { Button, Input, type InputProps, type InputRef } from 'antd';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { LabelledField } from '../../ui/labelled-field';

interface FormProps {
  isPending: boolean;
  submitText: string;
  pendingText: string;
  onSubmit: () => void;
  /** Fields; the browser's own validation requires each. */
  children: ReactNode;
}

/** A form with fields and one button, for signing in and for requesting a link to a new password. */
export function AccountForm({ isPending, submitText, pendingText, onSubmit, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <form className="column gap-16" onSubmit={submit}>
      {children}
      <Button type="primary" htmlType="submit" size="large" block loading={isPending}>
        {isPending ? pendingText : submitText}
      </Button>
    </form>
  );
}

interface FieldProps extends Pick<InputProps, 'type' | 'name' | 'autoComplete' | 'readOnly' | 'value'> {
  label: string;
  /** Whether the field has the focus from the start. */
  isFirst: boolean;
  onChange: (text: string) => void;
}

/** A required field of an `AccountForm`. */
export function AccountField({ label, isFirst, onChange, ...input }: FieldProps) {
  const field = useRef<InputRef>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  return (
    <LabelledField label={label}>
      {(id) => (
        <Input
          ref={field}
          id={id}
          required
          size="large"
          onChange={(event) => onChange(event.target.value)}
          {...input}
        />
      )}
    </LabelledField>
  );
}
