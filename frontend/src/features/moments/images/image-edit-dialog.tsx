import { Alert, Button } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { memo, useEffect, useEffectEvent, useId, useRef, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Dialog, DialogButtons } from '../../../ui/dialog';
import { ConflictReminder, EditConflictAlert } from '../../../ui/edit-conflict-alert';
import { focusConflict } from '../../../ui/use-edits';
import { directionOf, useShortcuts, type ShortcutHandler } from '../../../lib/shortcuts';
import { useLeaveGuard } from '../../../ui/leave-guard';
import { MOMENT_SHORTCUTS } from '../moment-shortcuts';
import { useImages, usePage, usePageState, useView } from '../use-page';
import { StepButtons } from '../step-buttons';
import { CaptionFields, SearchFields } from './caption-fields';
import { APPROVED_NOTICE } from './caption-form';
import { returnToTile } from './focus-tile';
import styles from './image-inspector.module.css';
import { Picture } from './image-picture';
import { unsavedTexts, type ImageDrafts, type UnsavedText } from './draft';
import { useImageTexts } from './use-image-texts';

interface Props {
  image: ImageView;
  /** Unsaved edits, shared with the inspector's fields. */
  drafts: ImageDrafts | undefined;
}

/**
 * Edits captions one after the other. Going to another image saves in the background; captions that could not be
 * saved keep their edits, and are listed whichever image is shown. Mount it to open it.
 */
export const ImageEditDialog = memo(function ImageEditDialog({ image, drafts }: Props) {
  const { move, goTo, closeDialog, unsaved } = usePage();
  const { at, shown } = useView();
  const caption = useImageTexts(image, 'caption', drafts);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const { conflict, isSaving } = caption;
  /** In the dialog, leaving a field does not save. */
  const fields = { ...caption, leave: () => undefined };
  const isOther = ({ imageId, reason }: UnsavedText) => imageId !== image.id && reason !== '';
  const failed = unsavedTexts(
    useImages(),
    usePageState((state) => state.drafts),
  ).filter(isOther);
  const { confirmLeave, guard } = useLeaveGuard(() => unsaved().some((text) => !text.isSaving));
  const focusFirstField = () => form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  const keepFocus = useEffectEvent((_imageId: string) => {
    const active = document.activeElement;
    if (active === document.body || active?.matches(':disabled')) focusFirstField();
  });
  useEffect(() => keepFocus(image.id), [image.id]);

  const isStuck = conflict.hasConflict || (caption.problem !== '' && !caption.isFailed);
  const showWhy = () => conflict.hasConflict && focusConflict();
  const saveAndClose = async () => {
    if (!(await caption.save())) return;
    const [first] = unsaved().filter(isOther);
    if (first) return goTo(first.imageId);
    closeDialog();
    // Saves what was typed during the first save.
    void caption.save();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isStuck) showWhy();
    else void saveAndClose();
  };
  const cancel = () =>
    caption.edited.length === 0
      ? closeDialog()
      : confirmLeave(() => {
          caption.discard();
          closeDialog();
        });
  const step = (delta: 1 | -1) => {
    addTypedKeyword();
    if (isStuck) return showWhy();
    void caption.save();
    move(delta);
  };
  const stepByKey: ShortcutHandler = (_event, name) => {
    const delta = directionOf(name);
    if (delta < 0 ? at > 0 : at < shown.length - 1) step(delta);
  };
  useShortcuts(MOMENT_SHORTCUTS, { captionStep: stepByKey, fieldStep: stepByKey }, { scope: 'dialog' });

  return (
    <Dialog
      title="Edit Caption"
      width={1080}
      isLong
      onClose={cancel}
      focusAfter={returnToTile}
      footer={
        <>
          <ConflictReminder conflict={conflict} />
          <div data-dialog-keys className={`inline muted numbers gap-8 ${styles['steps']}`}>
            <StepButtons onStep={step} isInForm />
            {`${at + 1} of ${shown.length}`}
          </div>
          <DialogButtons
            submitText={isSaving ? 'Saving...' : 'Save'}
            form={formId}
            isPending={isSaving}
            onCancel={cancel}
          />
        </>
      }
    >
      {guard}
      <div className={styles['split']}>
        <Picture image={image} src={image.previewUrl} className={`wide sunken ${styles['whole']}`} />
        <form ref={form} id={formId} onSubmit={submit} noValidate className={`column gap-16 ${styles['form']}`}>
          {failed.map(({ imageId, number, reason }) => (
            <Alert
              key={imageId}
              type="error"
              showIcon
              role="alert"
              title={`#${number} is not saved: ${reason}`}
              action={
                <Button size="small" onClick={() => goTo(imageId)}>
                  Go to #{number}
                </Button>
              }
            />
          ))}
          {image.status === 'approved' && <Alert type="info" showIcon title={APPROVED_NOTICE} />}
          <EditConflictAlert conflict={conflict} onChosen={focusFirstField} />
          {caption.problem && <Alert type="error" showIcon title={caption.problem} />}
          <CaptionFields caption={fields} />
          <SearchFields caption={fields} />
        </form>
      </div>
    </Dialog>
  );
});

/** Blurs and refocuses the current field, because a typed keyword is added on blur. */
function addTypedKeyword(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) return;
  flushSync(() => field.blur());
  field.focus();
}
