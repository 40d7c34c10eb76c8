import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aSharing } from '../../records/sharing.fixture';
import { signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aClient, aMoment, anImage } from '../../records/moments.fixture';
import { openMoment } from './moment-page.fixture';

type User = Awaited<ReturnType<typeof openMoment>>['user'];

const menuButton = () => screen.getByRole('button', { name: 'More actions' });

/** Ant Design moves the focus into an open menu some frames later, even if it was closed by then. */
const menuFocused = () => waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'));

/** Opens the menu with the keyboard and chooses an entry. */
async function choose(user: User, entry: string) {
  menuButton().focus();
  await user.keyboard('{Enter}');
  await menuFocused();
  await user.click(await screen.findByRole('menuitem', { name: entry }));
  return screen.findByRole('dialog');
}

describe('the menu of a moment', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/clients', { body: [aClient(), aClient({ id: 'client-2', business: 'Petal' })] });
  });

  it('renames the moment, and gives the focus back', async () => {
    fakeServer.on('PATCH /api/moments/moment-1', () => {
      fakeServer.on('GET /api/moments/moment-1', { body: aMoment({ title: 'Summer' }) });
      return { body: aMoment({ title: 'Summer' }) };
    });
    const { user } = await openMoment();
    const dialog = await choose(user, 'Rename');
    const field = within(dialog).getByLabelText('Moment Title');
    await user.clear(field);
    await user.type(field, 'Summer');
    await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText('Summer', { selector: 'h1' })).toBeVisible();
    expect(fakeServer.calls('PATCH /api/moments/moment-1').map(({ json }) => json)).toEqual([{ title: 'Summer' }]);
    await waitFor(() => expect(menuButton()).toHaveFocus());
  });

  it('has the certificates of what was delivered', async () => {
    const delivery = { id: 'd1', deliveredAt: '2026-01-01T00:00:00Z', deliveredBy: 'Ada', photos: 2 };
    fakeServer.on('GET /api/moments/moment-1/deliveries', { body: [delivery] });
    const { user } = await openMoment({ moment: { delivered: { at: '2026-01-01T00:00:00Z', by: 'Ada' } } });
    const dialog = within(await choose(user, 'Certificates'));
    for (const kind of ['pdf', 'json'])
      expect(await dialog.findByRole('link', { name: kind.toUpperCase() })).toHaveAttribute(
        'href',
        `/api/deliveries/d1/certificate.${kind}`,
      );
  });

  it('does not send a blank title', async () => {
    const { user } = await openMoment();
    const dialog = await choose(user, 'Rename');
    await user.clear(within(dialog).getByLabelText('Moment Title'));
    await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
    expect(await within(dialog).findByText('Moment Title is required')).toBeVisible();
    expect(fakeServer.calls('PATCH /api/moments/moment-1')).toEqual([]);
  });

  it('moves the moment to another client', async () => {
    const moved = aMoment({ clientId: 'client-2', client: { id: 'client-2', business: 'Petal' } });
    fakeServer.on('PATCH /api/moments/moment-1', () => {
      fakeServer.on('GET /api/moments/moment-1', { body: moved });
      return { body: moved };
    });
    const { user } = await openMoment();
    const dialog = await choose(user, 'Move to another client');
    await user.click(within(dialog).getByLabelText('Client'));
    await user.click(await screen.findByTitle('Petal'));
    await user.click(within(dialog).getByRole('button', { name: 'Move' }));
    expect(await screen.findByRole('link', { name: 'Petal' })).toHaveAttribute('href', '/clients/client-2');
    expect(fakeServer.calls('PATCH /api/moments/moment-1')[0]!.json).toEqual({ clientId: 'client-2' });
  });

  it('duplicates the moment, and goes to the copy', async () => {
    const copy = aMoment({ id: 'moment-2', title: 'Spring window (copy)' });
    fakeServer.on('POST /api/moments/moment-1/duplicate', { status: 201, body: copy });
    fakeServer.on('GET /api/moments/moment-2', { body: copy });
    fakeServer.on('GET /api/moments/moment-2/images', { body: [] });
    fakeServer.on('GET /api/moments/moment-2/runs', { body: [] });
    const { user } = await openMoment();
    const dialog = await choose(user, 'Duplicate');
    await user.click(within(dialog).getByRole('button', { name: 'Duplicate' }));
    expect(await screen.findByText('Spring window (copy)', { selector: 'h1' })).toBeVisible();
    expect(fakeServer.calls('POST /api/moments/moment-1/duplicate')[0]!.json).toEqual({
      title: 'Spring window (copy)',
    });
  });

  it('says in the dialog why a copy was refused, and tries that again with the same key', async () => {
    const reason = 'The file of photo-1.jpg is missing in the storage.';
    fakeServer.on('POST /api/moments/moment-1/duplicate', failure(409, 'FILE_MISSING', reason));
    const { user } = await openMoment();
    const dialog = await choose(user, 'Duplicate');
    const button = () => within(dialog).getByRole('button', { name: /Duplicat/ });
    await user.click(button());
    expect(await within(dialog).findByText(reason)).toBeVisible();
    await waitFor(() => expect(button()).toBeEnabled());
    await user.click(button());
    const keys = () =>
      fakeServer.calls('POST /api/moments/moment-1/duplicate').map(({ headers }) => headers['idempotency-key']);
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(keys()[0]).toMatch(/^[\da-f-]{36}$/);
    expect(keys()[1]).toBe(keys()[0]);
  });
});

