import type { ImageView } from '@gmb-moments/backend/contract/images';
import { IMAGE_FIELDS } from '@gmb-moments/backend/contract/image-fields';
import { Form, Input } from 'antd';
import { FormDialog } from '../../../ui/form-dialog';
import { atMost } from '../../../lib/characters';
import type { ImageForm } from './caption-form';
import type { Bulk } from './use-bulk';

interface Props {
  images: ImageView[];
  bulk: Bulk;
  onClose: () => void;
}

/** Gives several images one address. Mount it to open it. */
export function SetAddressDialog({ images, bulk, onClose }: Props) {
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
