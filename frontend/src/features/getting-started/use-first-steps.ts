import { FIRST_STEPS } from '@gmb-moments/backend/contract/getting-started';
import { useQuery } from '@tanstack/react-query';
import { useKeptChoice } from '../../lib/kept-choice';
import { gettingStartedQuery } from '../../records/getting-started';

/** Whether the first steps are shown: until all are done, or they are dismissed in this browser. */
export function useFirstSteps() {
  const [choice, choose] = useKeptChoice('getting-started', ['shown', 'dismissed']);
  const { data, isPending } = useQuery(gettingStartedQuery);
  const isOpen = choice === 'shown' && FIRST_STEPS.some((step) => data && !data.done[step]);
  return {
    /** `null` when they are not to be shown, or not known. */
    done: data && isOpen ? data.done : null,
    sample: data?.sample ?? null,
    /** Whether it is not known yet if they are to be shown. */
    isPending: choice === 'shown' && isPending,
    dismiss: () => choose('dismissed'),
  };
}
