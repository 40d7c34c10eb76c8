import { queryOptions } from '@tanstack/react-query';
import { http } from './http';

/**
 * Reads code that is loaded apart. Unlike with `React.lazy`, a failure is no end: it is tried again when the browser is online
 * again, when the live connection is back, and by `refetch`. It fails with an `HttpError` while the server cannot be reached,
 * and otherwise with the browser's own error: then the code is gone, mostly because a new version was installed.
 */
export function codeQuery<Code>(name: string, load: () => Promise<Code>) {
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
