import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { LinkCard } from '../../components/link-card';
import { RelativeTime } from '../../components/relative-time';
import { reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';
import styles from './optimization.module.css';
import { optimizationQuery, previewAddress, shareOptimization } from './optimizations.api';

/** The link for the client. Copying or opening it counts as sharing the optimization. */
export function PreviewLink({ optimization }: { optimization: OptimizationView }) {
  const { id } = optimization;
  const share = useToastMutation({
    mutationFn: () => shareOptimization(id),
    failure: (error) => ['Error', reasonOf(error)],
    refresh: [{ ...optimizationQuery(id), exact: true }],
  });
  return (
    <LinkCard
      title="Public Preview Link"
      url={previewAddress(optimization)}
      openText="Open Preview"
      extra={<Shared {...optimization} />}
      onCopied={() => {
        toast.success('Link copied!', 'Public preview link has been copied to clipboard');
        share.mutate();
      }}
      onOpen={() => share.mutate()}
    />
  );
}

function Shared({ sharedAt, openedAt }: Pick<OptimizationView, 'sharedAt' | 'openedAt'>) {
  return (
    <span className={styles['shared']}>
      {sharedAt ? (
        <>
          Shared <RelativeTime date={sharedAt} />
        </>
      ) : (
        'Not shared yet'
      )}
      {openedAt && (
        <>
          {' · Opened '}
          <RelativeTime date={openedAt} />
        </>
      )}
      {sharedAt && !openedAt && ' · Not opened yet'}
    </span>
  );
}
