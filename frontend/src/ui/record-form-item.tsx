import { sentenceCase, type RecordField } from '@gmb-moments/backend/contract/record-fields';
import { Form, Input, type FormItemProps } from 'antd';
import { atMost, notBlank } from '../lib/characters';
import { webAddress } from '../lib/web-address';
import { CompletedInput, WEB_ADDRESS_ITEM } from './completed-input';
import { TagInput } from './tag-input';

/** The form item of a record's field, as its catalogue (such as `CLIENT_FIELDS`) describes it. */
export function RecordFormItem({ name, field }: { name: string; field: RecordField }) {
  return (
    <Form.Item
      name={name}
      label={field.label}
      extra={field.hint}
      style={field.isWide && { gridColumn: '1 / -1' }}
      {...rulesOf(field)}
    >
      {controlOf(field)}
    </Form.Item>
  );
}

function rulesOf({ kind, label, isRequired }: RecordField): FormItemProps {
  if (kind === 'webAddress') return WEB_ADDRESS_ITEM;
  return isRequired ? { rules: [notBlank(`${sentenceCase(label)} is required`)] } : {};
}

function controlOf({ kind, max, rows, placeholder }: RecordField) {
  const text = { count: atMost(max), placeholder, autoComplete: 'off' };
  if (kind === 'line') return <Input {...text} />;
  if (kind === 'phone') return <Input {...text} type="tel" />;
  if (kind === 'webAddress') return <CompletedInput {...text} complete={webAddress} type="url" />;
  if (kind === 'tags' || kind === 'lines') return <TagInput max={max} placeholder={placeholder} />;
  return <Input.TextArea {...text} {...(rows ? { rows } : { autoSize: { minRows: 1, maxRows: 4 } })} />;
}
