import { EnvironmentOutlined, GlobalOutlined, LinkOutlined, PhoneOutlined } from '../../components/icons';
import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Tag, theme, Typography } from 'antd';
import type { ReactNode } from 'react';
import { agenciesQuery } from '../agencies/agencies.api';
import { mapLink, phoneLink, webLink } from './client-links';

/** The client's record in three cards. */
export function ClientCards({ client }: { client: ClientView }) {
  return (
    <div
      style={{
        display: 'grid',
        gap: 16,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
        alignItems: 'start',
      }}
    >
      <Card title="Business Information">
        <Fields>
          <Field name="Description">{client.description}</Field>
          <Field name="Media Description">{client.mediaDescription}</Field>
          <Field name="Service Areas">{client.serviceAreas}</Field>
          <Agency id={client.agencyId} />
        </Fields>
      </Card>
      <Card title="Contact Information">
        <Contact client={client} />
      </Card>
      <Card title="SEO & Categories">
        <Fields>
          <Field name="Target Keywords">
            <Tags tags={client.targetKeywords} />
          </Field>
          <Field name="Categories">
            <Tags tags={client.categories} />
          </Field>
          <Field name="Notes">{client.notes}</Field>
        </Fields>
      </Card>
    </div>
  );
}

function Contact({ client: { website, phone, address, socialLinks } }: { client: ClientView }) {
  if (!website && !phone && !address && socialLinks.length === 0) {
    return <Typography.Text type="secondary">No contact information provided</Typography.Text>;
  }
  return (
    <Flex vertical gap={12}>
      {website && <ContactLink icon={<GlobalOutlined />} href={webLink(website)} text={website} />}
      {phone && <ContactLink icon={<PhoneOutlined />} href={phoneLink(phone)} text={phone} />}
      {address && <ContactLink icon={<EnvironmentOutlined />} href={mapLink(address)} text={address} />}
      {socialLinks.map((link) => (
        <ContactLink key={link} icon={<LinkOutlined />} href={webLink(link)} text={link} />
      ))}
    </Flex>
  );
}

function ContactLink({ icon, href, text }: { icon: ReactNode; href: string; text: string }) {
  const { token } = theme.useToken();
  return (
    <Flex gap={8} align="baseline">
      <span style={{ color: token.colorTextSecondary }}>{icon}</span>
      <Typography.Link
        href={href}
        target="_blank"
        rel="noreferrer"
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
      >
        {text}
      </Typography.Link>
    </Flex>
  );
}

function Agency({ id }: { id: string | null }) {
  const { data: agencies } = useQuery(agenciesQuery);
  const agency = agencies?.find((one) => one.id === id);
  return <Field name="Agency">{id ? (agency?.name ?? '…') : 'No Agency'}</Field>;
}

function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return <>—</>;
  return (
    <Flex wrap gap={4}>
      {tags.map((tag) => (
        <Tag key={tag} style={{ margin: 0, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {tag}
        </Tag>
      ))}
    </Flex>
  );
}

function Fields({ children }: { children: ReactNode }) {
  return <dl style={{ display: 'grid', gap: 16, margin: 0 }}>{children}</dl>;
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <div>
      <dt style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM, marginBottom: 2 }}>{name}</dt>
      <dd style={{ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{children || '—'}</dd>
    </div>
  );
}
