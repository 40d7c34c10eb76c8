import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { http } from './http';
import { useTranslator } from './texts/translator';
import { toast } from './toast';

/**
 * A query that loads a chunk of code on demand. Unlike `React.lazy`, it can be retried after a failure: by `refetch`,
 * and automatically when the browser or the live connection is back online. It fails with an `HttpError` if the
 * server cannot be reached, otherwise with the browser's own error: then the chunk no longer exists, usually after an
 * update.
 */
export function chunkQuery<Code>(name: string, load: () => Promise<Code>) {
  return queryOptions({
    queryKey: ['code', name] as const,
    queryFn: async () => {
      try {
        return await load();
      } catch (error) {
        await http.get('/api/branding');
        throw error;
      }
    },
    refetchOnReconnect: 'always',
  });
}

export type Chunk<Code> = ReturnType<typeof chunkQuery<Code>>;

/**
 * Returns a function that loads a chunk and passes it to `onLoaded`. A failure is shown in a toast; the next call
 * retries.
 */
export function useLoadChunk() {
  const t = useTranslator();
  const queryClient = useQueryClient();
  return <Code>(chunk: Chunk<Code>, onLoaded: (code: Code) => void = () => undefined): void => {
    queryClient.fetchQuery(chunk).then(onLoaded, (error: unknown) => toast.error(t.text('error'), t.reasonOf(error)));
  };
}

/**
 * A chunk, and a function that loads it, for something that opens on a click. Where a failure can be shown in place,
 * use `useQuery`.
 * @param chunk `undefined` where there is nothing to open: then loading does nothing
 */
export function useChunk<Code>(chunk: Chunk<Code> | undefined): [code: Code | undefined, load: () => void] {
  const loadChunk = useLoadChunk();
  const { data } = useQuery<Code, Error, Code, readonly ['code', string]>({
    queryKey: ['code', ''],
    ...chunk,
    enabled: false,
  });
  return [data, () => chunk && loadChunk(chunk)];
}
