import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ADA, renderRoute, signedIn, signedOut } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aClient, aMoment } from '../../records/moments.fixture';

const NOT_SIGNED_IN = failure(401, 'NOT_SIGNED_IN', 'Please sign in to do this.');
const ACME = aClient({ id: 'c1', business: 'Acme', phone: '' });

beforeEach(() => {
  signedIn();
  fakeServer.on('GET /api/clients', { body: [ACME] });
  fakeServer.on('GET /api/clients/c1', { body: ACME });
  fakeServer.on('GET /api/agencies', { body: [] });
  fakeServer.on('POST /api/login', () => {
    signedIn();
    return { body: ADA };
  });
});

/** The session ends, which pages learn from the next answer. */
function endSession(...calls: string[]) {
  signedOut();
  for (const call of calls) fakeServer.on(call, NOT_SIGNED_IN);
}

const asked = () => screen.findByText('Your session has ended');
const dialog = async () => within((await asked()).closest('dialog')!);

async function signIn(user: ReturnType<typeof renderRoute>['user']) {
  const again = await dialog();
  await user.type(again.getByLabelText('Password'), 'correct horse');
  await user.click(again.getByRole('button', { name: 'Sign In' }));
}

/** Opens a form, types into it, and saves it when the session has just ended. */
async function saveTooLate() {
  const page = renderRoute('/clients/c1');
  await page.user.click(await screen.findByRole('button', { name: /Edit Client/ }));
  const form = within(await screen.findByRole('dialog'));
  await screen.findByText('Live');
  await page.user.type(form.getByLabelText('Phone'), '040 1234');
  endSession('PATCH /api/clients/c1');
  await page.user.click(form.getByRole('button', { name: 'Save Changes' }));
  return { ...page, form };
}

describe('a session that ends while staff work', () => {
  it('can be renewed over the page, and typed input can be saved', async () => {
    const { user, form, router } = await saveTooLate();
    const again = await dialog();
    expect(again.getByText('Sign in again to go on. What you typed is still there.')).toBeVisible();
    expect(again.getByLabelText('Email')).toHaveValue('ada@example.com');
    await waitFor(() => expect(again.getByLabelText('Password')).toHaveFocus());
    await signIn(user);
    await waitFor(() => expect(screen.queryByText('Your session has ended')).not.toBeInTheDocument());
    expect(fakeServer.calls('POST /api/login')[0]?.json).toEqual({ email: ADA.email, password: 'correct horse' });
    expect(router.state.location.pathname).toBe('/clients/c1');
    expect(form.getByLabelText('Phone')).toHaveValue('040 1234');

    fakeServer.on('PATCH /api/clients/c1', ({ json }) => ({ body: { ...ACME, ...(json as object), revision: 2 } }));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Client updated')).toBeVisible();
    expect(fakeServer.calls('PATCH /api/clients/c1')).toHaveLength(2);
  });

  it('says why signing in failed, and asks again', async () => {
    fakeServer.on('POST /api/login', failure(401, 'WRONG_CREDENTIALS', 'The e-mail address or the password is wrong.'));
    const { user } = await saveTooLate();
    await signIn(user);
    expect((await screen.findByText('Login failed')).closest('[role=alert]')).toBeVisible();
    expect(screen.getByText('401: The e-mail address or the password is wrong.')).toBeVisible();
    const again = await dialog();
    expect(again.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  });

  it('refetches what could not be read without it, and reconnects', async () => {
    const { user, router } = renderRoute('/clients');
    await screen.findByText('Live');
    endSession('GET /api/agencies');
    await act(() => router.navigate('/agencies'));
    await asked();
    const connected = jest.fn();
    testSockets.once('connection', connected);
    fakeServer.on('GET /api/agencies', { body: [] });
    await signIn(user);
    expect(await screen.findByText('No agencies yet')).toBeVisible();
    await waitFor(() => expect(connected).toHaveBeenCalled());
    expect(await screen.findByText('Live')).toBeVisible();
  });

  it('asks to sign in also when an upload gets the 401', async () => {
    fakeServer.on('GET /api/moments/m1', { body: aMoment({ id: 'm1' }) });
    fakeServer.on('GET /api/moments/m1/images', { body: [] });
    const { user } = renderRoute('/moments/m1');
    await user.click(await screen.findByRole('button', { name: /Add More Images/ }));
    const file = new File(['picture'], 'tulips.jpg', { type: 'image/jpeg' });
    await user.upload(document.querySelector<HTMLInputElement>('dialog input[type=file]')!, file);
    endSession('POST /api/moments/m1/add-images');
    await user.click(screen.getByRole('button', { name: 'Add 1 Image' }));
    await asked();
    expect(screen.getByText('tulips.jpg')).toBeInTheDocument();
  });

  it('continues by itself when the same person has signed in in another tab', async () => {
    const { form } = await saveTooLate();
    await asked();
    signedIn();
    await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(screen.queryByText('Your session has ended')).not.toBeInTheDocument());
    expect(form.getByLabelText('Phone')).toHaveValue('040 1234');
  });

  it('leads to the login page on request, and the next person starts at the dashboard', async () => {
    const { user, router, client } = renderRoute('/clients');
    await screen.findByText('Live');
    endSession('GET /api/agencies');
    await act(() => router.navigate('/agencies'));
    const again = await dialog();
    await user.click(again.getByRole('link', { name: 'Sign in as someone else' }));
    expect(await screen.findByText('Admin Login')).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
    await waitFor(() => expect(client.getQueryData(['/api/clients'])).toBeUndefined());
    await user.type(screen.getByLabelText('Email'), 'grace@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  it('asks whether to discard what was typed before it leads to the login page', async () => {
    const { user, form, router } = await saveTooLate();
    const again = await dialog();
    await user.click(again.getByRole('link', { name: 'Sign in as someone else' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(router.state.location.pathname).toBe('/clients/c1');
    expect(form.getByLabelText('Phone')).toHaveValue('040 1234');
  });
});
