import {
  useMutation,
  useQueryClient,
  type InvalidateQueryFilters,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { isUnreachable, reasonOf } from './http';
import { toast } from './toast';

/** Title and description of a toast. */
type Text = [title: string, description?: string];

interface ToastOptions<Data, Variables> extends Omit<
  UseMutationOptions<Data, Error, Variables>,
  'onSuccess' | 'onError'
> {
  /** The toast after success; nothing without it. */
  success?: Text | ((data: Data, variables: Variables) => Text);
  /**
   * The toast after a failure: the description of one titled `Error`, or what is shown for this error (`null`: nothing). Without it,
   * the server's sentence.
   */
  failure?: string | ((error: Error, variables: Variables) => Text | null);
  /**
   * Queries to refetch afterwards, also after a failure: the server may have made the change, or refused it as
   * outdated.
   */
  refresh?: InvalidateQueryFilters[];
  onSuccess?: (data: Data, variables: Variables) => unknown;
  onError?: (error: Error, variables: Variables) => unknown;
}

/** The `failure` of dialogs that show themselves what the server refused: a toast where no answer came. */
export function whereUnreachable(error: Error): Text | null {
  return isUnreachable(error) ? sentenceOf(error) : null;
}

function sentenceOf(error: Error): Text {
  return ['Error', reasonOf(error)];
}

/** A mutation that says with a toast how it went, and then has the queries read again that it changed. */
export function useToastMutation<Data, Variables = void>(
  options: ToastOptions<Data, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const { success, failure = sentenceOf, refresh = [], onSuccess, onError, ...mutation } = options;
  const queryClient = useQueryClient();
  const readAgain = () => Promise.all(refresh.map((filters) => queryClient.invalidateQueries(filters)));
  return useMutation({
    ...mutation,
    onSuccess: async (data, variables) => {
      if (success) toast.success(...(typeof success === 'function' ? success(data, variables) : success));
      await onSuccess?.(data, variables);
      await readAgain();
    },
    onError: async (error, variables) => {
      const text: Text | null = typeof failure === 'string' ? ['Error', failure] : failure(error, variables);
      if (text) toast.error(...text);
      await onError?.(error, variables);
      await readAgain();
    },
  });
}