describe('the menu of a moment on a phone', () => {
  beforeEach(() => {
    window.innerWidth = 390;
    signedIn();
    fakeServer.on('GET /api/moments/moment-1/history', { body: [] });
  });

  it('neither copies nor opens the open link while it is closed', async () => {
    fakeServer.on('GET /api/moments/moment-1/sharing', {
      body: aSharing({ openLink: false, isOpenLinkWorking: false }),
    });
    const { user } = await openMoment({ images: [anImage(1)] });
    expect(await screen.findByTitle('The open link is closed')).toBeDisabled();
    await user.click(menuButton());
    expect(await screen.findByRole('menuitem', { name: 'Open' })).toHaveAttribute('aria-disabled', 'true');
    expect(fakeServer.calls('POST /api/moments/moment-1/share')).toEqual([]);
  });

  it('has what a wider page shows as buttons', async () => {
    // With a rejected photo, the next step is to answer, so Generate is in the menu.
    const { user } = await openMoment({ images: [anImage(1, { status: 'rejected', feedback: 'Too dark' })] });
    expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible();
    expect(screen.queryByText('Add More Images')).toBeNull();
    await user.click(menuButton());
    const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(entries).toEqual([
      'Open',
      'Add More Images',
      'Generate AI Captions',
      'Select photos',
      'History',
      'Share',
      'Deliver',
      'Rename',
      'Move to another client',
      'Duplicate',
      'Delete Package',
    ]);
    await menuFocused();
    await user.keyboard('{Escape}');
    for (const [entry, title] of [
      ['Add More Images', 'Add More Images'],
      ['History', 'History'],
      ['Open', '1 photo has no caption'],
      ['Delete Package', 'Delete this package?'],
    ] as const) {
      expect(within(await choose(user, entry)).getByText(title)).toBeVisible();
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(menuButton()).toHaveFocus());
    }
  });

  it('starts generating', async () => {
    fakeServer.on('POST /api/moments/moment-1/generate-captions', { status: 202, body: { jobId: 'run-1' } });
    const { user } = await openMoment({ images: [anImage(1, { status: 'rejected', feedback: 'Too dark' })] });
    await user.click(menuButton());
    await user.click(await screen.findByRole('menuitem', { name: 'Generate AI Captions' }));
    await waitFor(() => expect(fakeServer.calls('POST /api/moments/moment-1/generate-captions')).toHaveLength(1));
  });
});
