import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BrandTheme } from '../components/brand-theme';

/** What every page stands on: the query cache and the theme. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <BrandTheme>{children}</BrandTheme>
    </QueryClientProvider>
  );
}
