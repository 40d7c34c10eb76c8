import type { SessionView } from '@gmb-moments/backend/contract/sessions';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ADA, renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const PASSWORD = 'a long password';
const HERE: SessionView = {
  id: 's1',
  device: 'Firefox on Windows',
  signedInAt: '2026-01-01T00:00:00Z',
  lastUsedAt: new Date().toISOString(),
  isCurrent: true,
  bySingleSignOn: false,
};
const PHONE: SessionView = { ...HERE, id: 's2', device: 'Safari on iPhone', isCurrent: false };
const OLD: SessionView = { ...HERE, id: 's3', device: '', signedInAt: null, isCurrent: false };

const sessions = (...all: SessionView[]) => fakeServer.on('GET /api/sessions', { body: all });

beforeEach(() => {
  signedIn();
  sessions(HERE, PHONE, OLD);
});

async function open() {
  const page = renderRoute('/settings/you');
  await screen.findByRole('list', { name: 'Your sessions' });
  return page;
}
const rows = async () => within(await screen.findByRole('list', { name: 'Your sessions' })).getAllByRole('listitem');

describe('the own sessions', () => {
  it('are listed with their device, and the current one cannot be ended', async () => {
    await open();
    const [here, phone, old] = (await rows()) as [HTMLElement, HTMLElement, HTMLElement];
    expect(here).toHaveTextContent(/^Firefox on WindowsThis deviceLast used .* agoSigned in .* ago$/);
    expect(within(here).queryByRole('button')).not.toBeInTheDocument();
    expect(phone).toHaveTextContent(/^Safari on iPhoneLast used/);
    expect(old).toHaveTextContent(/^Unknown deviceLast used less than a minute agoEnd$/);
  });

  it('are reached from the settings', async () => {
    fakeServer.on('GET /api/users', { body: [] });
    const { user } = renderRoute('/settings');
    await user.click(await screen.findByRole('link', { name: 'Open You' }));
    expect(await rows()).toHaveLength(3);
  });

  it('end one by one', async () => {
    const { user } = await open();
    fakeServer.on('DELETE /api/sessions/s2', () => {
      sessions(HERE, OLD);
      return { status: 204 };
    });
    await user.click(screen.getByRole('button', { name: 'End the session of Safari on iPhone' }));
    expect(await screen.findByText('Session ended')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument());
  });

  it('that ended meanwhile leaves the list', async () => {
    const { user } = await open();
    fakeServer.on('DELETE /api/sessions/s2', () => {
      sessions(HERE);
      return failure(404, 'NOT_FOUND', 'Session not found');
    });
    await user.click(screen.getByRole('button', { name: 'End the session of Safari on iPhone' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(screen.queryByText('Error')).not.toBeInTheDocument();
  });

  it('end all but the current one, after a question', async () => {
    const { user } = await open();
    fakeServer.on('DELETE /api/sessions', () => {
      sessions(HERE);
      return { status: 204 };
    });
    await user.click(screen.getByRole('button', { name: 'End All Others' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End all other sessions?' }));
    await user.click(dialog.getByRole('button', { name: 'End All Others' }));
    expect(await screen.findByText('Signed out everywhere else')).toBeVisible();
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'End All Others' })).not.toBeInTheDocument();
  });

  it('can be loaded again when that failed', async () => {
    fakeServer.on('GET /api/sessions', failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
    const { user } = renderRoute('/settings/you');
    expect(await screen.findByText('Your sessions could not be loaded')).toBeVisible();
    sessions(HERE);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rows()).toHaveLength(1);
  });
});

describe("changing one's own password", () => {
  const CALL = 'POST /api/user/password';
  const current = () => screen.getByLabelText('Current Password');
  const next = () => screen.getByLabelText('New Password');

  async function change(from: string, to: string) {
    const { user } = await open();
    if (from) await user.type(current(), from);
    if (to) await user.type(next(), to);
    const submit = () => user.click(screen.getByRole('button', { name: /Change Password/ }));
    return { user, submit };
  }

  it('says so, and empties the form', async () => {
    const { submit } = await change('the old password', PASSWORD);
    fakeServer.on(CALL, { status: 204 });
    await submit();
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(screen.getByText('You stay signed in here, and were signed out everywhere else.')).toBeVisible();
    expect(fakeServer.calls(CALL).map(({ json }) => json)).toEqual([
      { currentPassword: 'the old password', newPassword: PASSWORD },
    ]);
    await waitFor(() => expect(current()).toHaveValue(''));
    expect(next()).toHaveValue('');
  });

  it('marks a current password that is wrong, and keeps what was entered', async () => {
    const { submit } = await change('a guess', PASSWORD);
    const message = 'The current password is wrong.';
    const details = [{ field: 'currentPassword', message }];
    fakeServer.on(CALL, failure(400, 'VALIDATION_FAILED', message, details));
    await submit();
    expect(await screen.findByText('Error')).toBeVisible();
    await waitFor(() => expect(current()).toHaveAccessibleDescription(message));
    expect(next()).toHaveValue(PASSWORD);
  });

  it('sends neither a short password nor none', async () => {
    const { submit } = await change('', '123456789');
    await submit();
    expect(await screen.findByText('Enter your current password')).toBeVisible();
    await waitFor(() => expect(next()).toHaveAccessibleDescription(/Enter at least 10 characters/));
    expect(fakeServer.calls(CALL)).toEqual([]);
  });
});

describe("one's own name", () => {
  it('is changed', async () => {
    const { user } = renderRoute('/settings/you');
    const field = await screen.findByLabelText('Name');
    expect(field).toHaveValue('Ada');
    await user.clear(field);
    await user.type(field, 'Ada Lovelace');
    fakeServer.on('PATCH /api/user', { body: { ...ADA, name: 'Ada Lovelace' } });
    await user.click(screen.getByRole('button', { name: 'Save Name' }));
    expect(await screen.findByText('Name saved')).toBeVisible();
    expect(fakeServer.calls('PATCH /api/user').map(({ json }) => json)).toEqual([{ name: 'Ada Lovelace' }]);
  });
});
