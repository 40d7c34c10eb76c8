import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { queryClient } from '../lib/query-client';
import { createPageRouter } from './page-router';
import { prefetchOnHover } from './prefetch';
import { routes } from './router';

const router = createPageRouter(routes);
prefetchOnHover(routes, queryClient);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
