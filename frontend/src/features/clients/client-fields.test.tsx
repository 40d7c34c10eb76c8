import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { aClient } from '../../records/moments.fixture';

const ACME = aClient({ id: 'c1', business: 'Acme', agencyId: 'a1' });

/** Opens the dialog that edits Acme. */
async function edit() {
  const { user } = renderRoute('/clients/c1');
  await user.click(await screen.findByRole('button', { name: /Edit Client/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Client' }));
  return { user, dialog, save: () => user.click(dialog.getByRole('button', { name: 'Save Changes' })) };
}

beforeEach(() => {
  signedIn();
  fakeServer.on('GET /api/agencies', { body: [{ id: 'a1', name: 'Northlight' }] });
  fakeServer.on('GET /api/clients', { body: [ACME] });
  fakeServer.on('GET /api/clients/c1', { body: ACME });
});

describe('a client that is edited', () => {
  it('has no agency any more when No Agency is chosen', async () => {
    fakeServer.on('PATCH /api/clients/c1', { body: { ...ACME, agencyId: null } });
    const { user, dialog, save } = await edit();
    const agency = dialog.getByLabelText('Agency');
    expect(await dialog.findByTitle('Northlight')).toBeVisible();
    await user.click(agency);
    await user.click(await screen.findByTitle('No Agency'));
    await save();
    expect(await screen.findByText('Client updated')).toBeVisible();
    expect(fakeServer.calls('PATCH /api/clients/c1')[0]?.json).toMatchObject({ business: 'Acme', agencyId: null });
  });

  it('has the agency that is chosen', async () => {
    fakeServer.on('GET /api/clients/c1', { body: { ...ACME, agencyId: null } });
    fakeServer.on('PATCH /api/clients/c1', { body: ACME });
    const { user, dialog, save } = await edit();
    expect(await dialog.findByTitle('No Agency')).toBeVisible();
    await user.click(dialog.getByLabelText('Agency'));
    await user.click(await screen.findByTitle('Northlight'));
    await save();
    expect(await screen.findByText('Client updated')).toBeVisible();
    expect(fakeServer.calls('PATCH /api/clients/c1')[0]?.json).toMatchObject({ agencyId: 'a1' });
  });
});

describe('every tag input of a client', () => {
  it.each([
    ['Target Keywords', 'targetKeywords'],
    ['Categories', 'categories'],
    ['Social Links', 'socialLinks'],
  ])('takes Enter, comma and Backspace, and no doubles: %s', async (label, name) => {
    fakeServer.on('PATCH /api/clients/c1', { body: ACME });
    const { user, dialog, save } = await edit();
    await user.type(dialog.getByLabelText(label), ' one {Enter}two,one,  {Enter}three,{Backspace}');
    await save();
    expect(await screen.findByText('Client updated')).toBeVisible();
    expect(fakeServer.calls('PATCH /api/clients/c1')[0]?.json).toMatchObject({ [name]: ['one', 'two'] });
  });
});
