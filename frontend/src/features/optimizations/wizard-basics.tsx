import { NAME_MAX, URL_MAX } from '@gmb-moments/backend/contract/limits';
import { Form, Input, type FormItemProps } from 'antd';
import { ClientSelect } from '../clients/client-select';
import { atMost, notBlank } from '../../lib/characters';
import type { WizardField } from './wizard-values';

/** Step 1: whose profile it is, and where it stands. */
export function WizardBasics({ client }: { client: { id: string; business: string } | undefined }) {
  return (
    <>
      <Item label="Client" name="clientId" rules={[{ required: true, message: 'Client is required' }]}>
        <ClientSelect placeholder="Select a client" chosen={client} />
      </Item>
      <Item label="Business Name" name="businessName" rules={[notBlank('Business name is required')]}>
        <Input count={atMost(NAME_MAX)} autoComplete="off" placeholder="As it reads on the Google Business Profile" />
      </Item>
      <Item label="Website" name="website" rules={WEB_ADDRESS} validateTrigger="onBlur">
        <Input type="url" count={atMost(URL_MAX)} autoComplete="off" placeholder="https://example.com" />
      </Item>
      <Item
        label="GMB Link"
        name="gmbLink"
        rules={WEB_ADDRESS}
        validateTrigger="onBlur"
        extra="The profile's address in Google Maps or Search"
      >
        <Input type="url" count={atMost(URL_MAX)} autoComplete="off" placeholder="https://maps.app.goo.gl/…" />
      </Item>
    </>
  );
}

function Item(props: FormItemProps & { name: WizardField }) {
  return <Form.Item {...props} />;
}

// Said once the field is left, not while the address is being typed.
const WEB_ADDRESS: FormItemProps['rules'] = [{ validator: (_rule, value: string) => checkWebAddress(value.trim()) }];

async function checkWebAddress(value: string): Promise<void> {
  if (value !== '' && !isWebAddress(value)) throw new Error('Must be a valid URL');
}

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value)) return false;
  const { hostname } = new URL(value);
  return hostname.startsWith('[') || hostname.split('.').every((label) => HOST_LABEL.test(label));
}

// Browsers take more than a host may be called; the server does not.
const HOST_LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/i;
