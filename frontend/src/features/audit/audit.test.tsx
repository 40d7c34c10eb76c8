import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditEntryView, AuditView } from '@gmb-moments/backend/contract/audit';
import { screen, waitFor, within } from '@testing-library/react';
import { ADA, renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const CALL = 'GET /api/audit';

const REMOVED: AuditEntryView = {
  id: '9',
  at: '2026-04-02T09:30:00Z',
  actor: 'staff',
  actorName: 'Ada',
  userId: 'ada',
  action: 'user.removed',
  target: { kind: 'user', id: 'grace', name: 'Grace (grace@example.com)' },
  isThere: false,
  changes: {},
};
const SENT: AuditEntryView = {
  ...REMOVED,
  id: '8',
  at: '2026-04-01T12:00:00Z',
  actorName: 'Grace',
  userId: 'grace',
  action: 'link.sent',
  target: { kind: 'moment', id: 'm1', name: 'Tulips' },
  isThere: true,
  changes: { reviewers: { from: '', to: 'Maria' }, mayDecide: { from: 'true', to: 'false' } },
};
const REFUSED: AuditEntryView = {
  ...REMOVED,
  id: '7',
  at: '2026-04-01T11:00:00Z',
  actor: 'visitor',
  actorName: null,
  userId: null,
  action: 'user.sign_in_refused',
  target: { kind: 'user', id: 'ada', name: 'Ada (ada@example.com)' },
  changes: { method: { from: '', to: 'password' }, reason: { from: '', to: 'throttled' } },
};

const log = (entries: AuditEntryView[], hasMore = false) =>
  fakeServer.on(CALL, { body: { entries, hasMore } satisfies AuditView });
const lastQuery = () => Object.fromEntries(fakeServer.calls(CALL).at(-1)!.query);

beforeEach(() => {
  signedIn();
  fakeServer.on('GET /api/users', { body: [{ ...ADA, lastSeenAt: null, hasSecondFactor: true }] });
  log([REMOVED, SENT, REFUSED]);
});

describe('the audit log', () => {
  it('says by day who did what, with what was changed, and leads to what still is there', async () => {
    renderRoute('/settings/audit');
    const second = within(await screen.findByRole('region', { name: '2 April 2026' }));
    expect(second.getByText('Ada').closest('li')).toHaveTextContent(
      'Ada removed Grace (grace@example.com) from the team',
    );
    expect(second.queryByRole('link')).not.toBeInTheDocument();
    const first = within(screen.getByRole('region', { name: '1 April 2026' }));
    expect(first.getByRole('link', { name: 'Tulips' })).toHaveAttribute('href', '/moments/m1');
    expect(first.getByText('Grace').closest('li')).toHaveTextContent(
      /Grace gave links to Tulips ?Reviewers: Maria ?May decide: yes → no$/,
    );
    expect(first.getByText('Somebody').closest('li')).toHaveTextContent(/Reason: too many attempts$/);
  });

  it('is filtered by person, kind, text and days, which stand in the address', async () => {
    const { user } = renderRoute('/settings/audit?group=links&from=2026-04-01&to=2026-04-01');
    await screen.findByText('Tulips');
    expect(screen.getByLabelText('Filter by kind')).toHaveValue('links');
    const day = { since: new Date('2026-04-01T00:00:00'), until: new Date('2026-04-02T00:00:00') };
    const times = { since: day.since.toISOString(), until: day.until.toISOString() };
    expect(lastQuery()).toEqual({ group: 'links', ...times });
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      `/api/audit/export.csv?${new URLSearchParams({ group: 'links', ...times })}`,
    );
    await user.selectOptions(screen.getByLabelText('Filter by person'), 'Grace (removed)');
    await waitFor(() => expect(lastQuery()).toEqual({ userId: 'grace', group: 'links', ...times }));
    await user.selectOptions(await screen.findByLabelText('Filter by person'), 'Somebody on the server');
    await waitFor(() => expect(lastQuery()).toEqual({ actor: 'commandLine', group: 'links', ...times }));
    log([]);
    await user.type(screen.getByLabelText('Search the audit log'), 'tulips');
    expect(await screen.findByText('No entries found')).toBeVisible();
    expect(lastQuery()).toMatchObject({ target: 'tulips' });
    log([SENT]);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('Tulips')).toBeVisible();
    expect(lastQuery()).toEqual({});
  });

  it('goes on with older entries, and says why it cannot', async () => {
    log([REMOVED, SENT], true);
    const { user } = renderRoute('/settings/audit');
    await screen.findByText('Tulips');
    fakeServer.on(CALL, failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
    await user.click(screen.getByRole('button', { name: 'Show Older Entries' }));
    expect(await screen.findByText('The database cannot be reached.')).toBeVisible();
    log([REFUSED]);
    await user.click(screen.getByRole('button', { name: 'Show Older Entries' }));
    expect(await screen.findByText('Somebody')).toBeVisible();
    expect(lastQuery()).toEqual({ before: '8' });
    expect(screen.queryByRole('button', { name: 'Show Older Entries' })).not.toBeInTheDocument();
  });

  it('says that there is nothing yet, and can be loaded again when that failed', async () => {
    fakeServer.on(CALL, failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
    const { user } = renderRoute('/settings/audit');
    expect(await screen.findByText('The audit log could not be loaded')).toBeVisible();
    log([]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No entries yet')).toBeVisible();
  });

  it('is offered to admins alone', async () => {
    const { user } = renderRoute('/settings');
    await user.click(await screen.findByRole('link', { name: 'Open Audit Log' }));
    expect(await screen.findByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
  });

  it('is not offered to others', async () => {
    const permissions = ADA.permissions.filter((permission) => permission !== 'audit.read');
    fakeServer.on('GET /api/user', { body: { ...ADA, permissions } });
    renderRoute('/settings');
    expect(await screen.findByRole('link', { name: 'Open Team' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Open Audit Log' })).not.toBeInTheDocument();
  });
});
