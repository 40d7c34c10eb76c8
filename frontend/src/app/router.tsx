import { Outlet, type RouteObject } from 'react-router-dom';
import { PageSpinner } from '../components/page-spinner';
import { ErrorPage } from './error-page';
import { NotAvailablePage } from './not-available-page';
import { NotFoundPage } from './not-found-page';
import { SessionGate } from './session-gate';

/** Routes that open without a session; every other child of the session gate asks for one. */
export interface RouteHandle {
  open?: true;
}

const open: RouteHandle = { open: true };

// Each page is a chunk of its own; the public review page loads nothing of the admin pages.
export const routes: RouteObject[] = [
  {
    element: <Outlet />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageSpinner />,
    children: [
      {
        path: '/login',
        lazy: async () => ({ Component: (await import('../features/auth/login-page')).LoginPage }),
      },
      {
        element: <SessionGate />,
        children: [
          {
            path: '/',
            lazy: async () => ({ Component: (await import('../features/dashboard/dashboard-page')).DashboardPage }),
          },
          {
            path: '/agencies',
            lazy: async () => ({ Component: (await import('../features/agencies/agencies-page')).AgenciesPage }),
          },
          {
            path: '/clients',
            lazy: async () => ({ Component: (await import('../features/clients/clients-page')).ClientsPage }),
          },
          {
            path: '/clients/:id',
            lazy: async () => ({ Component: (await import('../features/clients/client-page')).ClientPage }),
          },
          { path: '/gmb-optimizations/*', element: <NotAvailablePage title="GMB Optimization" /> },
          { path: '/settings', element: <NotAvailablePage title="Settings" /> },
          { path: '*', element: <NotFoundPage />, handle: open },
        ],
      },
    ],
  },
];
