import { ADDRESS_MAX, LONG_TEXT_MAX, NAME_MAX, TAG_MAX, URL_MAX } from '@gmb-moments/backend/contract/limits';
import { Form, Input, type FormItemProps } from 'antd';
import { CompletedInput, WEB_ADDRESS_ITEM } from '../../ui/completed-input';
import type { FieldViews } from '../../ui/edit-conflict-alert';
import { TagInput } from '../../ui/tag-input';
import { atMost, notBlank } from '../../lib/characters';
import { webAddress } from '../../lib/web-address';
import { ClientName } from '../clients/client-name';
import { ClientSelect } from '../clients/client-select';
import styles from './wizard.module.css';
import type { WizardField, WizardValues } from './wizard-values';

const PHONE_MAX = 100;
const ONE_PER_LINE = 'One per line';

/** How the fields are labelled, and shown where somebody else changed them. */
export const FIELD_VIEWS = {
  clientId: { label: 'Client', show: (id) => <ClientName id={String(id)} /> },
  businessName: 'Business Name',
  website: 'Website',
  gmbLink: 'GMB Link',
  phone: 'Phone',
  address: 'Address',
  hours: 'Hours',
  categories: 'Categories',
  currentDescription: 'Current Description',
  currentServices: 'Current Services',
  currentServiceAreas: 'Current Service Areas',
  currentFAQs: 'Current FAQs',
} satisfies FieldViews<WizardValues>;

function Item({ name, ...props }: Omit<FormItemProps, 'name'> & { name: WizardField }) {
  const view = FIELD_VIEWS[name];
  return <Form.Item name={name} label={typeof view === 'string' ? view : view.label} {...props} />;
}

interface BasicFieldsProps {
  /** The client of the draft. */
  client: { id: string; business: string } | undefined;
  /** Whether the client stays: only a draft can be given to another one. */
  isSubmitted: boolean;
}

/** Step 1: the business, and its addresses. */
export function BasicFields({ client, isSubmitted }: BasicFieldsProps) {
  return (
    <>
      <Item name="clientId" rules={[{ required: true, message: 'Client is required' }]}>
        <ClientSelect placeholder="Select a client" selected={client} canCreate disabled={isSubmitted} />
      </Item>
      <Item name="businessName" rules={[notBlank('Business name is required')]}>
        <Input count={atMost(NAME_MAX)} autoComplete="off" placeholder="As it reads on the Google Business Profile" />
      </Item>
      <Item name="website" {...WEB_ADDRESS_ITEM}>
        <AddressInput placeholder="https://example.com" />
      </Item>
      <Item name="gmbLink" {...WEB_ADDRESS_ITEM} extra="The profile's address in Google Maps or Search">
        <AddressInput placeholder="https://maps.app.goo.gl/…" />
      </Item>
    </>
  );
}

function AddressInput(props: { placeholder: string }) {
  return <CompletedInput complete={webAddress} type="url" count={atMost(URL_MAX)} autoComplete="off" {...props} />;
}

/** Step 2: what the profile says today. */
export function GmbDataFields() {
  return (
    <div className={styles['fields']}>
      <Item name="phone">
        <Input type="tel" count={atMost(PHONE_MAX)} autoComplete="off" />
      </Item>
      <Item name="address">
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} count={atMost(ADDRESS_MAX)} autoComplete="off" />
      </Item>
      <Item name="hours">
        <Input.TextArea rows={3} count={atMost(LONG_TEXT_MAX)} placeholder={'Mon–Fri 9:00–18:00\nSat 10:00–14:00'} />
      </Item>
      <Item name="categories" extra="The first one is the profile's main category">
        <TagInput max={TAG_MAX} placeholder="Add a category, press Enter" />
      </Item>
      <Item name="currentDescription" className={styles['wide']}>
        <Input.TextArea rows={4} count={atMost(LONG_TEXT_MAX)} />
      </Item>
      <Item name="currentServices" extra={ONE_PER_LINE}>
        <Input.TextArea rows={6} count={atMost(LONG_TEXT_MAX)} placeholder={'Bridal bouquets\nFuneral flowers'} />
      </Item>
      <Item name="currentServiceAreas" extra={ONE_PER_LINE}>
        <Input.TextArea rows={6} count={atMost(LONG_TEXT_MAX)} placeholder={'Porto\nMatosinhos'} />
      </Item>
      <Item name="currentFAQs" extra="Format: Q: question? A: answer" className={styles['wide']}>
        <Input.TextArea
          rows={8}
          count={atMost(LONG_TEXT_MAX)}
          placeholder={'Q: Do you deliver?\nA: Yes, within the city on the same day.'}
        />
      </Item>
    </div>
  );
}
