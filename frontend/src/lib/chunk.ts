import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { http } from './http';
import { useTranslator } from './texts/translator';
import { toast } from './toast';

/**
 * Loads a chunk of code: the one way of loading later what a page does not need at once. Unlike `React.lazy`, it can be loaded
 * again after a failure: when the browser is online again, when the live connection is back, and by `refetch`. It fails with an
 * `HttpError` while the server cannot be reached, and otherwise with the browser's own error: then the chunk does not exist any
 * more, mostly after an update.
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

/** Loads a chunk for what a click opens, and calls back with it; where it cannot be loaded, a toast says so, and the next call tries again. */
export function useLoadChunk() {
  const t = useTranslator();
  const queryClient = useQueryClient();
  return <Code>(chunk: Chunk<Code>, onLoaded: (code: Code) => void = () => undefined): void => {
    queryClient.fetchQuery(chunk).then(onLoaded, (error: unknown) => toast.error(t.text('error'), t.reasonOf(error)));
  };
}

/** A chunk for what a click opens: `need` loads it. What has a place to say that this failed uses `useQuery`. */
export function useChunk<Code>(chunk: Chunk<Code>): [code: Code | undefined, need: () => void] {
  const load = useLoadChunk();
  const { data } = useQuery({ ...chunk, enabled: false });
  return [data, () => load(chunk)];
}
