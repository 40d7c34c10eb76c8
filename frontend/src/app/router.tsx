import type { Permission } from '@gmb-moments/backend/contract/roles';
import type { ComponentType } from 'react';
import { Outlet, useParams, useRouteError, type RouteObject } from 'react-router-dom';
import type { Prefetch } from '../lib/query-client';
import type { RouteHandle } from './route-handle';
import { PageSpinner } from '../ui/page-spinner';
import { visitorLanguage } from '../lib/texts/language';
import { LanguageProvider } from '../lib/texts/language-provider';
import { ErrorPage } from './error-page';

/** The module of a staff page. */
interface StaffPage {
  Component: ComponentType;
  prefetch?: Prefetch;
}

const forVisitorsToo: RouteHandle = { allowsVisitors: true };

/**
 * The route of a staff page within the shell.
 * @param load imports the page's code. If that fails, the route shows a page that retries, because the router does
 * not
 * @param needs the permission needed to open the page
 */
export function staffPage(path: string, load: () => Promise<StaffPage>, needs?: Permission): RouteObject {
  const handle: RouteHandle = {
    ...(needs && { needs }),
    prefetch: async (client, address) => (await load()).prefetch?.(client, address),
  };
  return {
    path,
    handle,
    lazy: async () => {
      try {
        return { Component: (await load()).Component };
      } catch {
        const { retryPage } = await import('./session-gate');
        return { Component: retryPage(path, async () => (await load()).Component) };
      }
    },
  };
}

/**
 * The route of a visitors' page, in their language. Public links open as HTML documents of their own (`app/review/`);
 * these routes are for navigation within the application.
 * @param load imports the page's code
 */
function visitorPage(path: string, load: () => Promise<ComponentType<{ link: string }>>): RouteObject {
  return {
    path,
    lazy: async () => {
      const Page = await load();
      return {
        Component: function VisitorRoute() {
          const { link = '' } = useParams();
          return (
            <LanguageProvider language={visitorLanguage()}>
              <Page key={link} link={link} />
            </LanguageProvider>
          );
        },
      };
    },
  };
}

function FailedRoute() {
  return <ErrorPage error={useRouteError()} />;
}

// Each page is a chunk of its own, so that visitors do not load the code of staff pages.
export const routes: RouteObject[] = [
  {
    element: <Outlet />,
    errorElement: <FailedRoute />,
    hydrateFallbackElement: <PageSpinner />,
    children: [
      visitorPage('/public/moments', async () => (await import('./agency-host/public-moments-page')).PublicMomentsPage),
      visitorPage(
        '/public/:link',
        async () => (await import('../features/public-review/images/image-review-page')).ImageReviewPage,
      ),
      visitorPage(
        '/r/:link/*',
        async () => (await import('../features/public-review/named/named-review-page')).NamedReviewPage,
      ),
      visitorPage(
        '/gmb-preview/:link',
        async () =>
          (await import('../features/public-review/sections/optimization-review-page')).OptimizationReviewPage,
      ),
      visitorPage('/verify', async () => (await import('./verify/verify-page')).VerifyPage),
      {
        path: '/login',
        lazy: async () => ({ Component: (await import('./login-page')).LoginPage }),
      },
      {
        path: '/forgot-password',
        lazy: async () => ({ Component: (await import('./forgot-password-page')).ForgotPasswordPage }),
      },
      {
        path: '/password',
        lazy: async () => ({ Component: (await import('./password-page')).PasswordPage }),
      },
      {
        lazy: async () => ({ Component: (await import('./session-gate')).SessionGate }),
        children: [
          staffPage('/', async () => {
            const page = await import('./dashboard/dashboard-page');
            return { Component: page.DashboardPage, prefetch: page.prefetchDashboard };
          }),
          staffPage('/agencies', async () => {
            const page = await import('../features/agencies/agencies-page');
            return { Component: page.AgenciesPage, prefetch: page.prefetchAgencies };
          }),
          staffPage('/clients', async () => {
            const page = await import('../features/clients/clients-page');
            return { Component: page.ClientsPage, prefetch: page.prefetchClients };
          }),
          staffPage('/clients/:id', async () => {
            const page = await import('./client-page/client-page');
            return { Component: page.ClientPage, prefetch: page.prefetchClient };
          }),
          staffPage('/moments', async () => {
            const page = await import('../features/moments/moments-page');
            return { Component: page.MomentsPage, prefetch: page.prefetchMoments };
          }),
          staffPage(
            '/moments/create',
            async () => ({ Component: (await import('../features/moments/create-moment-page')).CreateMomentPage }),
            'review.edit',
          ),
          staffPage('/moments/:id', async () => {
            const page = await import('./moment-page');
            return { Component: page.MomentPage, prefetch: page.prefetchMoment };
          }),
          staffPage('/gmb-optimizations', async () => {
            const page = await import('../features/optimizations/optimizations-page');
            return { Component: page.OptimizationsPage, prefetch: page.prefetchOptimizations };
          }),
          staffPage(
            '/gmb-optimizations/create',
            async () => {
              const page = await import('../features/optimizations/create-optimization-page');
              return { Component: page.CreateOptimizationPage };
            },
            'review.edit',
          ),
          staffPage('/gmb-optimizations/:id', async () => {
            const page = await import('../features/optimizations/optimization-page');
            return { Component: page.OptimizationPage, prefetch: page.prefetchOptimization };
          }),
          staffPage('/gmb-optimizations/:id/google', async () => {
            const page = await import('../features/optimizations/google-page');
            return { Component: page.GooglePage, prefetch: page.prefetchGoogle };
          }),
          staffPage('/settings', async () => {
            const page = await import('../features/settings/settings-page');
            return { Component: page.SettingsPage, prefetch: page.prefetchSettings };
          }),
          staffPage('/settings/you', async () => {
            const page = await import('../features/settings/you-page');
            return { Component: page.YouPage, prefetch: page.prefetchYou };
          }),
          staffPage('/settings/team', async () => {
            const page = await import('../features/settings/team-page');
            return { Component: page.TeamPage, prefetch: page.prefetchTeam };
          }),
          staffPage(
            '/settings/api-keys',
            async () => {
              const page = await import('../features/settings/api-keys-page');
              return { Component: page.ApiKeysPage, prefetch: page.prefetchApiKeys };
            },
            'key.use',
          ),
          staffPage(
            '/settings/audit',
            async () => {
              const page = await import('../features/audit/audit-page');
              return { Component: page.AuditPage, prefetch: page.prefetchAudit };
            },
            'audit.read',
          ),
          staffPage('/settings/mail', async () => {
            const page = await import('../features/mails/mails-page');
            return { Component: page.MailsPage, prefetch: page.prefetchMails };
          }),
          {
            ...staffPage('*', async () => {
              const page = await import('./not-found-page');
              return { Component: page.NotFoundPage };
            }),
            handle: forVisitorsToo,
          },
        ],
      },
    ],
  },
];
