import { EnvironmentOutlined } from '../../components/icons';
import { Form, Input } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { ADDRESS_MAX } from '@gmb-moments/backend/contract/limits';
import { useId, useState } from 'react';
import { ChangedMeanwhile } from '../../components/changed-meanwhile';
import { isEditedMeanwhile, useEditedRow, type StoredRow } from '../../components/edited-row';
import { reasonOf } from '../../lib/http';
import { atMost } from '../../lib/characters';
import type { ImageActions } from './use-image-actions';

const FIELDS = { address: 'Address' };

/** Where the picture was taken; saved when the field loses focus (spec 5). */
export function AddressField({ image, saveAddress }: { image: ImageView; saveAddress: ImageActions['saveAddress'] }) {
  const id = useId();
  // While nobody types, the field shows what is stored, also when a colleague changes it.
  const [typed, setTyped] = useState<string | null>(null);
  const row = useEditedRow(storedRow(image), {
    typed: ({ address }) => ({ address: typed?.trim() ?? address }),
    fill: () => setTyped(null),
    isSaving: saveAddress.isPending,
  });
  const refused = isEditedMeanwhile(saveAddress.error) && typed !== null && !saveAddress.isPending;

  function save() {
    if (typed === null) return;
    if (typed.trim() === image.address) return setTyped(null);
    const sent = { address: typed.trim(), revision: row.base?.revision };
    saveAddress.mutate(sent, {
      onSuccess: (changed) => {
        row.saved(storedRow(changed));
        setTyped(null);
      },
    });
  }

  return (
    <div>
      <Form.Item
        label="Address"
        htmlFor={id}
        layout="vertical"
        style={{ margin: 0 }}
        help={refused && !row.rival ? reasonOf(saveAddress.error) : undefined}
      >
        <Input
          id={id}
          prefix={<EnvironmentOutlined />}
          value={typed ?? image.address}
          count={atMost(ADDRESS_MAX)}
          placeholder="Where was this taken?"
          title={typed ?? image.address}
          status={saveAddress.isError && typed !== null ? 'error' : undefined}
          suffix={saveAddress.isPending ? 'Saving…' : null}
          onChange={(event) => setTyped(event.target.value)}
          // Where there is a choice to make, choosing saves.
          onBlur={() => !row.isContested && save()}
          onPressEnter={(event) => event.currentTarget.blur()}
        />
      </Form.Item>
      {row.isContested && (
        <ChangedMeanwhile
          what="this address"
          row={row}
          fields={FIELDS}
          isRefused={false}
          style={{ marginTop: 8 }}
          onChosen={(choice) => choice === 'mine' && save()}
        />
      )}
    </div>
  );
}

function storedRow({ address, addressRevision, addressEditor }: ImageView): StoredRow<{ address: string }> {
  return { values: { address }, revision: addressRevision, editor: addressEditor };
}
