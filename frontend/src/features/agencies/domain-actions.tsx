import { GlobalOutlined, SafetyCertificateOutlined } from '../../components/icons';
import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { Button, Flex } from 'antd';
import { useState } from 'react';
import { useIsMobile } from '../../lib/media';
import { useVerifyDomain } from './agency-mutations';
import { DnsDialog } from './dns-dialog';

/** What can be done about the custom domain of an agency; nothing when it has none. */
export function DomainActions({ agency }: { agency: AgencyView }) {
  const [open, setOpen] = useState(false);
  const narrow = useIsMobile();
  const { customDomain } = agency;
  if (!customDomain) return null;
  return (
    <Flex wrap={narrow} gap={4}>
      <Button icon={<GlobalOutlined />} aria-label={`Setup DNS for ${customDomain}`} onClick={() => setOpen(true)}>
        Setup DNS
      </Button>
      <VerifyButton agencyId={agency.id} label={`Verify ${customDomain}`} />
      <DnsDialog
        agency={agency}
        domain={customDomain}
        open={open}
        onClose={() => setOpen(false)}
        verifyButton={<VerifyButton type="primary" agencyId={agency.id} label="Verify" />}
      />
    </Flex>
  );
}

interface VerifyButtonProps {
  agencyId: string;
  /** Says what is verified, where several buttons are alike. */
  label: string;
  type?: 'primary';
}

function VerifyButton({ agencyId, label, type }: VerifyButtonProps) {
  const { verify, isVerifying } = useVerifyDomain(agencyId);
  return (
    <Button type={type} icon={<SafetyCertificateOutlined />} aria-label={label} loading={isVerifying} onClick={verify}>
      Verify
    </Button>
  );
}
