import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Modal, Spin } from 'antd';
import type { ReactNode } from 'react';
import { LoadFailed } from '../../components/load-failed';
import { serverIpQuery } from './agencies.api';
import { DnsGuide } from './dns-guide';

interface DnsDialogProps {
  agency: AgencyView;
  domain: string;
  open: boolean;
  onClose: () => void;
  verifyButton: ReactNode;
}

/** Says what to enter at the DNS provider, so that the domain of an agency leads here. */
export function DnsDialog({ agency, domain, open, onClose, verifyButton }: DnsDialogProps) {
  return (
    <Modal
      open={open}
      title={`DNS Setup for ${agency.name}`}
      onCancel={onClose}
      width={640}
      centered
      destroyOnHidden
      // The guide scrolls, the buttons stay in sight.
      styles={{
        body: { maxHeight: 'calc(100dvh - 180px)', overflow: 'hidden auto', margin: '0 -8px', padding: '0 8px' },
      }}
      footer={
        <Flex justify="end" gap={8}>
          <Button onClick={onClose}>Close</Button>
          {verifyButton}
        </Flex>
      }
    >
      <Flex vertical gap={16}>
        <DomainState agency={agency} domain={domain} />
        <Guide domain={domain} />
      </Flex>
    </Modal>
  );
}

function Guide({ domain }: { domain: string }) {
  const server = useQuery(serverIpQuery);
  if (server.data) return <DnsGuide domain={domain} ip={server.data.ip} />;
  if (server.isFetching) return <Spin aria-label="Loading the server IP" style={{ padding: 48 }} />;
  return (
    <LoadFailed title="The server IP could not be loaded" error={server.error} onRetry={() => void server.refetch()} />
  );
}

function DomainState({ agency: { domainVerified, domainNote }, domain }: Pick<DnsDialogProps, 'agency' | 'domain'>) {
  const style = { overflowWrap: 'anywhere' } as const;
  if (domainVerified) {
    const title = `Verified: links for clients begin with https://${domain}`;
    return <Alert role="status" type="success" showIcon title={title} style={style} />;
  }
  const advice = 'Add the records of one method at your DNS provider, wait until they are seen, then verify.';
  return (
    <Alert
      role="status"
      type="warning"
      showIcon
      title="Not verified"
      description={domainNote || advice}
      style={style}
    />
  );
}
