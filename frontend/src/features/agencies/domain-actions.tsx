import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { useIsMutating } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { CheckCircleIcon, AlertIcon, GlobeIcon, ShieldCheckIcon } from '../../ui/icons';
import { reasonOf } from '../../lib/http';
import { useIsMobile } from '../../lib/media-queries';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';
import { agenciesQuery, verifyDomain } from '../../records/agencies';
import styles from './domain-actions.module.css';
import { DnsDialog } from './dns-dialog';

/** The custom domain of an agency, whether it is verified, and why it is not. */
export function DomainMarker({ agency: { customDomain, domainVerified, domainNote } }: { agency: AgencyView }) {
  if (!customDomain) return <>—</>;
  return (
    <div className="anywhere">
      <div>{customDomain}</div>
      <div className="muted small">
        <span className="inline gap-4 nowrap">
          {domainVerified ? (
            <CheckCircleIcon size={14} className={styles['verified']} />
          ) : (
            <AlertIcon size={14} className={styles['notVerified']} />
          )}
          {domainVerified ? 'Verified' : 'Not verified'}
        </span>
        {!domainVerified && domainNote && <div>{domainNote}</div>}
      </div>
    </div>
  );
}

/** The actions on the custom domain of an agency; nothing when it has none. */
export function DomainActions({ agency }: { agency: AgencyView }) {
  const [open, setOpen] = useState(false);
  const isMobile = useIsMobile();
  const { customDomain } = agency;
  if (!customDomain) return null;
  return (
    <div className={`flex gap-4 ${isMobile ? 'wrap' : ''}`}>
      <Button icon={<GlobeIcon />} aria-label={`Setup DNS for ${customDomain}`} onClick={() => setOpen(true)}>
        Setup DNS
      </Button>
      <VerifyButton agencyId={agency.id} label={`Verify ${customDomain}`} />
      {open && (
        <DnsDialog
          agency={agency}
          domain={customDomain}
          onClose={() => setOpen(false)}
          verifyButton={<VerifyButton type="primary" agencyId={agency.id} label="Verify" />}
        />
      )}
    </div>
  );
}

interface VerifyButtonProps {
  agencyId: string;
  /** Accessible name, to distinguish the buttons of several domains. */
  label: string;
  type?: 'primary';
}

/** Verifies the domain of an agency. All of that agency's buttons for it show a spinner meanwhile. */
function VerifyButton({ agencyId, label, type }: VerifyButtonProps) {
  const mutationKey = ['verify-domain', agencyId];
  const { mutate } = useToastMutation({
    mutationKey,
    mutationFn: () => verifyDomain(agencyId),
    onSuccess: ({ verified, message }) =>
      verified ? toast.success('Domain Verified', message) : toast.error('Verification Failed', message),
    failure: (error) => ['Verification Error', reasonOf(error)],
    refresh: [agenciesQuery],
  });
  const isVerifying = useIsMutating({ mutationKey }) > 0;
  return (
    <Button type={type} icon={<ShieldCheckIcon />} aria-label={label} loading={isVerifying} onClick={() => mutate()}>
      Verify
    </Button>
  );
}
