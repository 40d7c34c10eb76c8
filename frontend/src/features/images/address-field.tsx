import { EnvironmentOutlined } from '../../components/icons';
import { Form, Input } from 'antd';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { ADDRESS_MAX } from '@gmb-moments/backend/contract/limits';
import { useId, useState } from 'react';
import type { ImageActions } from './use-image-actions';

/** Where the picture was taken; saved when the field loses focus (spec 5). */
export function AddressField({ image, saveAddress }: { image: ImageView; saveAddress: ImageActions['saveAddress'] }) {
  const id = useId();
  // While nobody types, the field shows what is stored, also when a colleague changes it.
  const [typed, setTyped] = useState<string | null>(null);

  function save() {
    if (typed === null) return;
    if (typed.trim() === image.address) return setTyped(null);
    saveAddress.mutate(typed.trim(), { onSuccess: () => setTyped(null) });
  }

  return (
    <Form.Item label="Address" htmlFor={id} layout="vertical" style={{ margin: 0 }}>
      <Input
        id={id}
        prefix={<EnvironmentOutlined />}
        value={typed ?? image.address}
        maxLength={ADDRESS_MAX}
        placeholder="Where was this taken?"
        title={typed ?? image.address}
        status={saveAddress.isError && typed !== null ? 'error' : undefined}
        suffix={saveAddress.isPending ? 'Saving…' : null}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onPressEnter={(event) => event.currentTarget.blur()}
      />
    </Form.Item>
  );
}
