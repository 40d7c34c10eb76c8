import type { InvalidateQueryFilters } from '@tanstack/react-query';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';

interface OpenLink {
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
export function useOpenLink({ share, copied, failure, refresh }: OpenLink) {
  const { mutate } = useToastMutation({ mutationFn: share, failure, refresh });
  return {
    onCopied: () => {
      toast.success(...copied);
      mutate();
    },
    onOpen: () => mutate(),
  };
}
