import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
// Before the router listens to the history.
import '../lib/back-to-close';
import { isReadEarly, takeArrived } from '../lib/early-reads';
import { queryClient } from '../lib/query-client';
import { Providers } from './providers';
import { routes } from './router';

const router = createBrowserRouter(routes);

function draw(): void {
  for (const { key, data } of takeArrived()) queryClient.setQueryData(key, data);
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Providers client={queryClient}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}

// The code of an early page is about to be there: to draw a spinner, then bones, then the page would take thrice the time.
if (isReadEarly() && !router.state.initialized) {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    draw();
  });
} else draw();
