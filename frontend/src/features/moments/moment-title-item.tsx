import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { Form, Input } from 'antd';
import { atMost, notBlank } from '../../lib/characters';

/** The field for a moment's title in a form. */
export function MomentTitleItem() {
  return (
    <Form.Item label="Moment Title" name="title" rules={[notBlank('Moment Title is required')]}>
      <Input count={atMost(NAME_MAX)} autoComplete="off" />
    </Form.Item>
  );
}
