import type { HistoryEntry } from '@gmb-moments/backend/contract/history';
import type { SharingView } from '@gmb-moments/backend/contract/links';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { anImage } from '../../records/moments.fixture';
import { aLink, aReviewer, aSharing } from '../../records/sharing.fixture';
import { signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { inspector, openMoment } from './moment-page.fixture';

const DANIEL = aReviewer({ id: 'reviewer-2', name: 'Daniel Cho' });
const OPENED = aLink({
  firstOpenedAt: '2026-01-02T00:00:00Z',
  lastSeenAt: '2026-01-03T00:00:00Z',
  decided: { approved: 2, rejected: 1, total: 4 },
});
const REVOKED = aLink({
  id: 'link-2',
  reviewer: DANIEL,
  state: 'revoked',
  revokedAt: '2026-01-04T00:00:00Z',
  revokedBy: 'Ada',
});

const serve = (sharing: SharingView) => fakeServer.on('GET /api/moments/moment-1/sharing', { body: sharing });

async function openPane(sharing: SharingView, history: HistoryEntry[] = []) {
  serve(sharing);
  fakeServer.on('GET /api/moments/moment-1/history', { body: history });
  const { user } = await openMoment({ images: [anImage(1), anImage(2, { status: 'approved' })] });
  await user.click(screen.getByRole('button', { name: 'Sharing' }));
  const pane = within(screen.getByRole('complementary', { name: 'Sharing' }));
  await pane.findByText('Named links');
  return { user, pane };
}

const linkOf = (name: string) => within(screen.getByRole('article', { name: `Link of ${name}` }));

describe('who may see a moment', () => {
  beforeEach(signedIn);

  it('is counted above the photos, live', async () => {
    serve(aSharing());
    await openMoment({ images: [anImage(1), anImage(2, { status: 'approved' })] });
    expect(await screen.findByText('No reviewer yet')).toBeInTheDocument();
    serve(aSharing({ links: [OPENED, REVOKED] }));
    fakeServer.emit('sharing.changed', { clientId: 'client-1', momentId: 'moment-1' });
    expect(await screen.findByText('Shared with 1 reviewer')).toBeInTheDocument();
    expect(screen.getByText(/1 of 2 decided/)).toBeInTheDocument();
  });

  it('says when a reviewer is reminded, and skips that or reminds now', async () => {
    const link = aLink({ nextReminderAt: '2027-01-26T10:00:00Z' });
    for (const what of ['skip', 'send'])
      fakeServer.on(`POST /api/links/link-1/reminder/${what}`, () => {
        serve(aSharing({ links: [aLink()] }));
        return { body: aLink() };
      });
    const { user } = await openPane(aSharing({ links: [link] }));
    expect(linkOf('Maria Lopez').getByText(/^Next reminder/)).toHaveTextContent(/Tue, Jan 26/);
    await user.click(linkOf('Maria Lopez').getByRole('button', { name: 'Remind Maria Lopez now' }));
    await waitFor(() => expect(linkOf('Maria Lopez').queryByText(/^Next reminder/)).toBeNull());
    expect(fakeServer.calls('POST /api/links/link-1/reminder/send')).toHaveLength(1);
  });

  it('says why mails do not reach a reviewer, and corrects the address', async () => {
    const mailRefusal = '550 There is no such mailbox';
    fakeServer.on('PATCH /api/reviewers/reviewer-1', { body: aReviewer() });
    const { user } = await openPane(aSharing({ links: [aLink({ reviewer: aReviewer({ mailRefusal }) })] }));
    expect(linkOf('Maria Lopez').getByText(/^Mail could not be delivered/)).toHaveTextContent(mailRefusal);
    await user.click(linkOf('Maria Lopez').getByRole('button', { name: 'Correct address' }));
    const dialog = within(await screen.findByRole('dialog'));
    serve(aSharing({ links: [aLink()] }));
    await user.clear(dialog.getByLabelText('E-mail'));
    await user.type(dialog.getByLabelText('E-mail'), 'maria.lopez@harbor.example');
    await user.click(dialog.getByRole('button', { name: /Save/ }));
    await waitFor(() => expect(linkOf('Maria Lopez').queryByText(/could not be delivered/)).toBeNull());
  });

  it('says where a reviewer stopped the mails, or no mail server sends them', async () => {
    await openPane(aSharing({ links: [aLink({ reviewer: aReviewer({ hasStoppedMails: true }) })] }));
    expect(linkOf('Maria Lopez').getByText('Stopped these mails. Send the link in another way.')).toBeVisible();
    expect(linkOf('Maria Lopez').queryByRole('button', { name: 'Correct address' })).toBeNull();
    expect(screen.getByText(/^No mail server is set up, so no reminders are sent/)).toBeVisible();
  });

  it('shows what became of each link', async () => {
    const limited = { hasPasscode: true, mayDecide: false, expiresAt: '2027-01-31T12:00:00Z' };
    const ines = aReviewer({ id: 'reviewer-3', name: 'Ines Sousa' });
    await openPane(aSharing({ links: [OPENED, REVOKED, aLink({ id: 'link-3', reviewer: ines, ...limited })] }));
    expect(linkOf('Maria Lopez').getByText('Opened')).toBeVisible();
    expect(linkOf('Maria Lopez').getByText('3 of 4')).toBeVisible();
    expect(linkOf('Daniel Cho').getByText(/^By Ada,/)).toBeVisible();
    expect(linkOf('Ines Sousa').getByText('Not opened')).toBeVisible();
    expect(linkOf('Ines Sousa').getByText('May only look · Passcode · Expires January 31')).toBeVisible();
    expect(screen.getByText('1 of 2 may decide')).toBeVisible();
  });

  it('says when who has decided was done, and with which words, and offers no reminder', async () => {
    const planned = { nextReminderAt: '2027-01-04T10:00:00Z' };
    const today = new Date();
    today.setHours(10, 8);
    const tom = aReviewer({ id: 'reviewer-3', name: 'Tom' });
    await openPane(
      aSharing({
        links: [
          { ...OPENED, ...planned, left: 0, done: { at: today.toISOString(), note: 'Lovely!' } },
          { ...REVOKED, state: 'open', left: 0, done: { at: '2026-01-04T12:00:00Z', note: '' } },
          aLink({ id: 'link-3', reviewer: tom, left: 0, done: null }),
        ],
      }),
    );
    expect(linkOf('Maria Lopez').getByText('Done 10:08')).toBeVisible();
    expect(linkOf('Maria Lopez').getByText('“Lovely!”')).toBeVisible();
    expect(linkOf('Daniel Cho').getByText('Done Jan 4')).toBeVisible();
    expect(linkOf('Tom').getByText('Nothing left to decide')).toBeVisible();
    expect(screen.queryByText(/^Next reminder/)).toBeNull();
    expect(screen.queryByText('Send now')).toBeNull();
    expect(screen.queryByText('Skip')).toBeNull();
  });

  it('asks before a link is revoked, and restores it', async () => {
    fakeServer.on('POST /api/links/link-1/revoke', () => {
      serve(
        aSharing({ links: [{ ...OPENED, state: 'revoked', revokedBy: 'Ada', revokedAt: '2026-01-04T00:00:00Z' }] }),
      );
      return { body: OPENED };
    });
    fakeServer.on('POST /api/links/link-1/restore', () => {
      serve(aSharing({ links: [OPENED] }));
      return { body: OPENED };
    });
    const { user } = await openPane(aSharing({ links: [OPENED] }));
    await user.click(screen.getByRole('button', { name: 'Revoke the link of Maria Lopez' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke the link of Maria Lopez?' }));
    expect(fakeServer.calls('POST /api/links/link-1/revoke')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    await user.click(await screen.findByRole('button', { name: 'Restore the link of Maria Lopez' }));
    expect(await screen.findByRole('button', { name: 'Revoke the link of Maria Lopez' })).toBeVisible();
  });

  it('shows a link that is locked, and unlocks it', async () => {
    const locked = { ...OPENED, hasPasscode: true, lockedAt: '2026-01-05T00:00:00Z' };
    fakeServer.on('POST /api/links/link-1/unlock', () => {
      serve(aSharing({ links: [{ ...locked, lockedAt: null }] }));
      return { body: OPENED };
    });
    const { user } = await openPane(aSharing({ links: [locked] }));
    expect(linkOf('Maria Lopez').getByText('Locked')).toBeVisible();
    expect(linkOf('Maria Lopez').getByText(/^A wrong passcode was given 50 times/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Unlock the link of Maria Lopez' }));
    expect(await linkOf('Maria Lopez').findByText('Opened')).toBeVisible();
    expect(screen.queryByText('Unlock')).toBeNull();
  });

  it('says what happens before it makes a new link', async () => {
    fakeServer.on('POST /api/links/link-1/replace', { body: OPENED });
    const { user } = await openPane(aSharing({ links: [OPENED] }));
    await user.click(screen.getByRole('button', { name: 'More actions on the link of Maria Lopez' }));
    await user.click(await screen.findByRole('menuitem', { name: 'New link' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New link for Maria Lopez?' }));
    expect(dialog.getByText(/closes at once wherever it is open, and never opens again/)).toBeVisible();
    expect(fakeServer.calls('POST /api/links/link-1/replace')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Make new link' }));
    expect(await screen.findByText('New link made')).toBeVisible();
    expect(fakeServer.calls('POST /api/links/link-1/replace')).toHaveLength(1);
  });

  it('changes the end and the passcode of a link', async () => {
    fakeServer.on('PATCH /api/links/link-1', { body: OPENED });
    const { user } = await openPane(aSharing({ links: [{ ...OPENED, hasPasscode: true }] }));
    await user.click(screen.getByRole('button', { name: 'Edit the link of Maria Lopez' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Link of Maria Lopez' }));
    await user.click(dialog.getByLabelText('May decide, not only look'));
    await user.type(dialog.getByLabelText('Last day'), '2027-01-31');
    await user.click(dialog.getByLabelText('Remove the passcode'));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const expiresAt = new Date('2027-01-31T23:59:59').toISOString();
    expect(fakeServer.calls('PATCH /api/links/link-1').map(({ json }) => json)).toEqual([
      { mayDecide: false, expiresAt, passcode: null },
    ]);
  });

  it('closes the open link, which then cannot be copied', async () => {
    const closed = aSharing({ openLink: false, isOpenLinkWorking: false });
    fakeServer.on('PATCH /api/moments/moment-1/sharing', { body: closed });
    const { user, pane } = await openPane(aSharing());
    await user.click(pane.getByRole('switch', { name: /^Open link/ }));
    expect(await pane.findByText('Closed for everybody', { exact: false })).toBeVisible();
    expect(fakeServer.calls('PATCH /api/moments/moment-1/sharing')[0]!.json).toEqual({ openLink: false });
    expect(screen.getByLabelText('Public link')).toHaveValue('The open link is closed');
    expect(screen.getByText('Copy').closest('button')).toBeDisabled();
  });

  it('tells what happened, the decisions of one sitting together', async () => {
    const entry = (id: number, at: string, more: Partial<HistoryEntry>): HistoryEntry => ({
      id: String(id),
      action: 'image.approved',
      actor: 'visitor',
      actorName: 'Maria Lopez',
      imageId: null,
      imageName: '',
      section: null,
      changes: {},
      feedback: '',
      at: `2026-01-02T${at}:00Z`,
      ...more,
    });
    const staff = { actor: 'staff', actorName: 'Ada' } as const;
    const { pane } = await openPane(aSharing({ links: [OPENED] }), [
      entry(7, '12:00', {}),
      entry(6, '10:10', { action: 'image.rejected' }),
      entry(5, '10:05', {}),
      entry(4, '10:00', {}),
      entry(3, '09:59', { action: 'moment.opened' }),
      entry(2, '09:00', { ...staff, action: 'image.edited' }),
      entry(1, '08:00', {
        ...staff,
        action: 'link.sent',
        changes: { reviewers: { from: '', to: 'Maria Lopez, Daniel Cho' } },
      }),
    ]);
    await pane.findByText('Maria Lopez opened the link');
    const lines = pane.getAllByRole('listitem').map(({ firstChild }) => firstChild?.textContent);
    expect(lines.slice(1)).toEqual([
      'Maria Lopez approved 1',
      'Maria Lopez approved 2, rejected 1',
      'Maria Lopez opened the link',
      'Ada sent links to Maria Lopez, Daniel Cho',
    ]);
  });

  it('gives its place back to the inspector: by the key I, and by a click on a photo', async () => {
    const { user } = await openPane(aSharing());
    await user.keyboard('i');
    expect(inspector().getByText('photo-1.jpg')).toBeVisible();
    await user.keyboard('s');
    expect(await screen.findByRole('complementary', { name: 'Sharing' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'photo-2.jpg' }));
    expect(screen.queryByRole('complementary', { name: 'Sharing' })).toBeNull();
  });

  it('says why the links could not be loaded', async () => {
    fakeServer.on('GET /api/moments/moment-1/sharing', failure(503, 'DATABASE_UNAVAILABLE', 'Not now.'));
    const { user } = await openMoment();
    await user.click(screen.getByRole('button', { name: 'Sharing' }));
    expect(await screen.findByText('The links could not be loaded')).toBeVisible();
  });
});
