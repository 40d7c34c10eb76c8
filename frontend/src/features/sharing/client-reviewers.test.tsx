import type { SharingView } from '@gmb-moments/backend/contract/links';
import type { ListedReviewer } from '@gmb-moments/backend/contract/reviewers';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aClient } from '../../records/moments.fixture';
import { aLink, aReviewer, aSharing } from '../../records/sharing.fixture';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const MARIA = aReviewer({ language: 'fr', timeZone: 'America/New_York' });
const SHARING = 'GET /api/clients/client-1/sharing';

async function openClient(reviewers: ListedReviewer[] = [MARIA], sharing: SharingView = aSharing()) {
  fakeServer.on('GET /api/clients/client-1/reviewers', { body: reviewers });
  fakeServer.on(SHARING, { body: sharing });
  const { user } = renderRoute('/clients/client-1');
  const part = within(await screen.findByRole('region', { name: 'Reviewers' }));
  await part.findByRole('switch');
  return { user, part };
}

const sent = (call: string) => fakeServer.calls(call).map(({ json }) => json);

describe('the reviewers of a client, on its page', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/clients/client-1', { body: aClient({ id: 'client-1', business: 'Harbor Dental' }) });
    fakeServer.on('GET /api/moments', { body: [], headers: { 'X-Total-Count': '0' } });
    fakeServer.on('GET /api/gmb-optimizations', { body: [], headers: { 'X-Total-Count': '0' } });
  });

  it('shows who they are, and when each was last seen', async () => {
    const daniel = aReviewer({ id: 'r2', name: 'دانيال', email: '', lastSeenAt: '2026-01-02T00:00:00Z' });
    const refused = aReviewer({ id: 'r3', name: 'Jon', mailRefusal: '550 There is no such mailbox' });
    const { part } = await openClient([MARIA, daniel, refused]);
    const maria = within(part.getByRole('article', { name: 'Maria Lopez' }));
    expect(maria.getByText('maria@harbor.example')).toBeVisible();
    expect(maria.getByText('French · America/New York')).toBeVisible();
    expect(maria.getByText('Not seen yet')).toBeVisible();
    const other = within(part.getByRole('article', { name: 'دانيال' }));
    expect(other.getByText('No e-mail')).toBeVisible();
    expect(other.getByText(/^Last seen/)).toBeVisible();
    const jon = within(part.getByRole('article', { name: 'Jon' }));
    expect(jon.getByText('550 There is no such mailbox')).toBeVisible();
  });

  it('adds one', async () => {
    const { user, part } = await openClient([]);
    expect(part.getByText('No reviewers yet')).toBeVisible();
    fakeServer.on('POST /api/clients/client-1/reviewers', () => {
      fakeServer.on('GET /api/clients/client-1/reviewers', { body: [MARIA] });
      return { status: 201, body: MARIA };
    });
    await user.click(part.getByRole('button', { name: 'Add Reviewer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Reviewer' }));
    await user.type(dialog.getByLabelText('Name'), 'Maria Lopez');
    await user.click(dialog.getByRole('button', { name: 'Add Reviewer' }));
    expect(await part.findByRole('article', { name: 'Maria Lopez' })).toBeVisible();
  });

  it('shows and edits what reminders say', async () => {
    const { user, part } = await openClient();
    expect(part.getByText('In the language of each reviewer.')).toBeVisible();
    await user.click(part.getByRole('button', { name: 'Edit Text' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Text of Reminders' }));
    fakeServer.on('PATCH /api/clients/client-1/sharing', { body: aSharing({ reminderText: 'Bonjour' }) });
    await user.type(dialog.getByLabelText('Text'), 'Bonjour');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await part.findByText('Bonjour')).toBeVisible();
    expect(sent('PATCH /api/clients/client-1/sharing')).toEqual([{ reminderText: 'Bonjour' }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('edits one, and says what the server refused', async () => {
    const { user, part } = await openClient();
    fakeServer.on('PATCH /api/reviewers/reviewer-1', failure(409, 'EMAIL_TAKEN', 'Somebody has this e-mail already.'));
    await user.click(part.getByRole('button', { name: 'Edit Maria Lopez' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Reviewer' }));
    await user.clear(dialog.getByLabelText('E-mail'));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText(/Somebody has this e-mail already/)).toBeVisible();
    expect(sent('PATCH /api/reviewers/reviewer-1')).toMatchObject([{ email: '', language: 'fr' }]);
  });

  it('removes one, after it said what becomes of links and decisions', async () => {
    const { user, part } = await openClient([aReviewer({ openLinks: 3 })]);
    fakeServer.on('DELETE /api/reviewers/reviewer-1', () => {
      fakeServer.on('GET /api/clients/client-1/reviewers', { body: [] });
      return { status: 204 };
    });
    await user.click(part.getByRole('button', { name: 'Remove Maria Lopez' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Maria Lopez?' }));
    expect(dialog.getByText(/Their 3 links close at once.*Decisions and the history keep the name/)).toBeVisible();
    expect(fakeServer.calls('DELETE /api/reviewers/reviewer-1')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await part.findByText('No reviewers yet')).toBeVisible();
  });

  it('creates the portal link of one without a mail, copies it and ends it', async () => {
    const { user, part } = await openClient();
    const link = aLink({ reviewer: MARIA, address: 'https://a.example/r/portal', decided: null });
    fakeServer.on('POST /api/clients/client-1/links', { body: aSharing({ links: [link] }) });
    fakeServer.on('POST /api/links/link-1/revoke', () => {
      const revoked = { ...link, state: 'revoked' as const, revokedAt: '2026-01-02T00:00:00Z', revokedBy: 'Ada' };
      fakeServer.on(SHARING, { body: aSharing({ links: [revoked] }) });
      return { body: revoked };
    });
    await user.click(part.getByRole('button', { name: 'Create the portal link of Maria Lopez' }));
    await user.click(await part.findByRole('button', { name: 'Copy the link of Maria Lopez' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('https://a.example/r/portal'));
    expect(sent('POST /api/clients/client-1/links')).toEqual([
      { reviewers: [{ reviewerId: 'reviewer-1' }], mail: false },
    ]);
    await user.click(part.getByRole('button', { name: 'Revoke the link of Maria Lopez' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    expect(await part.findByRole('button', { name: 'Restore the link of Maria Lopez' })).toBeVisible();
    expect(part.queryByRole('button', { name: 'Send the portal link to Maria Lopez' })).toBeNull();
  });

  it('sends the portal link to one alone, in the dialog that shares', async () => {
    const daniel = aReviewer({ id: 'r2', name: 'Daniel Cho' });
    const { user, part } = await openClient([MARIA, daniel], aSharing({ sendsMails: true, openLink: false }));
    fakeServer.on('POST /api/clients/client-1/links', { body: aSharing({ sendsMails: true, links: [aLink()] }) });
    await user.click(part.getByRole('button', { name: 'Send the portal link to Maria Lopez' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Share Portal of Harbor Dental/ }));
    await user.click(await dialog.findByRole('button', { name: 'Send to 1 reviewer' }));
    expect(await dialog.findByText('The mail is on its way to Maria Lopez.')).toBeVisible();
    expect(dialog.queryByLabelText('Decide by')).toBeNull();
    expect(dialog.queryByText('The open link is closed')).toBeNull();
    expect(sent('POST /api/clients/client-1/links')).toMatchObject([{ reviewers: [{ reviewerId: 'reviewer-1' }] }]);
  });

  it('closes all open links, and says what that does', async () => {
    const { user, part } = await openClient();
    fakeServer.on('PATCH /api/clients/client-1/sharing', {
      body: aSharing({ openLink: false, isOpenLinkWorking: false }),
    });
    const open = part.getByRole('switch', { name: /Switched off, all of these say that they were closed/ });
    expect(open).toBeChecked();
    await user.click(open);
    expect(await part.findByRole('switch', { name: /are closed, and say so/ })).not.toBeChecked();
    expect(sent('PATCH /api/clients/client-1/sharing')).toEqual([{ openLink: false }]);
  });

  it('sets when reviewers are reminded unless it is shared otherwise, and switches that off', async () => {
    const { user, part } = await openClient([MARIA], aSharing({ reminderDays: [3] }));
    fakeServer.on('PATCH /api/clients/client-1/sharing', ({ json }) => {
      const saved = { body: aSharing(json as Partial<SharingView>) };
      fakeServer.on('GET /api/clients/client-1/sharing', saved);
      return saved;
    });
    const box = (name: string) => within(part.getByRole('group', { name: /^Remind/ })).getByLabelText(name);
    await user.click(box('1 day'));
    await waitFor(() => expect(box('1 day')).toBeChecked());
    await waitFor(() => expect(box('1 day')).toBeEnabled());
    await user.click(box('1 day'));
    await waitFor(() => expect(box('1 day')).not.toBeChecked());
    await waitFor(() => expect(box('3 days')).toBeEnabled());
    await user.click(box('3 days'));
    expect(await part.findByRole('group', { name: 'Remind never' })).toBeVisible();
    const days = sent('PATCH /api/clients/client-1/sharing');
    expect(days).toEqual([{ reminderDays: [1, 3] }, { reminderDays: [3] }, { reminderDays: [] }]);
  });

  it('says when they could not be loaded', async () => {
    fakeServer.on('GET /api/clients/client-1/reviewers', failure(503, 'DATABASE_UNAVAILABLE', 'Not now.'));
    renderRoute('/clients/client-1');
    expect(await screen.findByText('The reviewers could not be loaded')).toBeVisible();
  });
});
