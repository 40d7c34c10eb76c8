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
  /** The toast after success; without it, there is none. */
  success?: Text | ((data: Data, variables: Variables) => Text);
  /**
   * The toast after a failure: the description below the title `Error`, or a function that returns title and
   * description (`null`: no toast). By default, the server's sentence.
   */
  failure?: string | ((error: Error, variables: Variables) => Text | null);
  /**
   * Queries to invalidate afterwards, also after a failure: the server may have made the change, or refused it
   * because the data was outdated.
   */
  refresh?: InvalidateQueryFilters[];
  onSuccess?: (data: Data, variables: Variables) => unknown;
  onError?: (error: Error, variables: Variables) => unknown;
}

/**
 * The option `failure` for dialogs that show refusals of the server themselves: a toast only if there was no
 * response.
 */
export function toastOnlyIfUnreachable(error: Error): Text | null {
  return isUnreachable(error) ? sentenceOf(error) : null;
}

function sentenceOf(error: Error): Text {
  return ['Error', reasonOf(error)];
}

/** A mutation that shows its result in a toast, and then invalidates the queries that it changed. */
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
