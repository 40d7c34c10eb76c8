import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import * as optimization from '../features/public-review/sections/sections.fixtures';
import * as review from '../features/public-review/images/images.fixtures';
import { onAgencyDomain, renderRoute, signedIn, signedOut } from '../test/render-route';
import { fakeServer } from '../test/server';

const LOGO = '/media/logo.webp';
const BRAND = { name: 'Ours', primaryColor: '#7a2e8e', logoUrl: LOGO };

describe('a logo that cannot be loaded', () => {
  const inSettings = (brandName: string) => {
    signedIn();
    fakeServer.on('GET /api/settings', { body: { logoUrl: LOGO, brandName, primaryColor: '#3b82f6', revision: 1 } });
    fakeServer.on('GET /api/users', { body: [] });
    fakeServer.on('GET /api/clients', { body: [] });
  };

  it.each([
    ['Ours', 'Ours'],
    ['', 'GMB Moments'],
  ])('is replaced by the name in the sidebar of the brand “%s”', async (brandName, shown) => {
    inSettings(brandName);
    renderRoute('/clients');
    const menu = await screen.findByRole('navigation', { name: 'Main menu' });
    fireEvent.error(await within(menu).findByRole('img', { name: shown }));
    expect(within(menu).queryByRole('img')).not.toBeInTheDocument();
    expect(within(menu).getByText(shown)).toBeVisible();
    expect(within(menu).getByText(shown)).not.toHaveAttribute('aria-hidden', 'true');
  });

  it('is replaced by the mark in the collapsed sidebar', async () => {
    inSettings('Ours');
    document.cookie = 'sidebar_state=false; path=/';
    renderRoute('/clients');
    fireEvent.error(await screen.findByRole('img', { name: 'Ours' }));
    expect(screen.getByRole('img', { name: 'Ours' })).not.toHaveAttribute('src');
  });

  it('is reported at its field in the settings', async () => {
    inSettings('Ours');
    renderRoute('/settings');
    fireEvent.error(await screen.findByAltText('Current logo'));
    expect(screen.queryByAltText('Current logo')).not.toBeInTheDocument();
    expect(screen.getByText('The current logo could not be loaded.')).toBeVisible();
    expect(screen.getByRole('button', { name: /Remove current logo/ })).toBeVisible();
  });

  it('is replaced by the initial in the table of agencies', async () => {
    signedIn();
    fakeServer.on('GET /api/agencies', { body: [{ id: 'a1', ...BRAND, customDomain: null }] });
    renderRoute('/agencies');
    const row = await screen.findByRole('row', { name: /Ours/ });
    fireEvent.error(row.querySelector('img')!);
    expect(row.querySelector('img')).toBeNull();
    expect(within(row).getByText('O')).toBeVisible();
  });

  it('leaves the name alone on the login page', async () => {
    signedOut();
    fakeServer.on('GET /api/branding', { body: { ...BRAND, agencyDomain: false } });
    renderRoute('/login');
    await screen.findByRole('heading', { name: 'Ours' });
    fireEvent.error(document.querySelector('img')!);
    expect(document.querySelector('img')).toBeNull();
  });

  it('leaves the name alone on the pages of an agency’s domain', async () => {
    onAgencyDomain(BRAND);
    renderRoute('/public/moments');
    await screen.findByText('Ours');
    fireEvent.error(document.querySelector('header img')!);
    expect(document.querySelector('header img')).toBeNull();
  });

  it.each([
    ['an image review', () => review.serve([review.anImage()]), `/public/${review.MOMENT_ID}`],
    ['an optimization review', () => optimization.serve(optimization.aView()), optimization.PAGE],
  ])('is replaced by the icon of %s', async (_page, serve, path) => {
    serve();
    renderRoute(path);
    fireEvent.error(await screen.findByRole('img', { name: 'Northlight logo' }));
    expect(screen.queryByRole('img', { name: 'Northlight logo' })).not.toBeInTheDocument();
    expect(document.querySelector('header svg')).toBeVisible();
  });

  it('is loaded again when its URL changes', async () => {
    inSettings('Ours');
    const { client } = renderRoute('/clients');
    fireEvent.error(await screen.findByRole('img', { name: 'Ours' }));
    client.setQueryData(['/api/settings'], {
      logoUrl: '/media/other.webp',
      brandName: 'Ours',
      primaryColor: '#3b82f6',
    });
    expect(await screen.findByRole('img', { name: 'Ours' })).toHaveAttribute('src', '/media/other.webp');
  });
});
