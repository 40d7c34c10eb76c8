import { ADDRESS_MAX, LONG_TEXT_MAX, NAME_MAX, TAG_MAX, URL_MAX } from '@gmb-moments/backend/contract/limits';
import { Form, Input, theme, Typography } from 'antd';
import type { ReactNode } from 'react';
import { CompletedInput, WEB_ADDRESS_ITEM } from '../../ui/completed-input';
import { TagInput } from '../../ui/tag-input';
import { AgencySelect } from '../agencies/agency-select';
import { atMost, notBlank } from '../../lib/characters';
import { webAddress } from '../../lib/web-address';

const PHONE_MAX = 100;

/** The fields of a client, in groups. */
export function ClientFormFields() {
  return (
    <>
      <Group title="Business">
        <Form.Item label="Business Name" name="business" rules={[notBlank('Business name is required')]}>
          <Input count={atMost(NAME_MAX)} autoComplete="off" />
        </Form.Item>
        <Form.Item label="Agency" name="agencyId">
          <AgencySelect />
        </Form.Item>
        <Wide>
          <Form.Item label="Description" name="description">
            <Input.TextArea rows={3} count={atMost(LONG_TEXT_MAX)} />
          </Form.Item>
        </Wide>
        <Form.Item label="Media Description" name="mediaDescription">
          <Input.TextArea rows={2} count={atMost(LONG_TEXT_MAX)} />
        </Form.Item>
        <Form.Item label="Service Areas" name="serviceAreas">
          <Input.TextArea rows={2} count={atMost(LONG_TEXT_MAX)} placeholder="Towns or districts" />
        </Form.Item>
      </Group>
      <Group title="Contact">
        <Form.Item label="Website" name="website" {...WEB_ADDRESS_ITEM}>
          <CompletedInput
            complete={webAddress}
            type="url"
            count={atMost(URL_MAX)}
            placeholder="https://example.com"
            autoComplete="off"
          />
        </Form.Item>
        <Form.Item label="Phone" name="phone">
          <Input type="tel" count={atMost(PHONE_MAX)} autoComplete="off" />
        </Form.Item>
        <Form.Item label="Address" name="address">
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 3 }} count={atMost(ADDRESS_MAX)} autoComplete="off" />
        </Form.Item>
        <Form.Item label="Social Links" name="socialLinks">
          <TagInput max={URL_MAX} placeholder="Add a link, press Enter" />
        </Form.Item>
      </Group>
      <Group title="SEO">
        <Form.Item label="Target Keywords" name="targetKeywords">
          <TagInput max={TAG_MAX} placeholder="Add a keyword, press Enter" />
        </Form.Item>
        <Form.Item label="Categories" name="categories">
          <TagInput max={TAG_MAX} placeholder="Add a category, press Enter" />
        </Form.Item>
        <Wide>
          <Form.Item label="Notes" name="notes">
            <Input.TextArea rows={2} count={atMost(LONG_TEXT_MAX)} placeholder="Seen by staff only" />
          </Form.Item>
        </Wide>
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <section>
      <Typography.Title
        level={2}
        style={{
          fontSize: token.fontSizeLG,
          margin: '4px 0 16px',
          paddingBottom: 4,
          borderBottom: `1px solid ${token.colorBorderSecondary}`,
        }}
      >
        {title}
      </Typography.Title>
      <div
        style={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 260px), 1fr))',
          columnGap: 16,
        }}
      >
        {children}
      </div>
    </section>
  );
}

function Wide({ children }: { children: ReactNode }) {
  return <div style={{ gridColumn: '1 / -1' }}>{children}</div>;
}
