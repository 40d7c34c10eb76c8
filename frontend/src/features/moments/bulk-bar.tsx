import type { ImageView } from '@gmb-moments/backend/contract/images';
import { IMAGE_FIELDS } from '@gmb-moments/backend/contract/image-fields';
import { Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { atMost } from '../../lib/characters';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { FormDialog } from '../../ui/form-dialog';
import { CrossIcon, MapPinIcon, RedoIcon, SendIcon } from '../../ui/icons';
import { useKeys, withKey } from '../../lib/keys';
import { focusSelectedTile } from './images/focus-tile';
import type { ImageForm } from './images/caption-form';
import type { Bulk } from './images/use-bulk';
import { KEYS } from './moment-keys';
import { usePageState } from './page-state';
import styles from './step-bar.module.css';

/** What can be done to all chosen images at once. */
export function BulkBar({ bulk }: { bulk: Bulk }) {
  const { captions, workbench } = usePageState();
  const images = workbench.chosen;
  const [isAddressing, setAddressing] = useState(false);
  // What had the focus is gone with this bar.
  useEffect(() => focusSelectedTile, []);
  const idle = images.filter((image) => captions.activityOn(image) === null);
  const revisable = idle.filter(({ status }) => status !== 'approved');
  const rejected = idle.filter(({ status }) => status === 'rejected');
  const regenerate = () =>
    void captions.regenerate(
      revisable.map(({ id }) => id),
      { instruction: '' },
    );
  const resubmit = () => void bulk.resubmit(rejected);
  const canAct = images.length > 0 && !bulk.isPending;
  useKeys(
    KEYS,
    {
      regenerate: () => canAct && revisable.length > 0 && regenerate(),
      resubmit: () => canAct && rejected.length > 0 && resubmit(),
    },
    { isActive: workbench.dialog === null },
  );
  const photos = images.length === 1 ? '1 photo' : `${images.length} photos`;
  return (
    <section aria-label="Selected photos" className={`row ruled gap-16 ${styles['bar']}`}>
      <strong className="rigid numbers">{images.length} selected</strong>
      <div className={`grow flex gap-8 ${styles['bulk']}`}>
        <Button
          icon={<RedoIcon />}
          title={titleOf(withKey('Regenerate', KEYS.regenerate), {
            all: images,
            allowed: revisable,
            whyNot: whyNotRegenerated(images),
          })}
          disabled={!canAct || revisable.length === 0}
          onClick={regenerate}
        >
          Regenerate
        </Button>
        <Button
          icon={<SendIcon />}
          title={titleOf(withKey('Resubmit', KEYS.resubmit), {
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
          title={images.length === 0 ? NONE : 'Gives all of them one address'}
          disabled={!canAct}
          onClick={() => setAddressing(true)}
        >
          Set address
        </Button>
        <ConfirmDelete
          label={`Delete ${photos}`}
          title={`Delete ${photos}?`}
          text="The photos and their captions are deleted. This cannot be undone."
          disabled={!canAct}
          hint={images.length === 0 ? NONE : undefined}
          onConfirm={() => bulk.remove(images)}
        >
          Delete
        </ConfirmDelete>
      </div>
      <Button
        type="text"
        icon={<CrossIcon />}
        title={withKey('Clear', KEYS.clear)}
        aria-keyshortcuts="Escape"
        onClick={workbench.clearChosen}
      >
        Clear
      </Button>
      {isAddressing && <SetAddressDialog images={images} bulk={bulk} onClose={() => setAddressing(false)} />}
    </section>
  );
}

interface AddressProps {
  images: ImageView[];
  bulk: Bulk;
  onClose: () => void;
}

/** Gives several images one address. Mount it to open it. */
function SetAddressDialog({ images, bulk, onClose }: AddressProps) {
  const [first, ...others] = images.map(({ address }) => address);
  const common = others.every((address) => address === first) ? first : '';
  return (
    <FormDialog<ImageForm<'address'>>
      title={images.length === 1 ? 'Set the address of 1 photo' : `Set the address of ${images.length} photos`}
      submitText="Set address"
      save={{
        isPending: bulk.isPending,
        error: null,
        mutate: ({ address }) => void bulk.setAddress(images, address.trim()).then(onClose),
      }}
      record={{ values: { address: common ?? '' } }}
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

const NONE = 'Select photos first';

interface TitleOptions {
  all: ImageView[];
  allowed: ImageView[];
  whyNot: string;
}

/** What a button does, or why it does nothing, or not to all of them. */
function titleOf(action: string, { all, allowed, whyNot }: TitleOptions): string {
  if (all.length === 0) return NONE;
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
