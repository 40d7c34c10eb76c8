import type { SharingView } from '@gmb-moments/backend/contract/links';
import type { ListedReviewer } from '@gmb-moments/backend/contract/reviewers';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aLink, aReviewer, aSharing } from '../../records/sharing.fixture';
import { signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aMoment, anImage } from '../../records/moments.fixture';
import { openMoment } from './moment-page.fixture';

const CAPTION = { title: 'Peonies', description: 'Tied by hand', exifKeywords: 'peony', geoAltDescription: 'Porto' };
const MARIA = aReviewer();
const DANIEL = aReviewer({ id: 'reviewer-2', name: 'Daniel Cho', email: '' });

/** Opens the dialog with the button of the bar. */
async function openDialog(
  sharing: SharingView = aSharing(),
  images = [anImage(1, CAPTION)],
  more: ListedReviewer[] = [],
) {
  fakeServer.on('GET /api/clients/client-1/reviewers', { body: [MARIA, DANIEL, ...more] });
  fakeServer.on('GET /api/moments/moment-1/sharing', { body: sharing });
  const { user } = await openMoment({ images });
  await user.click(within(screen.getByRole('region', { name: 'Progress' })).getByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Share Spring window/ }));
  await dialog.findByText('Maria Lopez');
  return { user, dialog };
}

const sent = () => fakeServer.calls('POST /api/moments/moment-1/links').map(({ json }) => json);

