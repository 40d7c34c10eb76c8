import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';
import { momentQuery, publicAddress, shareMoment } from '../../records/moments';

/** The link for the client. Copying or opening it counts as sharing the moment. */
export function useShare(moment: MomentView) {
  const share = useToastMutation({
    mutationFn: () => shareMoment(moment.id),
    failure: (error) => ['Error', reasonOf(error)],
    refresh: [{ ...momentQuery(moment.id), exact: true }],
  });
  return {
    url: publicAddress(moment),
    onCopied: () => {
      toast.success('Copied');
      share.mutate();
    },
    onOpen: () => share.mutate(),
  };
}
