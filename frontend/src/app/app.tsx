import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
// Must be imported before the router, which also listens to the history.
import '../lib/back-to-close';
import { queryClient } from '../lib/query-client';
import { prefetchOnHover } from './prefetch';
import { routes } from './router';

const router = createBrowserRouter(routes);
prefetchOnHover(routes, queryClient);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
