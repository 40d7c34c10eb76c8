import { IMAGE_FIELDS } from '@gmb-moments/backend/contract/image-fields';
import { ADDRESS_MAX } from '@gmb-moments/backend/contract/limits';
import { lengthOf } from '@gmb-moments/backend/contract/texts';
import { Alert, Button, Flex, Input, Tag } from 'antd';
import { useId, type ReactNode } from 'react';
import { EditConflictAlert, type FieldViews } from '../../../ui/edit-conflict-alert';
import { TagInput } from '../../../ui/tag-input';
import { atMost } from '../../../lib/characters';
import { APPROVED_NOTICE, type AddressForm, type CaptionForm } from './caption-form';
import styles from './image-inspector.module.css';
import type { FieldsInPlace } from './use-fields-in-place';

/** Title and description of an image. */
export function CaptionFields({ caption }: { caption: FieldsInPlace<CaptionForm> }) {
  const { values, edit, leave } = caption;
  return (
    <>
      <Field label="Title" text={values.title} max={IMAGE_FIELDS.title.max}>
        {(id) => (
          <Input
            id={id}
            dir="auto"
            value={values.title}
            count={atMost(IMAGE_FIELDS.title.max)}
            placeholder="No title yet"
            onChange={(event) => edit({ title: event.target.value })}
            onBlur={leave}
            onPressEnter={leaveField}
          />
        )}
      </Field>
      <Field label="Description" text={values.description} max={IMAGE_FIELDS.description.max}>
        {(id) => (
          <LongField
            id={id}
            value={values.description}
            max={IMAGE_FIELDS.description.max}
            rows={4}
            placeholder="No description yet"
            onChange={(description) => edit({ description })}
            onBlur={leave}
          />
        )}
      </Field>
    </>
  );
}

/** Enter saves a field in place; in a form it submits that. */
function leaveField({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  if (!currentTarget.form) currentTarget.blur();
}

/** The part of a caption that search engines read and clients do not see. */
export function SearchFields({ caption }: { caption: FieldsInPlace<CaptionForm> }) {
  const { values, edit, leave } = caption;
  return (
    <>
      <Field label="EXIF Keywords">
        {(id) => (
          <div onBlur={leave}>
            <TagInput
              id={id}
              value={values.exifKeywords}
              max={IMAGE_FIELDS.exifKeywords.max}
              placeholder="Enter or comma adds a keyword."
              onChange={(exifKeywords) => edit({ exifKeywords })}
            />
          </div>
        )}
      </Field>
      <Field label="Geo Alt Description" text={values.geoAltDescription} max={IMAGE_FIELDS.geoAltDescription.max}>
        {(id) => (
          <LongField
            id={id}
            value={values.geoAltDescription}
            max={IMAGE_FIELDS.geoAltDescription.max}
            rows={2}
            onChange={(geoAltDescription) => edit({ geoAltDescription })}
            onBlur={leave}
          />
        )}
      </Field>
    </>
  );
}

export function AddressField({ address }: { address: FieldsInPlace<AddressForm> }) {
  return (
    <Field label="Address">
      {(id) => (
        <Input
          id={id}
          dir="auto"
          value={address.values.address}
          count={atMost(ADDRESS_MAX)}
          placeholder="Where was this taken?"
          title={address.values.address}
          suffix={address.isSaving ? 'Saving…' : <span />}
          onChange={(event) => address.edit({ address: event.target.value })}
          onBlur={address.leave}
          onPressEnter={leaveField}
        />
      )}
    </Field>
  );
}

/** The keywords, while the fields are folded away. */
export function Keywords({ keywords }: { keywords: string[] }) {
  if (keywords.length === 0) return null;
  return (
    <ul aria-label="EXIF keywords" className={styles['keywords']}>
      {keywords.map((keyword) => (
        <li key={keyword}>
          <Tag className={styles['keyword']}>{keyword}</Tag>
        </li>
      ))}
    </ul>
  );
}

interface NotesProps<Values extends object> {
  what: string;
  views: FieldViews<Values>;
  fields: FieldsInPlace<Values>;
}

/** What stands in the way of saving edited fields. */
export function FieldNotes<Values extends object>({ what, views, fields }: NotesProps<Values>) {
  const { conflict, problem, changesApproved } = fields;
  return (
    <>
      {conflict.hasConflict && (
        <EditConflictAlert
          what={what}
          conflict={conflict}
          fields={views}
          isRefused={false}
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
      <div className={styles['label']}>
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
