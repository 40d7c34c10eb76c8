import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { onAgencyDomain, onMainHost, renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { anImage, gate, MOMENT_ID, serve } from '../../features/public-review/images/images.fixtures';

const NORTHLIGHT = { name: 'Northlight', primaryColor: '#7a2e8e', logoUrl: '/media/logo.webp' };
const asked = () => [...new Set(fakeServer.requests.map(({ method, path }) => `${method} ${path}`))];

describe('an agency’s domain', () => {
  beforeEach(() => {
    // A session makes no difference.
    signedIn();
    onAgencyDomain(NORTHLIGHT);
  });

  it.each([
    '/',
    '/agencies',
    '/clients',
    '/clients/some-id',
    '/moments',
    '/moments/create',
    '/moments/some-id',
    '/gmb-optimizations',
    '/gmb-optimizations/create',
    '/gmb-optimizations/some-id',
    '/settings',
  ])('restricts the access to %s, and asks nothing of the API of staff', async (path) => {
    renderRoute(path);
    expect(await screen.findByRole('heading', { name: 'Access Restricted' })).toBeVisible();
    expect(
      screen.getByText(
        'This page is not accessible through agency domains. Administrative features are only available through the main system domain.',
      ),
    ).toBeVisible();
    expect(screen.getByText(`Current domain: ${window.location.hostname}`)).toBeVisible();
    expect(screen.getByText('Northlight')).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(document.title).toBe('Access Restricted · Northlight');
    expect(asked()).toEqual(['GET /api/branding']);
  });

  it('leads from there to the public pages', async () => {
    const { user, router } = renderRoute('/clients');
    await user.click(await screen.findByRole('button', { name: 'Return to Public Pages' }));
    expect(await screen.findByRole('heading', { name: 'Open a review link' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/public/moments');
  });

  it('has no login', async () => {
    renderRoute('/login');
    expect(await screen.findByRole('heading', { name: 'Login Not Available' })).toBeVisible();
    expect(screen.getByText('Admin login is not accessible through agency domains.')).toBeVisible();
    expect(screen.getByText(`Current domain: ${window.location.hostname}`)).toBeVisible();
    expect(screen.getByText('Please use the main system domain to access administrative features.')).toBeVisible();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    expect(asked()).toEqual(['GET /api/branding']);
  });

  it('shows the 404 page bare, with a way to the public pages', async () => {
    const { user } = renderRoute('/no/such/page');
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    expect(screen.getByRole('banner')).toHaveTextContent('Northlight');
    expect(document.title).toBe('404 Page Not Found · Northlight');
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(asked()).toEqual(['GET /api/branding']);
    await user.click(screen.getByRole('button', { name: 'Return to Public Pages' }));
    expect(await screen.findByRole('heading', { name: 'Open a review link' })).toBeVisible();
  });

  it('opens review links', async () => {
    serve([anImage({ title: 'Tulips' })]);
    renderRoute(`/public/${MOMENT_ID}`);
    expect(await screen.findByRole('article', { name: 'Image 1: Tulips' })).toBeVisible();
  });
});

describe('until the kind of host is known', () => {
  it.each(['/clients', '/login', '/no/such/page'])('%s shows a spinner, and nothing of the admin', async (path) => {
    signedIn();
    fakeServer.on('GET /api/clients', { body: [] });
    const answer = gate();
    fakeServer.on('GET /api/branding', async () => {
      await answer.opened;
      return { body: { ...NORTHLIGHT, agencyDomain: true } };
    });
    renderRoute(path);
    await waitFor(() => expect(fakeServer.calls('GET /api/branding')).toHaveLength(1));
    expect(await screen.findByLabelText('Loading')).toBeVisible();
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    expect(asked()).toEqual(['GET /api/branding']);
    answer.open();
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  });

  it.each(['/clients', '/login'])(
    '%s shows nothing of the admin either when that fails, and tries again',
    async (path) => {
      signedIn();
      fakeServer.on('GET /api/branding', failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
      const { user } = renderRoute(path);
      expect(await screen.findByText('The database cannot be reached.')).toBeVisible();
      expect(asked()).toEqual(['GET /api/branding']);
      onAgencyDomain();
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByRole('heading', { name: /Access Restricted|Login Not Available/ })).toBeVisible();
    },
  );
});

describe('the public moments page', () => {
  const box = () => screen.findByLabelText('Review link');

  it.each([
    ['an agency’s domain', onAgencyDomain],
    ['a main host', onMainHost],
  ])('shows the brand of %s, and lists nothing', async (_host, opened) => {
    opened(NORTHLIGHT);
    renderRoute('/public/moments');
    expect(await screen.findByText('Northlight')).toBeVisible();
    expect(document.querySelector('header img')).toHaveAttribute('src', '/media/logo.webp');
    expect(document.querySelector<HTMLElement>('.review')!.style.getPropertyValue('--brand')).toBe('#7a2e8e');
    expect(document.title).toBe('Northlight');
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
    expect(asked()).toEqual(['GET /api/branding']);
  });

  it('works without the brand', async () => {
    fakeServer.on('GET /api/branding', failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
    renderRoute('/public/moments');
    expect(await screen.findByText('GMB Moments')).toBeVisible();
    expect(await box()).toBeVisible();
  });

  it('opens a pasted link on this host, whatever host it names', async () => {
    onAgencyDomain();
    serve([anImage({ title: 'Tulips' })]);
    const { user, router } = renderRoute('/public/moments');
    await user.click(await box());
    await user.paste(` https://admin.example.com:8443/public/${MOMENT_ID}?from=mail `);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByRole('article', { name: 'Image 1: Tulips' })).toBeVisible();
    expect(router.state.location.pathname).toBe(`/public/${MOMENT_ID}`);
  });

  it('opens the link of an optimization with Enter', async () => {
    onMainHost();
    const { user, router } = renderRoute('/public/moments');
    await user.type(await box(), 'AAAAAAAAAAAAAAAAAAAAA_{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/gmb-preview/AAAAAAAAAAAAAAAAAAAAA_'));
    expect(await screen.findByRole('heading', { name: 'Optimization Not Found' })).toBeVisible();
  });

  it('says in words what it expects', async () => {
    onAgencyDomain();
    const { user, router } = renderRoute('/public/moments');
    const expected = `Paste the whole link as it was sent to you, such as ${window.location.origin}/public/… or ${window.location.origin}/gmb-preview/…, or only the id at its end.`;
    await user.click(await screen.findByRole('button', { name: 'Open' }));
    expect(screen.getByRole('alert')).toHaveTextContent(`There is no link in the box yet. ${expected}`);
    expect(await box()).toHaveFocus();
    await user.type(await box(), 'https://example.com/');
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent(`This is not a review link. ${expected}`);
    expect(await box()).toBeInvalid();
    expect(await box()).toHaveAccessibleDescription(`This is not a review link. ${expected}`);
    expect(router.state.location.pathname).toBe('/public/moments');
  });
});
