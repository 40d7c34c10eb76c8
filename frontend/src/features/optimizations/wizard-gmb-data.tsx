import { ADDRESS_MAX, LONG_TEXT_MAX, TAG_MAX } from '@gmb-moments/backend/contract/limits';
import { Form, Input, type FormItemProps } from 'antd';
import type { CSSProperties } from 'react';
import { TagInput } from '../../components/tag-input';
import { atMost } from '../../lib/characters';
import type { WizardField } from './wizard-values';

const PHONE_MAX = 100;
const ONE_PER_LINE = 'One per line';

/** Step 2: what the profile says today. */
export function WizardGmbData() {
  return (
    <div style={GRID}>
      <Item label="Phone" name="phone">
        <Input type="tel" count={atMost(PHONE_MAX)} autoComplete="off" />
      </Item>
      <Item label="Address" name="address">
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} count={atMost(ADDRESS_MAX)} autoComplete="off" />
      </Item>
      <Item label="Hours" name="hours">
        <Input.TextArea rows={3} count={atMost(LONG_TEXT_MAX)} placeholder={'Mon–Fri 9:00–18:00\nSat 10:00–14:00'} />
      </Item>
      <Item label="Categories" name="categories" extra="The first one is the profile's main category">
        <TagInput max={TAG_MAX} placeholder="Add a category, press Enter" />
      </Item>
      <Item label="Current Description" name="currentDescription" style={WIDE}>
        <Input.TextArea rows={4} count={atMost(LONG_TEXT_MAX)} />
      </Item>
      <Item label="Current Services" name="currentServices" extra={ONE_PER_LINE}>
        <Input.TextArea rows={6} count={atMost(LONG_TEXT_MAX)} placeholder={'Bridal bouquets\nFuneral flowers'} />
      </Item>
      <Item label="Current Service Areas" name="currentServiceAreas" extra={ONE_PER_LINE}>
        <Input.TextArea rows={6} count={atMost(LONG_TEXT_MAX)} placeholder={'Porto\nMatosinhos'} />
      </Item>
      <Item label="Current FAQs" name="currentFAQs" extra="Format: Q: question? A: answer" style={WIDE}>
        <Input.TextArea
          rows={8}
          count={atMost(LONG_TEXT_MAX)}
          placeholder={'Q: Do you deliver?\nA: Yes, within the city on the same day.'}
        />
      </Item>
    </div>
  );
}

const GRID: CSSProperties = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
  columnGap: 16,
};
const WIDE: CSSProperties = { gridColumn: '1 / -1' };

function Item(props: FormItemProps & { name: WizardField }) {
  return <Form.Item {...props} />;
}
