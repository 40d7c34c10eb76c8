import { beforeEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { aClient } from '../records/moments.fixture';
import { renderRoute, signedIn } from '../test/render-route';
import { failure, fakeServer } from '../test/server';

const SOLO = {
  id: 'a1',
  name: 'Solo',
  primaryColor: '#112233',
  logoUrl: null,
  customDomain: null,
  domainVerified: false,
  domainNote: '',
  revision: 1,
  editor: null,
  createdAt: '2026-01-01T00:00:00Z',
};
const ACME = aClient({ id: 'c1', business: 'Acme' });

beforeEach(() => {
  signedIn();
  fakeServer.on('GET /api/agencies', { body: [SOLO] });
  fakeServer.on('GET /api/clients', { body: [ACME] });
  fakeServer.on('GET /api/clients/c1', { body: ACME });
});

it.each([
  ['POST /api/agencies', '/agencies', /Add Agency/, 'Add Agency', 'Add Agency', 'Name', 'create agency'],
  ['PATCH /api/agencies/a1', '/agencies', /Edit Solo/, 'Edit Agency', 'Save Changes', 'Name', 'update agency'],
  ['DELETE /api/agencies/a1', '/agencies', /Delete Solo/, 'Delete agency?', 'Delete', null, 'delete agency'],
  [
    'PATCH /api/clients/c1',
    '/clients/c1',
    /Edit Client/,
    'Edit Client',
    'Save Changes',
    'Business Name',
    'update client',
  ],
  ['DELETE /api/clients/c1', '/clients', /Delete Acme/, 'Delete client?', 'Delete', null, 'delete client'],
] as const)('says that %s failed, and keeps the dialog with what was typed', async (...row) => {
  const [call, path, opener, title, submit, field, what] = row;
  fakeServer.on(call, failure(500, 'INTERNAL_ERROR', 'Broken.'));
  const { user } = renderRoute(path);
  await user.click(await screen.findByRole('button', { name: opener }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  if (field) await user.type(dialog.getByLabelText(field), 'Typed');
  await user.click(dialog.getByRole('button', { name: submit }));
  const toast = (await screen.findByText('Error')).closest<HTMLElement>('[role=alert]')!;
  expect(within(toast).getByText(`Failed to ${what}. Please try again.`)).toBeVisible();
  expect(screen.getByRole('dialog', { name: title })).toBeVisible();
  expect(field && dialog.getByLabelText<HTMLInputElement>(field).value.slice(-5)).toBe(field && 'Typed');
  expect(fakeServer.calls(call)).toHaveLength(1);
});
