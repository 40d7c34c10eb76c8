import { CLIENT_FIELDS } from '@gmb-moments/backend/contract/client-fields';
import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { namesOf } from '@gmb-moments/backend/contract/record-fields';
import { Card, Typography } from 'antd';
import type { ReactNode } from 'react';
import { CardSkeleton } from '../../ui/card-skeleton';
import { TagList } from '../../ui/tag-list';
import { AgencyName } from './agency-name';
import styles from './client-record.module.css';

/** The fields of a client, in three cards. */
export function ClientRecord({ client }: { client: ClientView }) {
  return (
    <div className={`grid gap-16 ${styles['cards']}`}>
      <Card title="Business Information">
        <dl className="grid gap-16">
          {fieldsOf(client, BUSINESS)}
          <Field name="Agency">
            <AgencyName id={client.agencyId} />
          </Field>
        </dl>
      </Card>
      <Card title="Contact Information">
        <Contact client={client} />
      </Card>
      <Card title="SEO & Categories">
        <dl className="grid gap-16">{fieldsOf(client, SEO)}</dl>
      </Card>
    </div>
  );
}

// Without the business, whose name is the title of the page.
const BUSINESS = namesOf(CLIENT_FIELDS).filter(
  (name) => CLIENT_FIELDS[name].group === 'business' && name !== 'business',
);
const SEO = namesOf(CLIENT_FIELDS).filter((name) => CLIENT_FIELDS[name].group === 'seo');

function fieldsOf(client: ClientView, names: typeof SEO): ReactNode[] {
  return names.map((name) => {
    const value = client[name];
    return (
      <Field key={name} name={CLIENT_FIELDS[name].label}>
        {typeof value === 'string' ? value : value.length > 0 && <TagList tags={value} />}
      </Field>
    );
  });
}

/** Skeleton of the record. */
export function ClientRecordSkeleton() {
  return (
    <div className={`grid gap-16 ${styles['cards']}`}>
      <CardSkeleton rows={5} />
      <CardSkeleton rows={3} />
      <CardSkeleton rows={3} />
    </div>
  );
}

function Contact({ client: { website, phone, address, socialLinks } }: { client: ClientView }) {
  if (!website && !phone && !address && socialLinks.length === 0) {
    return <span className="muted">No contact information provided</span>;
  }
  return (
    <dl className="grid gap-16">
      <Field name={CLIENT_FIELDS.website.label}>
        {website && <ContactLink href={webLink(website)}>{website}</ContactLink>}
      </Field>
      <Field name={CLIENT_FIELDS.phone.label}>
        {phone && <ContactLink href={phoneLink(phone)}>{phone}</ContactLink>}
      </Field>
      <Field name={CLIENT_FIELDS.address.label}>
        {address && <ContactLink href={mapLink(address)}>{address}</ContactLink>}
      </Field>
      <Field name={CLIENT_FIELDS.socialLinks.label}>
        {socialLinks.length > 0 &&
          socialLinks.map((link) => (
            <div key={link}>
              <ContactLink href={webLink(link)}>{link}</ContactLink>
            </div>
          ))}
      </Field>
    </dl>
  );
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <Typography.Link href={href} target="_blank" rel="noreferrer">
      {children}
    </Typography.Link>
  );
}

/** Returns a web address for a link. Any other text gets `https://` in front, so that no script can be linked. */
function webLink(text: string): string {
  return /^https?:\/\//i.test(text) ? text : `https://${text}`;
}

function phoneLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d*#,;]/g, '')}`;
}

function mapLink(address: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <dt className="muted small">{name}</dt>
      <dd dir="auto" className="anywhere pre-line">
        {children || '—'}
      </dd>
    </div>
  );
}
