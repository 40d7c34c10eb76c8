import type { InvitationView } from '@gmb-moments/backend/contract/password-links';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ADA, renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const GRACE: InvitationView = {
  id: 'i1',
  email: 'grace@example.com',
  name: 'Grace',
  role: 'editor',
  scope: 'all',
  invitedBy: 'Ada',
  isOpen: true,
  address: 'https://staff.example/password#token',
  mail: 'sent',
  createdAt: new Date().toISOString(),
  expiresAt: '2030-01-01T00:00:00.000Z',
};
const EXPIRED: InvitationView = {
  ...GRACE,
  id: 'i2',
  email: 'linus@example.com',
  name: '',
  isOpen: false,
  address: null,
};

const invited = (...invitations: InvitationView[]) => fakeServer.on('GET /api/invitations', { body: invitations });
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Invited colleagues' })).getAllByRole('listitem');

beforeEach(() => {
  signedIn();
  fakeServer.on('GET /api/users', { body: [{ ...ADA, lastSeenAt: null, hasSecondFactor: false }] });
  fakeServer.on('GET /api/agencies', { body: [{ id: 'a1', name: 'Pine Street Media' }] });
  fakeServer.on('GET /api/clients', {
    body: [
      { id: 'c1', business: 'Bloom', agencyId: 'a1' },
      { id: 'c2', business: 'Fern & Petal', agencyId: null },
    ],
  });
});

describe('inviting a colleague', () => {
  const CALL = 'POST /api/invitations';

  async function openDialog() {
    const { user } = renderRoute('/settings/team');
    await user.click(await screen.findByRole('button', { name: /Invite Colleague/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite Colleague' }));
    const submit = () => user.click(dialog.getByRole('button', { name: 'Send Invitation' }));
    const seeEverything = () => user.click(dialog.getByRole('radio', { name: 'Everything' }));
    return { user, dialog, submit, seeEverything };
  }

  it('sends e-mail, name, role and scope, says so, and lists the invitation', async () => {
    const { user, dialog, submit } = await openDialog();
    fakeServer.on(CALL, () => {
      invited(GRACE);
      return { status: 201, body: GRACE };
    });
    await submit();
    expect(await dialog.findByText('Email is required')).toBeInTheDocument();
    expect(dialog.getByText('Choose an agency or a client, or everything')).toBeInTheDocument();
    expect(dialog.getByRole('radio', { name: /^Editor/ })).toBeChecked();
    await user.click(dialog.getByRole('radio', { name: /^Viewer/ }));
    await user.click(dialog.getByLabelText('Agencies and clients'));
    await user.click(await screen.findByTitle('Pine Street Media'));
    expect(await dialog.findByText(/^Sees/)).toHaveTextContent(
      'Sees 1 of 2 clients, with new ones of Pine Street Media.',
    );
    await user.type(dialog.getByLabelText('Email'), 'grace@example.com');
    await user.type(dialog.getByLabelText('Name'), 'Grace');
    await submit();
    expect(await screen.findByText('Invitation sent')).toBeVisible();
    expect(fakeServer.calls(CALL).map(({ json }) => json)).toEqual([
      { email: 'grace@example.com', name: 'Grace', role: 'viewer', scope: { agencyIds: ['a1'], clientIds: [] } },
    ]);
    const [row] = await rows();
    expect(row).toHaveTextContent(
      /^GraceMailedgrace@example\.comEditor of Everything Invited by Ada less than a minute ago/,
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('shows the link to hand over where no mail is sent', async () => {
    const { user, dialog, submit, seeEverything } = await openDialog();
    fakeServer.on(CALL, { status: 201, body: { ...GRACE, mail: 'unsent' } });
    await seeEverything();
    await user.type(dialog.getByLabelText('Email'), 'grace@example.com');
    await submit();
    const text = await screen.findByText(/This system sends no mail\. Hand this link to/);
    const shown = within(text.closest('dialog')!);
    expect(shown.getByText(GRACE.address!)).toBeVisible();
    expect(shown.getByRole('button', { name: 'Copy Link' })).toBeVisible();
    expect(shown.getByRole('link', { name: 'Mail' }).getAttribute('href')).toMatch(
      /^mailto:grace%40example\.com\?subject=Your%20invitation&body=.*password%23token$/,
    );
    await user.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('marks an e-mail address that is taken, and keeps what was entered', async () => {
    const { user, dialog, submit, seeEverything } = await openDialog();
    await seeEverything();
    const message = 'A member of staff with the e-mail ada@example.com exists already.';
    fakeServer.on(CALL, failure(409, 'EMAIL_TAKEN', message, [{ field: 'email', message }]));
    await user.type(dialog.getByLabelText('Email'), 'ada@example.com');
    await submit();
    await waitFor(() => expect(dialog.getByLabelText('Email')).toHaveAccessibleDescription(message));
    expect(dialog.getByLabelText('Email')).toHaveValue('ada@example.com');
  });
});

describe('an invitation', () => {
  it('says what became of it, and an expired one has no link to copy', async () => {
    invited(GRACE, EXPIRED, { ...GRACE, id: 'i3', mail: 'failed' }, { ...GRACE, id: 'i4', mail: 'unsent' });
    renderRoute('/settings/team');
    const [sent, expired, failed, unsent] = await rows();
    expect(within(sent!).getByText('Mailed')).toBeVisible();
    expect(within(sent!).getByRole('button', { name: 'Copy the link of Grace' })).toBeVisible();
    expect(within(expired!).getByText('Expired')).toBeVisible();
    expect(within(expired!).queryByRole('button', { name: /^Copy/ })).not.toBeInTheDocument();
    expect(within(failed!).getByText('Mail failed')).toBeVisible();
    expect(within(unsent!).getByText('Not mailed')).toBeVisible();
  });

  it('is sent again', async () => {
    invited(EXPIRED);
    const { user } = renderRoute('/settings/team');
    fakeServer.on('POST /api/invitations/i2/resend', () => {
      const body = { ...EXPIRED, id: 'i5', isOpen: true, mail: 'waiting' as const };
      invited(body);
      return { body };
    });
    await user.click(await screen.findByRole('button', { name: 'Resend the invitation of linus@example.com' }));
    expect(await screen.findByText('Invitation sent again')).toBeVisible();
    expect(await screen.findByText('Being mailed')).toBeVisible();
  });

  it('is revoked after a question', async () => {
    invited(GRACE);
    const { user } = renderRoute('/settings/team');
    fakeServer.on('DELETE /api/invitations/i1', () => {
      invited();
      return { status: 204 };
    });
    await user.click(await screen.findByRole('button', { name: 'Revoke the invitation of Grace' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke invitation?' }));
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Invitation revoked')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Invited')).not.toBeInTheDocument());
  });

  it('leaves the list while somebody looks, once it was accepted', async () => {
    invited(GRACE);
    renderRoute('/settings/team');
    await rows();
    await screen.findByText('Live');
    invited();
    fakeServer.emit('user.changed', { id: 'grace' });
    await waitFor(() => expect(screen.queryByText('Invited')).not.toBeInTheDocument());
  });

  it('that ended meanwhile is said to, and leaves the list', async () => {
    invited(GRACE);
    const { user } = renderRoute('/settings/team');
    fakeServer.on('POST /api/invitations/i1/resend', () => {
      invited();
      return failure(404, 'NOT_FOUND', 'Invitation not found');
    });
    await user.click(await screen.findByRole('button', { name: 'Resend the invitation of Grace' }));
    expect(await screen.findByText('This invitation has ended')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Invited')).not.toBeInTheDocument());
  });
});
