import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { screen, within } from '@testing-library/react';
import { anAgency } from '../../records/moments.fixture';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const CALL = 'PATCH /api/agencies/a1';
const SOLO = anAgency({ name: 'Solo', primaryColor: '#112233', logoUrl: '/media/old.webp', revision: 4 });
const PNG = new File(['logo'], 'logo.png', { type: 'image/png' });

const serve = (agency: AgencyView) => fakeServer.on('GET /api/agencies', { body: [agency] });

async function edit() {
  const { user } = renderRoute('/agencies');
  await user.click(await screen.findByRole('button', { name: 'Edit Solo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Agency' }));
  await screen.findByText('Live');
  return { user, dialog, save: () => user.click(dialog.getByRole('button', { name: 'Save Changes' })) };
}

describe('removing the logo in use', () => {
  it('takes effect on saving, and can be undone before', async () => {
    signedIn();
    serve(SOLO);
    const { user, dialog, save } = await edit();
    await user.click(dialog.getByRole('button', { name: 'Remove current logo' }));
    expect(dialog.queryByAltText('Current logo')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Keep current logo' }));
    expect(dialog.getByAltText('Current logo')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Remove current logo' }));
    expect(dialog.getByRole('button', { name: 'Keep current logo' })).toHaveFocus();
    fakeServer.on(CALL, { body: { ...SOLO, logoUrl: null, revision: 5 } });
    await save();
    expect(await screen.findByText('Agency updated')).toBeVisible();
    const [request] = fakeServer.calls(CALL);
    expect(request?.fields).toMatchObject({ name: 'Solo', removeLogo: 'true' });
    expect(request?.text).not.toContain('filename=');
  });
});

describe('an agency that somebody else changes while it is edited', () => {
  beforeEach(() => {
    signedIn();
    serve(SOLO);
  });

  it('shows the other logo, and replaces it only on request', async () => {
    const { user, dialog, save } = await edit();
    await user.upload(dialog.getByLabelText('Logo'), PNG);
    fakeServer.on(CALL, () => {
      serve({ ...SOLO, logoUrl: '/media/theirs.webp', name: 'Duo', revision: 5, editor: 'Grace' });
      return failure(409, 'EDITED_MEANWHILE', 'Grace changed this agency meanwhile.');
    });
    await save();
    expect(await dialog.findByAltText('The logo in use now')).toHaveAttribute('src', '/media/theirs.webp');
    expect(dialog.getByText('Grace changed this agency meanwhile')).toBeInTheDocument();
    expect(dialog.getByText(/^Taken over into this form: Name\./)).toBeInTheDocument();
    expect(dialog.getByLabelText('Name')).toHaveValue('Duo');
    expect(fakeServer.calls(CALL)[0]?.fields).toMatchObject({ name: 'Solo', revision: '4' });

    fakeServer.on(CALL, { body: { ...SOLO, revision: 6 } });
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
    await save();
    expect(await screen.findByText('Agency updated')).toBeVisible();
    expect(fakeServer.calls(CALL)[1]?.fields).toMatchObject({ name: 'Duo', revision: '5' });
    expect(fakeServer.calls(CALL)[1]?.text).toContain('filename="logo.png"');
  });

  it('drops the chosen logo for the one in use, when that is taken', async () => {
    const { user, dialog, save } = await edit();
    await user.upload(dialog.getByLabelText('Logo'), PNG);
    serve({ ...SOLO, logoUrl: '/media/theirs.webp', revision: 5, editor: 'Grace' });
    fakeServer.emit('agency.changed', { id: 'a1' });
    await user.click(await dialog.findByRole('button', { name: 'Take theirs' }));
    expect(await dialog.findByAltText('Current logo')).toHaveAttribute('src', '/media/theirs.webp');
    fakeServer.on(CALL, { body: { ...SOLO, revision: 5 } });
    await save();
    expect(await screen.findByText('Agency updated')).toBeVisible();
    expect(fakeServer.calls(CALL)[0]?.text).not.toContain('filename=');
  });

  it('shows a logo that was chosen while this one was to be removed', async () => {
    const { user, dialog, save } = await edit();
    await user.click(dialog.getByRole('button', { name: 'Remove current logo' }));
    serve({ ...SOLO, logoUrl: '/media/theirs.webp', revision: 5, editor: 'Grace' });
    fakeServer.emit('agency.changed', { id: 'a1' });
    expect(await dialog.findByAltText('The logo in use now')).toHaveAttribute('src', '/media/theirs.webp');
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
    fakeServer.on(CALL, { body: { ...SOLO, logoUrl: null, revision: 6 } });
    await save();
    expect(await screen.findByText('Agency updated')).toBeVisible();
    expect(fakeServer.calls(CALL)[0]?.fields).toMatchObject({ removeLogo: 'true', revision: '5' });
  });
});
