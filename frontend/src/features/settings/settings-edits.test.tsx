import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SettingsView } from '@gmb-moments/backend/contract/settings';
import { screen, waitFor } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const CALL = 'PATCH /api/settings';
const ACME: SettingsView = {
  logoUrl: null,
  brandName: 'Acme',
  primaryColor: '#112233',
  usesBuiltInWriter: false,
  revision: 1,
  editor: null,
};

const serve = (settings: SettingsView) => fakeServer.on('GET /api/settings', { body: settings });
const brandName = () => screen.getByLabelText('Brand Name');
const NOTE = 'Grace changed the settings meanwhile';

async function open() {
  serve(ACME);
  const { user } = renderRoute('/settings');
  await screen.findByRole('heading', { name: 'Platform Branding' });
  await screen.findByText('Live');
  const retype = async (text: string) => {
    await user.clear(brandName());
    await user.type(brandName(), text);
  };
  return { user, retype, save: () => user.click(screen.getByRole('button', { name: /Save Settings/ })) };
}

/** Grace changes the settings; connected pages receive the event. */
function change(changes: Partial<SettingsView>) {
  serve({ ...ACME, ...changes, revision: 2, editor: 'Grace' });
  fakeServer.emit('settings.changed', { id: 'settings' });
}

describe('settings that somebody else changes while they are edited', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/users', { body: [] });
  });

  it('shows the change, and overwrites it only on request', async () => {
    const { user, retype, save } = await open();
    await retype('Mine');
    fakeServer.on(CALL, () => {
      serve({ ...ACME, brandName: 'Theirs', revision: 2, editor: 'Grace' });
      return failure(409, 'EDITED_MEANWHILE', 'Grace changed the settings meanwhile, so yours was not saved.');
    });
    await save();
    const note = (await screen.findByText(NOTE)).closest('[role=alert]')!;
    expect(note).toHaveTextContent('It says now:Brand NameTheirs');
    expect(brandName()).toHaveValue('Mine');
    await save();
    expect(fakeServer.calls(CALL)).toHaveLength(1);
    const saved = { ...ACME, brandName: 'Mine', revision: 3, editor: 'Ada' };
    fakeServer.on(CALL, () => {
      serve(saved);
      return { body: saved };
    });
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await save();
    expect(await screen.findByText('Settings updated')).toBeVisible();
    expect(fakeServer.calls(CALL)[1]?.fields).toMatchObject({ brandName: 'Mine', revision: '2' });
    expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
  });

  it('takes over fields that are not edited here, and says so during an edit', async () => {
    const { retype } = await open();
    change({ primaryColor: '#445566' });
    await waitFor(() => expect(screen.getByLabelText('Primary Color')).toHaveValue('#445566'));
    expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
    await retype('Mine');
    expect(await screen.findByText('Taken over into this form: Primary Color.')).toBeInTheDocument();
  });
});