describe('sharing a moment with reviewers', () => {
  beforeEach(signedIn);

  it('makes a link for each, and gives it with the text', async () => {
    const made = [aLink(), aLink({ id: 'link-2', reviewer: DANIEL, address: 'https://a.example/r/daniel' })];
    fakeServer.on('POST /api/moments/moment-1/links', () => {
      fakeServer.on('GET /api/moments/moment-1', {
        body: aMoment({ sharedAt: '2026-01-02T00:00:00Z', imageCount: 1 }),
      });
      return { body: aSharing({ links: made }) };
    });
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByLabelText('Daniel Cho may decide'));
    await user.click(dialog.getByRole('button', { name: 'Create 2 links' }));
    expect(await dialog.findByText(/The links are ready/)).toBeVisible();
    // The page shows the moment as shared, and the dialog stays open.
    expect(await screen.findByText('Waiting for the client')).toBeVisible();
    expect(sent()).toEqual([
      {
        reviewers: [
          { reviewerId: 'reviewer-1', mayDecide: true },
          { reviewerId: 'reviewer-2', mayDecide: false },
        ],
        message: '',
      },
    ]);
    await user.click(dialog.getByRole('button', { name: 'Copy the text for Daniel Cho' }));
    const text = await navigator.clipboard.readText();
    expect(text).toMatch(/^Hello Daniel,\nplease approve [^]*\n\nhttps:\/\/a\.example\/r\/daniel$/);
    const whatsApp = dialog.getByRole('link', { name: 'WhatsApp to Daniel Cho' });
    expect(whatsApp).toHaveAttribute('href', `https://wa.me/?text=${encodeURIComponent(text)}`);
    const mail = dialog.getByRole('link', { name: 'Mail to Maria Lopez' }).getAttribute('href');
    expect(mail).toMatch(/^mailto:maria%40harbor\.example\?subject=Spring%20window&body=Hello%20Maria%2C/);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('mails those who have an address, with a day to decide by and the chosen reminders', async () => {
    fakeServer.on('POST /api/moments/moment-1/links', {
      body: aSharing({ sendsMails: true, links: [aLink(), aLink({ id: 'link-2', reviewer: DANIEL })] }),
    });
    const { user, dialog } = await openDialog(aSharing({ sendsMails: true, dueOn: '2027-01-29' }));
    expect(dialog.getByLabelText('Decide by')).toHaveValue('2027-01-29');
    const reminders = within(dialog.getByRole('group', { name: /^Remind until all is decided/ }));
    await user.click(reminders.getByLabelText('5 days'));
    fireEvent.change(dialog.getByLabelText('Decide by'), { target: { value: '2027-02-01' } });
    await user.click(dialog.getByRole('button', { name: 'Send to 1 reviewer' }));
    const words = 'The mail is on its way to Maria Lopez. Send the link to Daniel Cho yourself:';
    expect(await dialog.findByText(words)).toBeVisible();
    expect(sent()).toMatchObject([{ dueOn: '2027-02-01', remindAfterDays: [1, 3] }]);
  });

  it('says what it does for each: a new link, the one they have, one that was revoked', async () => {
    const opened = aLink({ firstOpenedAt: '2026-01-02T00:00:00Z', lastSeenAt: '2026-01-02T00:00:00Z' });
    const { user, dialog } = await openDialog(
      aSharing({ links: [opened, aLink({ id: 'link-2', reviewer: DANIEL, state: 'revoked' })] }),
    );
    expect(dialog.getByText(/^Opened/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Share again' })).toBeEnabled();
    expect(dialog.queryByText('Daniel Cho')).toBeNull();
    await user.type(dialog.getByLabelText('Add reviewer'), 'daniel cho{Enter}');
    expect(await dialog.findByText('Gets a new link')).toBeVisible();
    expect(fakeServer.calls('POST /api/clients/client-1/reviewers')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Do not share with Maria Lopez' }));
    await user.click(dialog.getByRole('button', { name: 'Do not share with Daniel Cho' }));
    expect(dialog.getByRole('button', { name: 'Create 0 links' })).toBeDisabled();
  });

  it('adds a reviewer by e-mail, and says why the server refused one', async () => {
    const ines = aReviewer({ id: 'reviewer-3', name: 'Ines Sousa', email: 'ines.sousa@harbor.example' });
    fakeServer.on(
      'POST /api/clients/client-1/reviewers',
      failure(400, 'VALIDATION_FAILED', 'email must be an e-mail address'),
    );
    const { user, dialog } = await openDialog();
    const field = dialog.getByLabelText('Add reviewer');
    await user.type(field, 'ines@@harbor{Enter}');
    expect(await dialog.findByRole('alert')).toHaveTextContent('email must be an e-mail address');
    fakeServer.on('POST /api/clients/client-1/reviewers', () => {
      fakeServer.on('GET /api/clients/client-1/reviewers', { body: [MARIA, DANIEL, ines] });
      return { status: 201, body: ines };
    });
    await user.clear(field);
    await user.type(field, 'ines.sousa@harbor.example{Enter}');
    expect(await dialog.findByText('Ines Sousa')).toBeVisible();
    expect(fakeServer.calls('POST /api/clients/client-1/reviewers').at(-1)!.json).toMatchObject({
      name: 'Ines Sousa',
      email: 'ines.sousa@harbor.example',
    });
    await waitFor(() => expect(field).toHaveValue(''));
    expect(dialog.getByRole('button', { name: 'Create 3 links' })).toBeEnabled();
  });

  it('limits the links by a day and a passcode', async () => {
    fakeServer.on('POST /api/moments/moment-1/links', { body: aSharing({ links: [aLink()] }) });
    const { user, dialog } = await openDialog();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Expires' }), 'In 30 days');
    await user.click(dialog.getByRole('switch', { name: /^Passcode/ }));
    await user.type(dialog.getByLabelText('Passcode of the links'), 'abcde');
    await user.click(dialog.getByRole('button', { name: 'Create 2 links' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('A passcode has at least 6 characters');
    expect(sent()).toEqual([]);
    await user.type(dialog.getByLabelText('Passcode of the links'), 'f');
    await user.click(dialog.getByRole('button', { name: 'Create 2 links' }));
    await dialog.findByText(/The passcode is not in the text/);
    const { passcode, expiresAt } = sent()[0] as { passcode: string; expiresAt: string };
    expect(passcode).toBe('abcdef');
    const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29);
    expect(days).toBeLessThan(31.1);
  });

  it('shows what the chosen reviewer gets, while it is written', async () => {
    const { user, dialog } = await openDialog();
    const preview = within(dialog.getByRole('region', { name: 'Preview' }));
    expect(preview.getByText(/^Hello Maria,/)).toBeVisible();
    await user.selectOptions(preview.getByRole('combobox'), 'as Daniel Cho');
    await user.clear(dialog.getByLabelText('Message'));
    await user.click(dialog.getByRole('button', { name: 'Insert first name' }));
    expect(preview.getByText('Daniel')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Discard unsaved changes?')).toBeVisible();
  });

  it('writes the default message in the language of each, and marks a text of staff as sent as written', async () => {
    const claire = aReviewer({ id: 'reviewer-3', name: 'Claire Petit', language: 'fr' });
    fakeServer.on('POST /api/moments/moment-1/links', {
      body: aSharing({ links: [aLink({ reviewer: claire, address: 'https://a.example/r/claire' })] }),
    });
    const { user, dialog } = await openDialog(aSharing(), undefined, [claire]);
    const preview = within(dialog.getByRole('region', { name: 'Preview' }));
    await user.selectOptions(preview.getByRole('combobox'), 'as Claire Petit');
    expect(preview.getByText(/^Bonjour Claire,/)).toBeVisible();
    const message = dialog.getByLabelText('Message');
    expect(message).toHaveValue('');
    await user.type(message, 'Please look.');
    expect(message).toHaveAccessibleDescription('Sent as written to Claire Petit (French)');
    expect(preview.getByText('Sent as written to Claire Petit (French)')).toBeVisible();
    await user.selectOptions(preview.getByRole('combobox'), 'as Maria Lopez');
    expect(preview.queryByText(/^Sent as written/)).toBeNull();
    await user.clear(message);
    expect(message).not.toHaveAccessibleDescription(/as written/);
    await user.click(dialog.getByRole('button', { name: 'Create 3 links' }));
    await user.click(await dialog.findByRole('button', { name: 'Copy the text for Claire Petit' }));
    expect(sent()).toMatchObject([{ message: '' }]);
    expect(await navigator.clipboard.readText()).toMatch(/^Bonjour Claire,[^]*https:\/\/a\.example\/r\/claire$/);
  });

  it('copies the open link by one click', async () => {
    fakeServer.on('POST /api/moments/moment-1/share', { body: aMoment({ sharedAt: '2026-01-02T00:00:00Z' }) });
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Copy open link' }));
    expect(await screen.findByText('Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/public/moment-1`);
    await waitFor(() => expect(fakeServer.calls('POST /api/moments/moment-1/share')).toHaveLength(1));
  });

  it('says why the reviewers could not be loaded, and tries again', async () => {
    fakeServer.on('GET /api/clients/client-1/reviewers', failure(503, 'DATABASE_UNAVAILABLE', 'Not now.'));
    fakeServer.on('GET /api/moments/moment-1/sharing', { body: aSharing() });
    const { user } = await openMoment({ images: [anImage(1, CAPTION)] });
    await user.click(within(screen.getByRole('region', { name: 'Progress' })).getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('The reviewers could not be loaded')).toBeVisible();
    fakeServer.on('GET /api/clients/client-1/reviewers', { body: [MARIA] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Maria Lopez')).toBeVisible();
  });
});
