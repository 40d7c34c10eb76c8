import type { ImageView } from '@gmb-moments/backend/contract/images';
import { IMAGE_FIELDS } from '@gmb-moments/backend/contract/image-fields';
import { Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { atMost } from '../../lib/characters';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { FormDialog } from '../../ui/form-dialog';
import { CrossIcon, MapPinIcon, RedoIcon, SendIcon } from '../../ui/icons';
import { useShortcuts, withShortcut } from '../../lib/shortcuts';
import { focusSelectedTile } from './images/focus-tile';
import type { ImageForm } from './images/caption-form';
import type { BulkActions } from './images/use-bulk-actions';
import { MOMENT_SHORTCUTS } from './moment-shortcuts';
import styles from './step-bar.module.css';
import { usePage, usePageState, useCaptionStates, useView } from './use-page';
import { countText } from '../../lib/count-text';
import { isUnanswered } from '../../records/images';
import { ResubmitDialog } from '../../ui/resubmit-dialog';

/** The actions on all chosen images. */
export function BulkBar({ bulk }: { bulk: BulkActions }) {
  const { applySelection, regenerate: regenerateAll } = usePage();
  const captions = useCaptionStates();
  const images = useView().chosen;
  const isOpen = usePageState(({ dialog }) => dialog !== null);
  const [isAddressOpen, setAddressOpen] = useState(false);
  const [isResubmitOpen, setResubmitOpen] = useState(false);
  // Unmounting removes the focused button, so the focus moves to the selected tile.
  useEffect(() => () => focusSelectedTile(), []);
  const idle = images.filter((image) => captions.activityOn(image) === null);
  const notApproved = idle.filter(({ status }) => status !== 'approved');
  const rejected = idle.filter(({ status }) => status === 'rejected');
  const regenerate = () =>
    regenerateAll(
      notApproved.map(({ id }) => id),
      { instruction: '' },
    );
  const unanswered = rejected.filter(isUnanswered);
  const resubmit = () => (unanswered.length > 0 ? setResubmitOpen(true) : void bulk.resubmit(rejected, ''));
  const canAct = images.length > 0 && !bulk.isPending;
  useShortcuts(
    MOMENT_SHORTCUTS,
    {
      regenerate: () => canAct && notApproved.length > 0 && regenerate(),
      resubmit: () => canAct && rejected.length > 0 && resubmit(),
    },
    { isActive: !isOpen },
  );
  const photos = countText(images.length, 'photo');
  return (
    <section aria-label="Selected photos" className={`row ruled gap-16 ${styles['bar']}`}>
      <strong className="no-shrink numbers">{images.length} selected</strong>
      <div className={`grow flex gap-8 ${styles['bulk']}`}>
        <Button
          icon={<RedoIcon />}
          title={titleOf(withShortcut('Regenerate', MOMENT_SHORTCUTS.regenerate), {
            all: images,
            allowed: notApproved,
            whyNot: whyNotRegenerated(images),
          })}
          disabled={!canAct || notApproved.length === 0}
          onClick={regenerate}
        >
          Regenerate
        </Button>
        <Button
          icon={<SendIcon />}
          title={titleOf(withShortcut('Resubmit', MOMENT_SHORTCUTS.resubmit), {
            all: images,
            allowed: rejected,
            whyNot: whyNotResubmitted(images),
          })}
          disabled={!canAct || rejected.length === 0}
          loading={bulk.pending === 'resubmitted'}
          onClick={resubmit}
        >
          Resubmit
        </Button>
        <Button
          icon={<MapPinIcon />}
          title={images.length === 0 ? SELECT_FIRST : 'Gives all of them one address'}
          disabled={!canAct}
          onClick={() => setAddressOpen(true)}
        >
          Set address
        </Button>
        <ConfirmDelete
          label={`Delete ${photos}`}
          title={`Delete ${photos}?`}
          text="The photos and their captions are deleted. This cannot be undone."
          disabled={!canAct}
          hint={images.length === 0 ? SELECT_FIRST : undefined}
          onConfirm={() => bulk.remove(images)}
        >
          Delete
        </ConfirmDelete>
      </div>
      <Button
        type="text"
        icon={<CrossIcon />}
        title={withShortcut('Clear', MOMENT_SHORTCUTS.clear)}
        aria-keyshortcuts="Escape"
        onClick={() => applySelection({ type: 'clear' })}
      >
        Clear
      </Button>
      {isResubmitOpen && (
        <ResubmitDialog
          unanswered={unanswered.map(({ title, fileName, feedback }) => ({ name: title || fileName, feedback }))}
          changed={rejected.length - unanswered.length}
          isPending={bulk.isPending}
          onResubmit={(reply) => void bulk.resubmit(rejected, reply).then(() => setResubmitOpen(false))}
          onClose={() => setResubmitOpen(false)}
        />
      )}
      {isAddressOpen && <SetAddressDialog images={images} bulk={bulk} onClose={() => setAddressOpen(false)} />}
    </section>
  );
}

interface AddressProps {
  images: ImageView[];
  bulk: BulkActions;
  onClose: () => void;
}

/** Gives several images one address. Mount it to open it. */
function SetAddressDialog({ images, bulk, onClose }: AddressProps) {
  const [first, ...others] = images.map(({ address }) => address);
  const sharedAddress = first !== undefined && others.every((address) => address === first) ? first : '';
  return (
    <FormDialog<ImageForm<'address'>>
      title={`Set the address of ${countText(images.length, 'photo')}`}
      submitText="Set address"
      save={{
        isPending: bulk.isPending,
        // `bulk` shows failures in a toast.
        error: null,
        mutate: ({ address }) => void bulk.setAddress(images, address.trim()).then(onClose),
      }}
      record={{ values: { address: sharedAddress } }}
      onClose={onClose}
    >
      <Form.Item
        name="address"
        label="Address"
        rules={[{ required: true, whitespace: true, message: 'An address is required' }]}
      >
        <Input count={atMost(IMAGE_FIELDS.address.max)} showCount placeholder="Where were these taken?" />
      </Form.Item>
    </FormDialog>
  );
}

const SELECT_FIRST = 'Select photos first';

interface TitleOptions {
  all: ImageView[];
  allowed: ImageView[];
  whyNot: string;
}

/** The tooltip of a button: the action, with the number of images if not all are affected, or why it is disabled. */
function titleOf(action: string, { all, allowed, whyNot }: TitleOptions): string {
  if (all.length === 0) return SELECT_FIRST;
  if (allowed.length === 0) return whyNot;
  return allowed.length === all.length ? action : `${action}: ${allowed.length} of ${all.length}`;
}

function whyNotRegenerated(images: ImageView[]): string {
  const approved = images.filter(({ status }) => status === 'approved').length;
  if (approved === 0) return 'Their captions are being written';
  if (approved === images.length) return 'Approved photos are never regenerated';
  return 'Approved photos are never regenerated, and the captions of the others are being written';
}

function whyNotResubmitted(images: ImageView[]): string {
  if (!images.some(({ status }) => status === 'rejected')) return 'None of these photos is rejected';
  return 'The captions of the rejected photos are being written';
}
