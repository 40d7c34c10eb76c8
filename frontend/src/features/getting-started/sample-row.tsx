import type { SampleView } from '@gmb-moments/backend/contract/getting-started';
import { Button } from 'antd';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { LinkButton } from '../../ui/link-button';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { clientsQuery } from '../../records/clients';
import { allMoments } from '../../records/moments';
import { allWork } from '../../records/work';
import { gettingStartedQuery, loadSample, removeSample } from '../../records/getting-started';
import styles from './getting-started.module.css';

const CHANGED_QUERIES = [gettingStartedQuery, clientsQuery, allMoments, allWork];

/** Buttons that load and remove the sample. */
export function SampleRow({ sample }: { sample: SampleView | null }) {
  const load = useToastMutation({
    mutationFn: loadSample,
    success: ['Sample loaded', 'Sample Florist, with a package of 5 photos'],
    failure: (error) => ['Error', `The sample could not be loaded\n${reasonOf(error)}`],
    refresh: CHANGED_QUERIES,
  });
  const remove = useToastMutation({
    mutationFn: removeSample,
    success: ['Sample removed'],
    failure: (error) => ['Error', `The sample could not be removed\n${reasonOf(error)}`],
    refresh: CHANGED_QUERIES,
  });
  const isWhole = sample !== null && sample.momentId !== null;
  return (
    <div className={`row wrap gap-8 ${styles['sample']}`}>
      <span className={`fill muted ${styles['sampleText']}`}>
        {isWhole ? 'The sample is loaded.' : 'Look around first, with a client that is made up.'}
      </span>
      {isWhole ? (
        <LinkButton to={`/moments/${sample.momentId}`}>Open the sample</LinkButton>
      ) : (
        <Button loading={load.isPending} onClick={() => load.mutate()}>
          Load a sample
        </Button>
      )}
      {sample && (
        <ConfirmDelete
          label="Remove the sample"
          title="Remove the sample?"
          text="Sample Florist is deleted with all its moments and images, and with what was done with them."
          confirmText="Remove"
          onConfirm={() => remove.mutateAsync()}
        >
          Remove the sample
        </ConfirmDelete>
      )}
    </div>
  );
}
