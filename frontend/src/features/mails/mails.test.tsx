import { beforeEach, describe, expect, it } from '@jest/globals';
import type { MailServerView, MailView } from '@gmb-moments/backend/contract/mails';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const SENDER = { name: 'North Star Local', address: 'review@northstar.example' };
const FAILED: MailView = {
  id: 'mail-1',
  kind: 'invitation',
  language: 'fr',
  email: 'maria@harbor.example',
  business: 'Harbor Dental',
  state: 'failed',
  error: '550 No such user here',
  attempts: 1,
  dueAt: '2026-11-25T10:00:00Z',
  sentAt: null,
  createdAt: '2026-11-25T10:00:00Z',
};

beforeEach(() => {
  signedIn();
  serve([]);
});

function serve(mails: MailView[], server: MailServerView = { sender: SENDER, problem: null }): void {
  fakeServer.on('GET /api/mails', { body: mails, headers: { 'X-Total-Count': String(mails.length) } });
  fakeServer.on('GET /api/mail-server', { body: server });
}

describe('the page of mails', () => {
  it('says where mails come from, and sends a test', async () => {
    fakeServer.on('POST /api/mails/test', { status: 204 });
    renderRoute('/settings/mail');
    expect(await screen.findByText(/The mail server answers\./)).toHaveTextContent(
      'Mails come from North Star Local <review@northstar.example>. The mail server answers.',
    );
    await userEvent.click(screen.getByRole('button', { name: /Send me a test/ }));
    expect(await screen.findByText('A mail is on its way to ada@example.com.')).toBeVisible();
    fakeServer.on('POST /api/mails/test', failure(502, 'MAIL_FAILED', '550 Not from you'));
    // While the state of the mail server is refetched, the button's name is `loading Send me a test`.
    await userEvent.click(await screen.findByRole('button', { name: 'Send me a test' }));
    expect(await screen.findByText('550 Not from you')).toBeVisible();
  });

  it('says what is wrong with the mail server, in its own words', async () => {
    serve([], { sender: SENDER, problem: '535 Authentication failed' });
    renderRoute('/settings/mail');
    expect(await screen.findByText(/The mail server cannot be used:/)).toHaveTextContent('535 Authentication failed');
  });

  it('says that no server is set up, and then sends no test', async () => {
    serve([], { sender: null, problem: null });
    renderRoute('/settings/mail');
    expect(await screen.findByText(/Set SMTP_URL and MAIL_FROM to send them\./)).toBeVisible();
    expect(screen.getByRole('button', { name: /Send me a test/ })).toBeDisabled();
    expect(await screen.findByText('No mails yet')).toBeVisible();
  });

  it('lists what was not sent with the reason, sends it again, and follows live', async () => {
    serve([FAILED]);
    fakeServer.on('POST /api/mails/mail-1/send-again', { body: { ...FAILED, state: 'waiting', error: '' } });
    renderRoute('/settings/mail');
    const row = await screen.findByRole('row', { name: /maria@harbor\.example/ });
    for (const text of ['Harbor Dental', 'Invitation', 'Français', 'Failed', '550 No such user here'])
      expect(within(row).getByText(text)).toBeVisible();
    serve([{ ...FAILED, state: 'waiting', error: '' }]);
    await userEvent.click(within(row).getByRole('button', { name: 'Send again to maria@harbor.example' }));
    expect(await screen.findByText('Waiting', { selector: 'td *' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Send again/ })).not.toBeInTheDocument();
    serve([{ ...FAILED, state: 'sent', error: '', sentAt: '2026-11-25T10:01:00Z' }]);
    fakeServer.emit('mail.changed', { mailId: 'mail-1' });
    expect(await screen.findByText('Sent', { selector: 'td *' })).toBeVisible();
  });

  it('keeps the chosen state in the address', async () => {
    renderRoute('/settings/mail?state=failed');
    expect(await screen.findByText('No mails found')).toBeVisible();
    expect(fakeServer.calls('GET /api/mails').at(-1)!.query.get('state')).toBe('failed');
  });

  it('previews each mail in each language, in a frame without rights', async () => {
    fakeServer.on('GET /api/mail-preview', ({ query }) => {
      const subject = `${query.get('kind')} in ${query.get('language')}`;
      return { body: { subject, html: `<p>${subject}</p>`, text: subject } };
    });
    renderRoute('/settings/mail');
    await userEvent.click(await screen.findByRole('button', { name: /Preview Mails/ }));
    expect(await screen.findByText('invitation in en')).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Mail'), 'Reminder');
    await userEvent.selectOptions(screen.getByLabelText('Language'), 'العربية');
    expect(await screen.findByText('reminder in ar')).toBeVisible();
    const frame = screen.getByTitle('Mail: Reminder');
    expect(frame).toHaveAttribute('sandbox', '');
    expect(frame).toHaveAttribute('srcdoc', '<p>reminder in ar</p>');
  });
});
