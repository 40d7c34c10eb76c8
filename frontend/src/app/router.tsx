import type { ComponentType } from 'react';
import { Outlet, type RouteObject } from 'react-router-dom';
import { PageSpinner } from '../components/page-spinner';
import { ErrorPage } from './error-page';

/** Routes that open without a session; every other child of the session gate asks for one. */
export interface RouteHandle {
  open?: true;
}

const open: RouteHandle = { open: true };

/** A page within the shell, which stays when the code of the page cannot be loaded: the router itself would never try again. */
export function staffPage(path: string, load: () => Promise<ComponentType>): RouteObject {
  return {
    path,
    lazy: async () => {
      try {
        return { Component: await load() };
      } catch {
        const { pageLater } = await import('./session-gate');
        return { Component: pageLater(path, load) };
      }
    },
  };
}

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
          staffPage('/', async () => (await import('../features/dashboard/dashboard-page')).DashboardPage),
          staffPage('/agencies', async () => (await import('../features/agencies/agencies-page')).AgenciesPage),
          staffPage('/clients', async () => (await import('../features/clients/clients-page')).ClientsPage),
          staffPage('/clients/:id', async () => (await import('../features/clients/client-page')).ClientPage),
          staffPage('/moments', async () => (await import('../features/moments/moments-page')).MomentsPage),
          staffPage(
            '/moments/create',
            async () => (await import('../features/moments/create-moment-page')).CreateMomentPage,
          ),
          staffPage('/moments/:id', async () => (await import('../features/moments/moment-page')).MomentPage),
          staffPage(
            '/gmb-optimizations',
            async () => (await import('../features/optimizations/optimizations-page')).OptimizationsPage,
          ),
          staffPage(
            '/gmb-optimizations/create',
            async () => (await import('../features/optimizations/create-optimization-page')).CreateOptimizationPage,
          ),
          staffPage(
            '/gmb-optimizations/:id',
            async () => (await import('../features/optimizations/optimization-page')).OptimizationPage,
          ),
          staffPage('/settings', async () => (await import('../features/settings/settings-page')).SettingsPage),
          { ...staffPage('*', async () => (await import('./not-found-page')).NotFoundPage), handle: open },
        ],
      },
    ],
  },
];
