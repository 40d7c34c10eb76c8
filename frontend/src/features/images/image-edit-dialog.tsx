import { Alert, Form, Input } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import {
  CAPTION_DESCRIPTION_MAX,
  CAPTION_TITLE_MAX,
  EXIF_KEYWORDS_MAX,
  GEO_ALT_DESCRIPTION_MAX,
} from '@gmb-moments/backend/contract/limits';
import { lengthOf } from '@gmb-moments/backend/contract/texts';
import type { FieldViews } from '../../components/changed-meanwhile';
import { useEditedRow, type StoredRow } from '../../components/edited-row';
import { fillForm, FormDialog, markRefusedFields } from '../../components/form-dialog';
import { TagInput } from '../../components/tag-input';
import { atMost } from '../../lib/characters';
import { keywordList } from './image-keywords';
import type { ImageActions } from './use-image-actions';
import type { ImageChanges } from './images.api';

interface CaptionForm {
  title: string;
  description: string;
  exifKeywords: string[];
  geoAltDescription: string;
}

interface Props {
  image: ImageView;
  update: ImageActions['update'];
  onClose: () => void;
}

const FIELDS: FieldViews<CaptionForm> = {
  title: 'Title',
  description: 'Description',
  exifKeywords: 'EXIF Keywords',
  geoAltDescription: 'Geo Alt Description',
};

/** Edits the caption of an image. Mount it to open it. */
export function ImageEditDialog({ image, update, onClose }: Props) {
  const [form] = Form.useForm<CaptionForm>();
  const row = useEditedRow(storedRow(image), {
    typed: () => form.getFieldsValue(),
    fill: (values) => fillForm(form, values),
    isSaving: update.isPending,
  });
  const { values: before, revision } = row.base!;

  function save(values: CaptionForm) {
    const changes = changesOf(before, values);
    if (Object.keys(changes).length === 0) return onClose();
    update.mutate({ ...changes, revision }, { onSuccess: onClose, onError: (error) => markRefusedFields(form, error) });
  }

  return (
    <FormDialog
      title="Edit Caption"
      submitText="Save"
      pendingText="Saving..."
      pending={update.isPending}
      error={update.error}
      form={form}
      initialValues={toForm(image)}
      edited={{ what: 'this caption', row, fields: FIELDS }}
      onSubmit={save}
      onClose={onClose}
      width={640}
    >
      {image.status === 'approved' && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 16 }}
          title="The client approved this image. A new title or description sets it back to pending approval."
        />
      )}
      <CaptionFields />
    </FormDialog>
  );
}

function CaptionFields() {
  return (
    <>
      <Form.Item name="title" label="Title">
        <Input count={atMost(CAPTION_TITLE_MAX)} showCount />
      </Form.Item>
      <Form.Item name="description" label="Description">
        <Input.TextArea count={atMost(CAPTION_DESCRIPTION_MAX)} showCount autoSize={{ minRows: 4, maxRows: 10 }} />
      </Form.Item>
      <Form.Item
        name="exifKeywords"
        label="EXIF Keywords"
        extra="Enter or comma adds a keyword."
        rules={[{ validator: (_rule, tags: string[]) => checkKeywords(tags) }]}
      >
        <TagInput max={EXIF_KEYWORDS_MAX} />
      </Form.Item>
      <Form.Item name="geoAltDescription" label="Geo Alt Description">
        <Input.TextArea count={atMost(GEO_ALT_DESCRIPTION_MAX)} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  );
}

async function checkKeywords(tags: string[]): Promise<void> {
  const length = lengthOf(tags.join(', '));
  if (length <= EXIF_KEYWORDS_MAX) return;
  throw new Error(`Keywords take ${length} characters together; at most ${EXIF_KEYWORDS_MAX} are allowed.`);
}

function storedRow(image: ImageView): StoredRow<CaptionForm> {
  return { values: toForm(image), revision: image.captionRevision, editor: image.captionEditor };
}

function toForm(image: ImageView): CaptionForm {
  return {
    title: image.title,
    description: image.description,
    exifKeywords: keywordList(image.exifKeywords),
    geoAltDescription: image.geoAltDescription,
  };
}

function changesOf(before: CaptionForm, after: CaptionForm): ImageChanges {
  const old = toChanges(before);
  const edited = Object.entries(toChanges(after)).filter(([name, value]) => value !== old[name as keyof ImageChanges]);
  return Object.fromEntries(edited);
}

function toChanges({ exifKeywords, ...texts }: CaptionForm): ImageChanges {
  return {
    title: texts.title.trim(),
    description: texts.description.trim(),
    geoAltDescription: texts.geoAltDescription.trim(),
    exifKeywords: exifKeywords.join(', '),
  };
}
