import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BrandingView, SettingsView } from '@gmb-moments/backend/contract/settings';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderRoute, signedIn, signedOut } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const SETTINGS: SettingsView = {
  logoUrl: null,
  brandName: '',
  primaryColor: '#3b82f6',
  usesBuiltInWriter: false,
  revision: 1,
  editor: null,
};
const ACME: SettingsView = {
  logoUrl: '/media/acme.webp',
  brandName: 'Acme',
  primaryColor: '#ff8800',
  usesBuiltInWriter: false,
  revision: 2,
  editor: null,
};
const PNG = new File(['logo'], 'logo.png', { type: 'image/png' });
const CALL = 'PATCH /api/settings';

beforeEach(() => {
  signedIn();
  fakeServer.on('GET /api/users', { body: [] });
});

async function open(settings = SETTINGS) {
  fakeServer.on('GET /api/settings', { body: settings });
  const page = renderRoute('/settings');
  await screen.findByRole('heading', { name: 'Platform Branding' });
  return page;
}

const brandName = () => screen.getByLabelText('Brand Name');
const color = () => screen.getByLabelText('Primary Color');
const menu = () => screen.getByRole('navigation', { name: 'Main menu' });
const saveButton = () => screen.getByRole('button', { name: /Save Settings/ });

describe('the settings page', () => {
  it('shows the branding as it is', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Settings' })).toBeVisible();
    expect(screen.getByText('Manage platform branding and appearance settings')).toBeVisible();
    expect(screen.getByText(/Square PNG.*at least 200x200px/)).toBeVisible();
    expect(brandName()).toHaveValue('');
    expect(brandName()).toHaveAttribute('placeholder', 'GMB Moments');
    expect(color()).toHaveValue('#3b82f6');
    expect(screen.getByLabelText('Pick a colour')).toHaveValue('#3b82f6');
    expect(screen.getByLabelText('Logo')).toHaveAttribute('accept', expect.stringMatching(/^(image\/\w+,?)+$/));
    expect(screen.queryByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
  });

  it.each([
    ['says that no AI is connected, and what connects one', true],
    ['says nothing where an AI is connected', false],
  ])('%s', async (_what, usesBuiltInWriter) => {
    await open({ ...SETTINGS, usesBuiltInWriter });
    const notices = screen.queryAllByRole('note').map(({ textContent }) => textContent);
    const text = 'Built-in writer: connect an AI for captions that see the photo (OPENAI_API_KEY)';
    expect(notices).toEqual(usesBuiltInWriter ? [text] : []);
  });

  it('saves logo, name and colour, says so, and the sidebar follows at once', async () => {
    const { user } = await open();
    fakeServer.on(CALL, { body: ACME });
    await user.upload(screen.getByLabelText('Logo'), PNG);
    expect(await screen.findByAltText('Preview of the new logo')).toBeInTheDocument();
    await user.type(brandName(), 'Acme');
    await user.clear(color());
    await user.type(color(), '#FF8800');
    expect(screen.getByLabelText('Pick a colour')).toHaveValue('#ff8800');
    await user.click(saveButton());
    expect(await screen.findByText('Settings updated')).toBeVisible();
    expect(screen.getByText('Branding settings have been successfully updated.')).toBeVisible();
    expect(await within(menu()).findByRole('img', { name: 'Acme' })).toHaveAttribute('src', ACME.logoUrl);
    expect(await screen.findByAltText('Current logo')).toHaveAttribute('src', ACME.logoUrl);
    const [request] = fakeServer.calls(CALL);
    expect(request?.fields).toEqual({ brandName: 'Acme', primaryColor: '#FF8800', revision: '1' });
    expect(request?.text).toContain('name="logo"; filename="logo.png"');
  });

  it('takes a newly chosen logo back, and refuses what is not an image', async () => {
    const { user } = await open();
    fakeServer.on(CALL, { body: SETTINGS });
    await user.upload(screen.getByLabelText('Logo'), PNG);
    await screen.findByAltText('Preview of the new logo');
    await user.click(screen.getByRole('button', { name: /Remove/ }));
    expect(screen.queryByAltText('Preview of the new logo')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: /Choose logo/ })).toHaveFocus();
    await user.upload(screen.getByLabelText('Logo'), PNG);
    fireEvent.error(await screen.findByAltText('Preview of the new logo'));
    expect(await screen.findByText('logo.png is not a picture that can be read.')).toBeVisible();
    expect(screen.queryByAltText('Preview of the new logo')).not.toBeInTheDocument();
    const notes = new File(['x'], 'notes.txt', { type: 'text/plain' });
    await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Logo'), notes);
    expect(await screen.findByText('notes.txt is not a PNG, JPEG, WebP, AVIF or GIF image.')).toBeVisible();
    await user.click(saveButton());
    await screen.findByText('Settings updated');
    expect(fakeServer.calls(CALL)[0]?.text).not.toContain('filename=');
  });

  it('removes the logo in use when that is saved, and can keep it after all', async () => {
    const { user } = await open(ACME);
    fakeServer.on(CALL, { body: { ...ACME, logoUrl: null } });
    expect(within(menu()).getByRole('img', { name: 'Acme' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Remove current logo/ }));
    expect(screen.queryByAltText('Current logo')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /Keep current logo/ }));
    expect(screen.getByAltText('Current logo')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /Remove current logo/ }));
    await user.click(saveButton());
    await waitFor(() => expect(within(menu()).queryByRole('img', { name: 'Acme' })).not.toBeInTheDocument());
    expect(within(menu()).getByText('Acme')).toBeVisible();
    expect(fakeServer.calls(CALL)[0]?.fields).toMatchObject({ removeLogo: 'true' });
  });

  it('does not send an invalid colour', async () => {
    const { user } = await open();
    await user.clear(color());
    await user.type(color(), '#12');
    // The field drops what it says while it checks again.
    await waitFor(() => expect(screen.getByText(/Enter a colour of six hexadecimal digits/)).toBeVisible());
    await user.click(saveButton());
    expect(fakeServer.calls(CALL)).toEqual([]);
  });

  it("says why it failed in the server's words, and keeps what was entered", async () => {
    const { user } = await open();
    const sentence = '"logo.png" is an SVG drawing. Accepted are JPEG, PNG, WebP, AVIF, HEIC and GIF.';
    fakeServer.on(CALL, { status: 415, body: { error: sentence } });
    await user.type(brandName(), 'Acme');
    await user.click(saveButton());
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
    expect(brandName()).toHaveValue('Acme');
    fakeServer.on(CALL, { status: 502, body: '<html>Bad gateway</html>' });
    await waitFor(() => expect(saveButton()).toBeEnabled());
    await user.click(saveButton());
    expect(await screen.findByText('Failed to update settings. Please try again.')).toBeVisible();
  });

  it('marks the field that the server refused', async () => {
    const { user } = await open();
    const message = 'brandName must be at most 200 characters';
    const details = [{ field: 'brandName', message }];
    fakeServer.on(CALL, failure(400, 'VALIDATION_FAILED', 'One field is wrong.', details));
    await user.click(saveButton());
    expect(await screen.findByText('One field is wrong.')).toBeVisible();
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('asks before unsaved changes are lost, and not after they are saved', async () => {
    const { user, router } = await open();
    await user.type(brandName(), 'Acme');
    await user.click(within(menu()).getByRole('link', { name: 'Agencies' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard unsaved changes?' });
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(router.state.location.pathname).toBe('/settings');
    expect(brandName()).toHaveValue('Acme');
    fakeServer.on(CALL, { body: { ...SETTINGS, brandName: 'Acme' } });
    await user.click(saveButton());
    await screen.findByText('Settings updated');
    await act(() => router.navigate('/agencies'));
    expect(router.state.location.pathname).toBe('/agencies');
  });

  it("follows a colleague's changes at once, except where something else was entered", async () => {
    const { user } = await open();
    await screen.findByText('Live');
    await user.type(brandName(), 'Mine');
    fakeServer.on('GET /api/settings', { body: { ...ACME, brandName: 'Theirs' } });
    fakeServer.emit('settings.changed', { id: 'settings' });
    await waitFor(() => expect(color()).toHaveValue('#ff8800'));
    expect(brandName()).toHaveValue('Mine');
    expect(within(menu()).getByRole('img', { name: 'Theirs' })).toBeVisible();
  });
});

describe('settings that cannot be loaded', () => {
  const down = failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.');

  it('can be loaded again on their own page', async () => {
    fakeServer.on('GET /api/settings', down);
    const { user } = renderRoute('/settings');
    expect(await screen.findByText('The settings could not be loaded')).toBeVisible();
    expect(screen.getByText('The database cannot be reached.')).toBeVisible();
    fakeServer.on('GET /api/settings', { body: ACME });
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!);
    await screen.findByRole('heading', { name: 'Platform Branding' });
    expect(brandName()).toHaveValue('Acme');
  });

  it('show no error on other pages', async () => {
    fakeServer.on('GET /api/settings', down);
    fakeServer.on('GET /api/agencies', { body: [] });
    renderRoute('/agencies');
    expect(await screen.findByText('No agencies yet')).toBeVisible();
    expect(within(menu()).getByText('GMB Moments')).toBeVisible();
    expect(screen.queryByText('The database cannot be reached.')).not.toBeInTheDocument();
  });
});

describe('the login page', () => {
  function showBrand(brand: Partial<BrandingView> = {}): void {
    const acme = { name: 'Acme', primaryColor: '#ff8800', logoUrl: null, agencyDomain: false };
    fakeServer.on('GET /api/branding', { body: { ...acme, ...brand } });
  }

  it('shows the brand of the settings', async () => {
    signedOut();
    showBrand({ logoUrl: '/media/acme.webp' });
    renderRoute('/login');
    expect(await screen.findByRole('heading', { name: 'Acme' })).toBeVisible();
    expect(document.querySelector('main img')).toHaveAttribute('src', '/media/acme.webp');
  });

  it('shows the new brand after a logout without reloading the page', async () => {
    const { user } = await open();
    fakeServer.on(CALL, () => {
      showBrand();
      return { body: ACME };
    });
    await user.click(saveButton());
    await screen.findByText('Settings updated');
    fakeServer.on('POST /api/logout', () => {
      signedOut();
      showBrand();
      return { status: 204 };
    });
    await user.click(screen.getByRole('button', { name: /Logout/ }));
    expect(await screen.findByRole('heading', { name: 'Acme' })).toBeVisible();
  });
});
