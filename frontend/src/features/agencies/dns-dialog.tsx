import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Spin } from 'antd';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog';
import { QueryView } from '../../ui/placeholders';
import { chunkQuery } from '../../lib/chunk';
import { serverIpQuery } from '../../records/agencies';
import styles from './dns-dialog.module.css';

// A chunk of its own, because the list of public suffixes comes with it.
const guideQuery = chunkQuery('dns-guide', async () => (await import('./dns-guide')).DnsGuide);

interface DnsDialogProps {
  agency: AgencyView;
  domain: string;
  onClose: () => void;
  verifyButton: ReactNode;
}

/** Shows the records to enter at the DNS provider, so that an agency's domain points to this server. */
export function DnsDialog({ agency, domain, onClose, verifyButton }: DnsDialogProps) {
  return (
    <Dialog
      title={`DNS Setup for ${agency.name}`}
      onClose={onClose}
      width={720}
      isLong
      footer={
        <div className="flex to-end gap-8">
          <Button onClick={onClose}>Close</Button>
          {verifyButton}
        </div>
      }
    >
      <div className="column gap-16">
        <DomainState agency={agency} domain={domain} />
        <Guide domain={domain} />
      </div>
    </Dialog>
  );
}

function Guide({ domain }: { domain: string }) {
  const code = useQuery(guideQuery);
  const server = useQuery(serverIpQuery);
  const loading = <Spin aria-label="Loading" className={styles['loading']} />;
  return (
    <QueryView query={server} failed="The server IP could not be loaded" loading={loading}>
      {({ ip }) => (
        <QueryView query={code} failed="The guide could not be loaded" loading={loading}>
          {(DnsGuide) => <DnsGuide domain={domain} ip={ip} />}
        </QueryView>
      )}
    </QueryView>
  );
}

function DomainState({ agency: { domainVerified, domainNote }, domain }: Pick<DnsDialogProps, 'agency' | 'domain'>) {
  if (domainVerified) {
    const title = `Verified: links for clients begin with https://${domain}`;
    return <Alert role="status" type="success" showIcon title={title} className={styles['state']} />;
  }
  const advice = 'Add the records of one method at your DNS provider, wait until they are seen, then verify.';
  return (
    <Alert
      role="status"
      type="warning"
      title={<strong>Not verified</strong>}
      description={domainNote || advice}
      className={styles['state']}
    />
  );
}
