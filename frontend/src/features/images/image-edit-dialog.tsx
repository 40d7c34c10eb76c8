import { Alert, Button, Form, Input } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import {
  CAPTION_DESCRIPTION_MAX,
  CAPTION_TITLE_MAX,
  EXIF_KEYWORDS_MAX,
  GEO_ALT_DESCRIPTION_MAX,
} from '@gmb-moments/backend/contract/limits';
import { useEffect, useState } from 'react';
import type { StoredRecord } from '../../components/edit-conflict';
import { FormDialog } from '../../components/form-dialog';
import { ArrowLeftIcon, ArrowRightIcon } from '../../components/icons';
import { TagInput } from '../../components/tag-input';
import { Tooltip } from '../../components/tooltip';
import { atMost } from '../../lib/characters';
import { useKeys } from '../../lib/keys';
import {
  APPROVED_NOTICE,
  CAPTION_FIELD_VIEWS,
  captionChanges,
  keywordsProblem,
  storedCaption,
  type CaptionForm,
} from './caption-form';
import { focusSelectedTile } from './focus-tile';
import styles from './image-inspector.module.css';
import { Picture } from './image-picture';
import { useSaveCaption } from './use-image-actions';

interface Props {
  image: ImageView;
  /** Such as `3 of 10`. */
  place: string;
  isFirst: boolean;
  isLast: boolean;
  /** Called to edit the next or the previous image instead. */
  onStep: (delta: 1 | -1) => void;
  onClose: () => void;
}

/** Edits captions, one after the other: what was typed is saved before it goes on to another image. Mount it to open it. */
export function ImageEditDialog(props: Props) {
  /** Id of what had the focus at the last step. */
  const [focus, setFocus] = useState<string>();
  // What opened the dialog is gone once another image is selected.
  useEffect(() => focusSelectedTile, []);
  const step = (delta: 1 | -1, focused: string) => {
    setFocus(focused);
    props.onStep(delta);
  };
  return <CaptionDialog key={props.image.id} {...props} focus={focus} onStep={step} />;
}

interface CaptionDialogProps extends Omit<Props, 'onStep'> {
  focus: string | undefined;
  onStep: (delta: 1 | -1, focused: string) => void;
}

function CaptionDialog({ image, place, isFirst, isLast, focus, onStep, onClose }: CaptionDialogProps) {
  const update = useSaveCaption(image);
  const stored = storedCaption(image);
  function save(values: CaptionForm, base: StoredRecord<CaptionForm> | undefined, then: () => void) {
    const changes = captionChanges((base ?? stored).values, values);
    if (Object.keys(changes).length === 0) return then();
    update.mutate({ ...changes, revision: base?.revision }, { onSuccess: then });
  }

  return (
    <FormDialog
      title="Edit Caption"
      submitText="Save"
      pendingText="Saving..."
      save={update}
      initialValues={stored.values}
      stored={stored}
      what="this caption"
      fields={CAPTION_FIELD_VIEWS}
      onSubmit={save}
      onClose={onClose}
      width={1080}
      focus={focus}
      renderAside={(saveFirst) => (
        <Steps
          place={place}
          isFirst={isFirst || update.isPending}
          isLast={isLast || update.isPending}
          onStep={(delta) => {
            // The fields lose the focus while they are saved.
            const focused = document.activeElement?.id ?? '';
            saveFirst(() => onStep(delta, focused));
          }}
        />
      )}
    >
      <div className={styles['split']}>
        <Picture image={image} src={image.previewUrl} className={styles['whole']} />
        <div>
          {image.status === 'approved' && (
            <Alert type="info" showIcon style={{ marginBottom: 16 }} title={APPROVED_NOTICE} />
          )}
          <DialogFields />
        </div>
      </div>
    </FormDialog>
  );
}

interface StepsProps {
  place: string;
  isFirst: boolean;
  isLast: boolean;
  onStep: (delta: 1 | -1) => void;
}

function Steps({ place, isFirst, isLast, onStep }: StepsProps) {
  const previous = () => !isFirst && onStep(-1);
  const next = () => !isLast && onStep(1);
  useKeys({ j: next, k: previous, 'alt+j': next, 'alt+k': previous }, { scope: 'dialog' });
  return (
    <span data-dialog-keys className={styles['steps']}>
      <Tooltip text="Previous photo (K, in fields Alt+K)">
        <Button
          id="caption-previous"
          icon={<ArrowLeftIcon />}
          aria-label="Previous photo"
          disabled={isFirst}
          onClick={previous}
        />
      </Tooltip>
      <Tooltip text="Next photo (J, in fields Alt+J)">
        <Button id="caption-next" icon={<ArrowRightIcon />} aria-label="Next photo" disabled={isLast} onClick={next} />
      </Tooltip>
      {place}
    </span>
  );
}

function DialogFields() {
  return (
    <>
      <Form.Item name="title" label="Title">
        <Input dir="auto" count={atMost(CAPTION_TITLE_MAX)} showCount />
      </Form.Item>
      <Form.Item name="description" label="Description">
        <Input.TextArea
          dir="auto"
          count={atMost(CAPTION_DESCRIPTION_MAX)}
          showCount
          autoSize={{ minRows: 4, maxRows: 10 }}
        />
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
        <Input.TextArea
          dir="auto"
          count={atMost(GEO_ALT_DESCRIPTION_MAX)}
          showCount
          autoSize={{ minRows: 2, maxRows: 6 }}
        />
      </Form.Item>
    </>
  );
}

async function checkKeywords(tags: string[]): Promise<void> {
  const problem = keywordsProblem(tags);
  if (problem) throw new Error(problem);
}
