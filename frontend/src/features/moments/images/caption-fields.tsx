import {
  IMAGE_FIELDS,
  SHOWN_TEXTS,
  textsOfGroup,
  type EditGroup,
  type ImageTextName,
  type TextOfGroup,
} from '@gmb-moments/backend/contract/image-fields';
import type { RecordField } from '@gmb-moments/backend/contract/record-fields';
import { lengthOf } from '@gmb-moments/backend/contract/texts';
import { Alert, Button, Input, Tag } from 'antd';
import { useId, type ChangeEvent } from 'react';
import { EditConflictAlert } from '../../../ui/edit-conflict-alert';
import { TagInput } from '../../../ui/tag-input';
import { atMost } from '../../../lib/characters';
import { APPROVED_NOTICE, type ImageForm } from './caption-form';
import styles from './image-inspector.module.css';
import type { FieldTexts } from './use-image-texts';
import { useCan } from '../../../records/permissions';

/** The caption fields that the client sees. */
export function CaptionFields({ caption }: { caption: FieldTexts<'caption'> }) {
  return CAPTION_TEXTS.filter(isShown).map((name) => <TextField key={name} name={name} fields={caption} isCounted />);
}

/** The caption fields for search engines, which clients do not see. */
export function SearchFields({ caption }: { caption: FieldTexts<'caption'> }) {
  const names = CAPTION_TEXTS.filter((name) => !isShown(name));
  return names.map((name) => <TextField key={name} name={name} fields={caption} isCounted />);
}

export function AddressField({ address }: { address: FieldTexts<'address'> }) {
  return textsOfGroup('address').map((name) => <TextField key={name} name={name} fields={address} />);
}

const CAPTION_TEXTS = textsOfGroup('caption');

function isShown(name: ImageTextName): boolean {
  return (SHOWN_TEXTS as ImageTextName[]).includes(name);
}

interface TextFieldProps<Group extends EditGroup> {
  name: TextOfGroup<Group>;
  fields: FieldTexts<Group>;
  /** Whether it shows the number of characters. */
  isCounted?: boolean;
}

/** The form field of an image's text, as `IMAGE_FIELDS` describes it. */
function TextField<Group extends EditGroup>({ name, fields, isCounted = false }: TextFieldProps<Group>) {
  const id = useId();
  const { label, max, rows, placeholder }: RecordField = IMAGE_FIELDS[name];
  const value = fields.values[name] as string | string[];
  const edit = (text: string | string[]) => fields.edit({ [name]: text } as Partial<ImageForm<Group>>);
  const isList = Array.isArray(value);
  const readOnly = !useCan('review.edit');
  const field = {
    id,
    dir: 'auto',
    count: atMost(max),
    placeholder: readOnly ? '' : placeholder,
    readOnly,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => edit(event.target.value),
    onBlur: fields.leave,
  };
  return (
    <div>
      <div className={`note flex between muted medium numbers gap-8 ${styles['label']}`}>
        <label htmlFor={id}>{label}</label>
        {isCounted && !isList && (
          <span>
            {lengthOf(value)}/{max}
          </span>
        )}
      </div>
      {control()}
    </div>
  );

  function control() {
    if (isList) {
      return (
        <div onBlur={fields.leave}>
          <TagInput readOnly={readOnly} id={id} value={value} max={max} placeholder={placeholder} onChange={edit} />
        </div>
      );
    }
    if (rows) {
      const minHeight = `calc(${rows}lh + 10px)`;
      return (
        <Input.TextArea {...field} value={value} rows={rows} className={styles['longField']} style={{ minHeight }} />
      );
    }
    const inPlace = { title: value, suffix: fields.isSaving ? 'Saving…' : <span /> };
    return <Input {...field} value={value} {...(!isCounted && inPlace)} onPressEnter={leaveField} />;
  }
}

/** Enter saves a field outside of a form by leaving it; in a form, it submits the form. */
function leaveField({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  if (!currentTarget.form) currentTarget.blur();
}

/** The keywords as tags, shown while the SEO fields are collapsed. */
export function KeywordTags({ keywords }: { keywords: string[] }) {
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

/** Alerts about edited fields that are not saved: conflicts, problems, a change of an approved image. */
export function FieldAlerts<Group extends EditGroup>({ fields }: { fields: FieldTexts<Group> }) {
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
            <div className="flex wrap gap-8">
              <Button loading={fields.isSaving} onClick={() => fields.save()}>
                Save
              </Button>
              <Button disabled={fields.isSaving} onClick={fields.discard}>
                Discard
              </Button>
            </div>
          }
        />
      )}
    </>
  );
}
