import { Outlet, type RouteObject } from 'react-router-dom';
import { PageSpinner } from '../components/page-spinner';
import { ErrorPage } from './error-page';

/** Routes that open without a session; every other child of the session gate asks for one. */
export interface RouteHandle {
  open?: true;
}

const open: RouteHandle = { open: true };

// Each page is a chunk of its own; the public pages load nothing of the admin pages.
export const routes: RouteObject[] = [
  {
    element: <Outlet />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageSpinner />,
    children: [
      {
        path: '/public/moments',
        lazy: async () => ({
          Component: (await import('../features/agency-host/public-moments-page')).PublicMomentsPage,
        }),
      },
      {
        path: '/public/:id',
        lazy: async () => ({ Component: (await import('../features/review/review-page')).ReviewPage }),
      },
      {
        path: '/gmb-preview/:publicLink',
        lazy: async () => ({ Component: (await import('../features/gmb-preview/preview-page')).PreviewPage }),
      },
      {
        path: '/login',
        lazy: async () => ({ Component: (await import('../features/auth/login-page')).LoginPage }),
      },
      {
        lazy: async () => ({ Component: (await import('./session-gate')).SessionGate }),
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
          {
            path: '/moments',
            lazy: async () => ({ Component: (await import('../features/moments/moments-page')).MomentsPage }),
          },
          {
            path: '/moments/create',
            lazy: async () => ({
              Component: (await import('../features/moments/create-moment-page')).CreateMomentPage,
            }),
          },
          {
            path: '/moments/:id',
            lazy: async () => ({ Component: (await import('../features/moments/moment-page')).MomentPage }),
          },
          {
            path: '/gmb-optimizations',
            lazy: async () => ({
              Component: (await import('../features/optimizations/optimizations-page')).OptimizationsPage,
            }),
          },
          {
            path: '/gmb-optimizations/create',
            lazy: async () => ({
              Component: (await import('../features/optimizations/create-optimization-page')).CreateOptimizationPage,
            }),
          },
          {
            path: '/gmb-optimizations/:id',
            lazy: async () => ({
              Component: (await import('../features/optimizations/optimization-page')).OptimizationPage,
            }),
          },
          {
            path: '/settings',
            lazy: async () => ({ Component: (await import('../features/settings/settings-page')).SettingsPage }),
          },
          {
            path: '*',
            handle: open,
            lazy: async () => ({ Component: (await import('./not-found-page')).NotFoundPage }),
          },
        ],
      },
    ],
  },
];
