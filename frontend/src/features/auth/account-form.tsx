import { Button, Flex, Input, type InputProps, type InputRef } from 'antd';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { Labelled } from '../../ui/labelled';

interface FormProps {
  pending: boolean;
  submitText: string;
  pendingText: string;
  onSubmit: () => void;
  /** Fields; the browser's own validation requires each. */
  children: ReactNode;
}

/** The form by which somebody comes to their account: fields, and one button below. */
export function AccountForm({ pending, submitText, pendingText, onSubmit, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) onSubmit();
  };
  return (
    <Flex component="form" vertical gap={16} onSubmit={submit}>
      {children}
      <Button type="primary" htmlType="submit" size="large" block loading={pending}>
        {pending ? pendingText : submitText}
      </Button>
    </Flex>
  );
}

interface FieldProps extends Pick<InputProps, 'type' | 'name' | 'autoComplete' | 'readOnly' | 'value'> {
  label: string;
  /** Whether it has the focus from the start. */
  isFirst: boolean;
  onText: (text: string) => void;
}

/** A required field of such a form. */
export function AccountField({ label, isFirst, onText, ...input }: FieldProps) {
  const field = useRef<InputRef>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  return (
    <Labelled label={label}>
      {(id) => (
        <Input ref={field} id={id} required size="large" onChange={(event) => onText(event.target.value)} {...input} />
      )}
    </Labelled>
  );
}
