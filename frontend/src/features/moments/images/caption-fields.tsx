import { IMAGE_FIELDS, SHOWN_TEXTS, textsOfLock, type ImageTextName } from '@gmb-moments/backend/contract/image-fields';
import type { RecordField } from '@gmb-moments/backend/contract/record-fields';
import { lengthOf } from '@gmb-moments/backend/contract/texts';
import { Alert, Button, Flex, Input, Tag } from 'antd';
import { useId, type ReactNode } from 'react';
import { EditConflictAlert } from '../../../ui/edit-conflict-alert';
import { TagInput } from '../../../ui/tag-input';
import { atMost } from '../../../lib/characters';
import { APPROVED_NOTICE, type AddressForm, type CaptionForm } from './caption-form';
import styles from './image-inspector.module.css';
import type { FieldsInPlace } from './use-fields-in-place';

/** The part of a caption that the client sees. */
export function CaptionFields({ caption }: { caption: FieldsInPlace<CaptionForm> }) {
  return CAPTION_TEXTS.filter(isShown).map((name) => <TextField key={name} name={name} fields={caption} isCounted />);
}

/** The part of a caption that search engines read and clients do not see. */
export function SearchFields({ caption }: { caption: FieldsInPlace<CaptionForm> }) {
  const names = CAPTION_TEXTS.filter((name) => !isShown(name));
  return names.map((name) => <TextField key={name} name={name} fields={caption} isCounted />);
}

export function AddressField({ address }: { address: FieldsInPlace<AddressForm> }) {
  return textsOfLock('address').map((name) => <TextField key={name} name={name} fields={address} />);
}

const CAPTION_TEXTS = textsOfLock('caption');

function isShown(name: ImageTextName): boolean {
  return (SHOWN_TEXTS as ImageTextName[]).includes(name);
}

interface TextFieldProps<Values extends object> {
  name: ImageTextName & keyof Values;
  fields: FieldsInPlace<Values>;
  /** Whether it says how many characters it has. */
  isCounted?: boolean;
}

/** A text of an image, as the catalogue of its texts describes it. */
function TextField<Values extends object>({ name, fields, isCounted = false }: TextFieldProps<Values>) {
  const { label, max, ...field }: RecordField = IMAGE_FIELDS[name];
  const value = fields.values[name] as string | string[];
  const edit = (text: string | string[]) => fields.edit({ [name]: text } as Partial<Values>);
  if (Array.isArray(value)) {
    return (
      <Field label={label}>
        {(id) => (
          <div onBlur={fields.leave}>
            <TagInput id={id} value={value} max={max} placeholder={field.placeholder} onChange={edit} />
          </div>
        )}
      </Field>
    );
  }
  return (
    <Field label={label} text={isCounted ? value : undefined} max={max}>
      {(id) =>
        field.rows ? (
          <LongField
            id={id}
            value={value}
            max={max}
            rows={field.rows}
            placeholder={field.placeholder}
            onChange={edit}
            onBlur={fields.leave}
          />
        ) : (
          <Input
            id={id}
            dir="auto"
            value={value}
            count={atMost(max)}
            placeholder={field.placeholder}
            title={isCounted ? undefined : value}
            suffix={isCounted ? undefined : fields.isSaving ? 'Saving…' : <span />}
            onChange={(event) => edit(event.target.value)}
            onBlur={fields.leave}
            onPressEnter={leaveField}
          />
        )
      }
    </Field>
  );
}

/** Enter saves a field in place; in a form it submits that. */
function leaveField({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  if (!currentTarget.form) currentTarget.blur();
}

/** The keywords, while the fields are folded away. */
export function Keywords({ keywords }: { keywords: string[] }) {
  if (keywords.length === 0) return null;
  return (
    <ul aria-label="EXIF keywords" className={`flex wrap gap-4 ${styles['keywords']}`}>
      {keywords.map((keyword) => (
        <li key={keyword}>
          <Tag className={styles['keyword']}>{keyword}</Tag>
        </li>
      ))}
    </ul>
  );
}

/** What stands in the way of saving edited fields. */
export function FieldNotes<Values extends object>({ fields }: { fields: FieldsInPlace<Values> }) {
  const { conflict, problem, changesApproved } = fields;
  return (
    <>
      {conflict.hasConflict && (
        <EditConflictAlert
          conflict={conflict}
          takesFocus={false}
          onChosen={(choice) => choice === 'mine' && fields.leave()}
        />
      )}
      {problem && (
        <Alert
          type="error"
          showIcon
          title={problem}
          action={
            fields.isFailed && (
              <Button size="small" onClick={() => fields.save()}>
                Save again
              </Button>
            )
          }
        />
      )}
      {changesApproved && !conflict.hasConflict && (
        <Alert
          type="info"
          title={APPROVED_NOTICE}
          description={
            <Flex wrap gap={8}>
              <Button loading={fields.isSaving} onClick={() => fields.save()}>
                Save
              </Button>
              <Button disabled={fields.isSaving} onClick={fields.discard}>
                Discard
              </Button>
            </Flex>
          }
        />
      )}
    </>
  );
}

interface FieldProps {
  label: string;
  /** Its text and how many characters it takes, to be counted. */
  text?: string;
  max?: number;
  children: (id: string) => ReactNode;
}

function Field({ label, text, max, children }: FieldProps) {
  const id = useId();
  return (
    <div>
      <div className={`note flex between muted medium numbers gap-8 ${styles['label']}`}>
        <label htmlFor={id}>{label}</label>
        {text !== undefined && (
          <span>
            {lengthOf(text)}/{max}
          </span>
        )}
      </div>
      {children(id)}
    </div>
  );
}

interface LongFieldProps {
  id: string;
  value: string;
  max: number;
  rows: number;
  placeholder?: string;
  onChange: (text: string) => void;
  onBlur: () => void;
}

function LongField({ max, rows, onChange, ...field }: LongFieldProps) {
  return (
    <Input.TextArea
      {...field}
      dir="auto"
      count={atMost(max)}
      rows={rows}
      className={styles['longField']}
      style={{ minHeight: `calc(${rows}lh + 10px)` }}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
