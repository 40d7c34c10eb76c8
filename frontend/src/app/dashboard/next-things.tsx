import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { useQuery } from '@tanstack/react-query';
import { FirstSteps } from '../../features/getting-started/first-steps';
import { SampleRow } from '../../features/getting-started/sample-row';
import { useFirstSteps } from '../../features/getting-started/use-first-steps';
import { NeedsYou } from '../../features/work/needs-you';
import { workQuery } from '../../records/work';
import styles from './dashboard.module.css';

/** What there is to do: what waits for staff, and for a new team its first steps, alone where nothing waits. */
export function NextThings({ moments = [] }: { moments: MomentListItem[] | undefined }) {
  const { data: work } = useQuery(workQuery);
  const { done, sample, isPending, dismiss } = useFirstSteps();
  const isIdle = work?.items.length === 0;
  const own = moments.find(({ imageCount, clientId }) => imageCount > 0 && clientId !== sample?.clientId);
  return (
    <div className={styles['things']}>
      {!(isIdle && done) && <NeedsYou isLoading={isIdle && isPending} />}
      {done && (
        <FirstSteps
          done={done}
          sample={sample}
          momentPath={own ? `/moments/${own.id}` : '/moments'}
          isNext={isIdle}
          onDismiss={dismiss}
        />
      )}
      {!done && sample && <SampleRow sample={sample} />}
    </div>
  );
}
