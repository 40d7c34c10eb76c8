import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { CERTIFICATE_NOTE } from '@gmb-moments/backend/contract/certificates';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Typography } from 'antd';
import { certificateAddress, certifiedDeliveriesQuery } from '../../records/certificates';
import { Dialog } from '../../ui/dialog';
import { DownloadIcon } from '../../ui/icons';
import { EmptyState, Loading, QueryView } from '../../ui/placeholders';
import { RelativeTime } from '../../ui/relative-time';
import { countText } from '../../lib/count-text';
import styles from './certificates-dialog.module.css';

const KINDS = ['pdf', 'json'] as const;

/** Downloads of the approval certificates of a moment's deliveries. Mount it to open it. */
export function CertificatesDialog({ moment, onClose }: { moment: MomentView; onClose: () => void }) {
  const query = useQuery({ ...certifiedDeliveriesQuery(moment.id), staleTime: 0 });
  return (
    <Dialog title="Approval certificates" onClose={onClose}>
      <Typography.Paragraph type="secondary">
        {CERTIFICATE_NOTE} Anybody can check the JSON file, and the delivered files with it, at{' '}
        <a href="/verify" target="_blank" rel="noreferrer">
          {window.location.origin}/verify
        </a>
        .
      </Typography.Paragraph>
      <QueryView
        query={query}
        failed="The certificates could not be loaded"
        loading={
          <Loading label="Loading the certificates">
            <Skeleton active />
          </Loading>
        }
      >
        {(deliveries) =>
          deliveries.length === 0 ? (
            <EmptyState text="Nothing was downloaded here, so there is no certificate" />
          ) : (
            deliveries.map(({ id, photos, deliveredAt, deliveredBy }) => (
              <div key={id} className={`row wrap ruled gap-8 ${styles['certificate']}`}>
                {/* Beside the buttons if there is room, otherwise above them. */}
                <div className="grid shrink anywhere">
                  {countText(photos, 'photo')}
                  <Typography.Text type="secondary">
                    <RelativeTime date={deliveredAt} /> by <bdi>{deliveredBy}</bdi>
                  </Typography.Text>
                </div>
                <div className="flex gap-8">
                  {KINDS.map((kind) => (
                    <Button key={kind} icon={<DownloadIcon />} href={certificateAddress(id, kind)} download>
                      {kind.toUpperCase()}
                    </Button>
                  ))}
                </div>
              </div>
            ))
          )
        }
      </QueryView>
    </Dialog>
  );
}
