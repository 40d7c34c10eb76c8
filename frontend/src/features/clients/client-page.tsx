import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Skeleton, Tag, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { EditIcon, MapPinIcon, GlobeIcon, LinkIcon, PhoneIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { CardSkeleton } from '../../ui/card-skeleton';
import { Loading, Missing, QueryView } from '../../ui/placeholders';
import { RowSkeletons } from '../../ui/record-rows';
import type { Prefetch } from '../../lib/prefetch';
import { AgencyName } from '../agencies/agency-name';
import { ClientDialog } from './client-dialog';
import { ClientMoments } from './client-moments';
import { ClientOptimizations } from './client-optimizations';
import styles from './client-page.module.css';
import { SHOWN } from './client-section';
import { clientQuery } from '../../records/clients';

/** What the page shows first. */
export const prefetchClient: Prefetch = (client, { params: { id = '' } }) => client.prefetchQuery(clientQuery(id));

/** One client: what is done for it, and its record, which stands beside that where there is room. */
export function ClientPage() {
  const { id = '' } = useParams();
  return (
    <QueryView
      query={useQuery(clientQuery(id))}
      failed="The client could not be loaded"
      loading={<ClientSkeleton />}
      missing={<Missing title="Client not found" action={<Link to="/clients">Back to Clients</Link>} />}
    >
      {(client) => <ClientDetail client={client} />}
    </QueryView>
  );
}

function ClientSkeleton() {
  return (
    <Loading label="Loading the client">
      <Skeleton active title={{ width: 240 }} paragraph={{ rows: 1, width: 120 }} style={{ margin: '32px 0 20px' }} />
      <div className={styles['page']}>
        <RowSkeletons count={SHOWN} />
        <div className={styles['cards']}>
          <CardSkeleton rows={5} />
          <CardSkeleton rows={3} />
        </div>
      </div>
    </Loading>
  );
}

function ClientDetail({ client }: { client: ClientView }) {
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  return (
    <>
      <PageHeader
        parent={{ title: 'Clients', path: '/clients' }}
        title={client.business}
        subtitle={client.momentCount === 1 ? '1 moment' : `${client.momentCount} moments`}
        actions={
          <>
            <Button onClick={() => void navigate('/moments')}>View All Moments</Button>
            <Button icon={<EditIcon />} onClick={() => setEditing(true)}>
              Edit Client
            </Button>
          </>
        }
      />
      <div className={styles['page']}>
        <div className={styles['work']}>
          <ClientMoments clientId={client.id} />
          <ClientOptimizations clientId={client.id} />
        </div>
        <Record client={client} />
      </div>
      {editing && <ClientDialog client={client} onClose={() => setEditing(false)} />}
    </>
  );
}

/** What is on record; a card without anything is left out. */
function Record({ client }: { client: ClientView }) {
  const { description, mediaDescription, serviceAreas, agencyId, targetKeywords, categories, notes } = client;
  return (
    <div className={styles['cards']}>
      {(description || mediaDescription || serviceAreas || agencyId) && (
        <Card title="Business Information">
          <dl className={styles['fields']}>
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
          <dl className={styles['fields']}>
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
