import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { Card, Flex, Tag, Typography } from 'antd';
import type { ReactNode } from 'react';
import { CardSkeleton } from '../../ui/card-skeleton';
import { MapPinIcon, GlobeIcon, LinkIcon, PhoneIcon } from '../../ui/icons';
import { AgencyName } from './agency-name';
import styles from './client-record.module.css';

/** What is on record of a client; a card without anything is left out. */
export function ClientRecord({ client }: { client: ClientView }) {
  const { description, mediaDescription, serviceAreas, agencyId, targetKeywords, categories, notes } = client;
  return (
    <div className={`grid gap-16 ${styles['cards']}`}>
      {(description || mediaDescription || serviceAreas || agencyId) && (
        <Card title="Business Information">
          <dl className={`grid gap-16 ${styles['fields']}`}>
            <Field name="Description">{description}</Field>
            <Field name="Media Description">{mediaDescription}</Field>
            <Field name="Service Areas">{serviceAreas}</Field>
            <Field name="Agency">
              <AgencyName id={agencyId} />
            </Field>
          </dl>
        </Card>
      )}
      <Card title="Contact Information">
        <Contact client={client} />
      </Card>
      {(targetKeywords.length > 0 || categories.length > 0 || notes) && (
        <Card title="SEO & Categories">
          <dl className={`grid gap-16 ${styles['fields']}`}>
            <Field name="Target Keywords">
              <Tags tags={targetKeywords} />
            </Field>
            <Field name="Categories">
              <Tags tags={categories} />
            </Field>
            <Field name="Notes">{notes}</Field>
          </dl>
        </Card>
      )}
    </div>
  );
}

/** Stands for the record while it is loading. */
export function ClientRecordSkeleton() {
  return (
    <div className={`grid gap-16 ${styles['cards']}`}>
      <CardSkeleton rows={5} />
      <CardSkeleton rows={3} />
    </div>
  );
}

function Contact({ client: { website, phone, address, socialLinks } }: { client: ClientView }) {
  if (!website && !phone && !address && socialLinks.length === 0) {
    return <Typography.Text type="secondary">No contact information provided</Typography.Text>;
  }
  return (
    <Flex vertical gap={12}>
      {website && <ContactLink icon={<GlobeIcon />} href={webLink(website)} text={website} />}
      {phone && <ContactLink icon={<PhoneIcon />} href={phoneLink(phone)} text={phone} />}
      {address && <ContactLink icon={<MapPinIcon />} href={mapLink(address)} text={address} />}
      {socialLinks.map((link) => (
        <ContactLink key={link} icon={<LinkIcon />} href={webLink(link)} text={link} />
      ))}
    </Flex>
  );
}

function ContactLink({ icon, href, text }: { icon: ReactNode; href: string; text: string }) {
  return (
    <Flex gap={8}>
      <Typography.Text type="secondary" className={styles['contactIcon']}>
        {icon}
      </Typography.Text>
      <Typography.Link
        href={href}
        target="_blank"
        rel="noreferrer"
        dir="auto"
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
      >
        {text}
      </Typography.Link>
    </Flex>
  );
}

/** A web address as a link; any other text is taken as an https address, so that no script can be linked. */
function webLink(text: string): string {
  return /^https?:\/\//i.test(text) ? text : `https://${text}`;
}

function phoneLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d*#,;]/g, '')}`;
}

function mapLink(address: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
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

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children || '—'}</dd>
    </div>
  );
}
