import { queryOptions } from '@tanstack/react-query';
import { http } from './http';

/**
 * Loads a chunk of code. Unlike `React.lazy`, it can be loaded again after a failure: when the browser is online again, when
 * the live connection is back, and by `refetch`. It fails with an `HttpError` while the server cannot be reached, and
 * otherwise with the browser's own error: then the chunk does not exist any more, mostly after an update.
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
