import { useQuery, type InvalidateQueryFilters } from '@tanstack/react-query';
import { toast } from '../lib/toast';
import { useToastMutation } from '../lib/toast-mutation';
import { sharingQuery, type Shared } from './sharing';

interface OpenLink {
  of: Pick<Shared, 'subject' | 'id'>;
  /** Notes that it was shared. */
  share: () => Promise<unknown>;
  /** What the toast says once it was copied. */
  copied: [title: string, description?: string];
  /** What the toast says where that could not be noted. */
  failure?: ((error: Error) => [title: string, description: string]) | undefined;
  /** Queries that show whether it was shared. */
  refresh: InvalidateQueryFilters[];
}

/** The link that anybody may use. Copying or opening it counts as sharing the record. */
export function useOpenLink({ of, share, copied, failure, refresh }: OpenLink) {
  const { mutate } = useToastMutation({ mutationFn: share, failure, refresh });
  const { data, isPending } = useQuery(sharingQuery(of.subject, of.id));
  const isClosed = data?.isOpenLinkWorking === false;
  return {
    /** Whether it is closed, so that it cannot be used. */
    isClosed,
    /** Whether it cannot be copied or opened: it is closed, or whether it is is not known yet. */
    isDisabled: isClosed || isPending,
    onCopied: () => {
      toast.success(...copied);
      mutate();
    },
    onOpen: () => mutate(),
  };
}
