import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aClient } from '../../records/moments.fixture';

const CALL = 'PATCH /api/clients/c1';
const ACME = aClient({ id: 'c1', business: 'Acme', phone: '1', notes: 'Old' });
const REFUSED = failure(409, 'EDITED_MEANWHILE', 'Grace changed this client meanwhile, so yours was not saved.');

/** Acme after Grace changed it. */
const graces = (changes: Partial<ClientView>) => ({ ...ACME, ...changes, revision: 2, editor: 'Grace' });

/** Says what the server knows of Acme from now on. */
function serve(client: ClientView) {
  fakeServer.on('GET /api/clients/c1', { body: client });
}

/** Answers with it, and emits its event. */
function change(client: ClientView) {
  serve(client);
  fakeServer.emit('client.changed', { id: 'c1' });
}

async function edit() {
  const { user } = renderRoute('/clients/c1');
  await user.click(await screen.findByRole('button', { name: /Edit Client/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Client' }));
  await screen.findByText('Live');
  const retype = async (label: string, text: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), text);
  };
  const save = () => user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  const choose = (name: string) => user.click(dialog.getByRole('button', { name }));
  return { user, dialog, retype, save, choose };
}

const sent = () => fakeServer.calls(CALL).map(({ json }) => json as Partial<ClientView>);

describe('a client that somebody else changes while it is edited', () => {
  beforeEach(() => {
    signedIn();
    const agencies = [
      { id: 'a1', name: 'Northlight' },
      { id: 'a2', name: 'Southlight' },
    ];
    fakeServer.on('GET /api/agencies', { body: agencies });
    fakeServer.on('GET /api/clients', { body: [ACME] });
    serve(ACME);
  });

  it('shows the stored value in the dialog after a 409, and keeps the typed text', async () => {
    const { dialog, retype, save, choose } = await edit();
    await retype('Notes', 'Mine');
    fakeServer.on(CALL, () => {
      serve(graces({ notes: 'Theirs' }));
      return REFUSED;
    });
    await save();
    expect(await screen.findByText('Failed to update client. Please try again.')).toBeVisible();
    const note = (await dialog.findByText('Grace changed this client meanwhile')).closest<HTMLElement>('[role=alert]')!;
    expect(note).toHaveTextContent('What you typed is kept, and not saved yet. It says now:NotesTheirs');
    expect(note.parentElement).toHaveFocus();
    expect(dialog.queryByText(/so yours was not saved/)).not.toBeInTheDocument();
    expect(dialog.getByLabelText('Notes')).toHaveValue('Mine');
    expect(sent()).toMatchObject([{ notes: 'Mine', revision: 1 }]);

    fakeServer.on(CALL, { body: { ...graces({ notes: 'Mine' }), revision: 3 } });
    await choose('Keep mine');
    expect(dialog.queryByText('Theirs')).not.toBeInTheDocument();
    await save();
    expect(await screen.findByText('Client updated')).toBeVisible();
    expect(sent()[1]).toMatchObject({ notes: 'Mine', revision: 2 });
  });

  it('shows the other value while typing, and can take it', async () => {
    const { dialog, retype, choose, save } = await edit();
    await retype('Notes', 'Mine');
    change(graces({ notes: 'Theirs', agencyId: 'a1' }));
    expect(await dialog.findByText('Grace changed this client meanwhile')).toBeInTheDocument();
    expect(dialog.getByLabelText('Notes')).toHaveValue('Mine');
    const note = dialog.getByText('Grace changed this client meanwhile').closest('[role=alert]')!.parentElement;
    await save();
    expect(sent()).toEqual([]);
    expect(note).toHaveFocus();
    expect(dialog.getByText('Grace changed this client meanwhile: choose what to keep.')).toBeInTheDocument();
    await choose('Take theirs');
    expect(dialog.getByLabelText('Notes')).toHaveValue('Theirs');
    await waitFor(() => expect(dialog.queryByText('Grace changed this client meanwhile')).not.toBeInTheDocument());
  });

  it('takes over what only the other person changed, and then closes without asking', async () => {
    const { dialog, user } = await edit();
    change(graces({ phone: '2', targetKeywords: ['dentist'] }));
    expect(await dialog.findByText('Taken over into this form: Phone and Target Keywords.')).toBeInTheDocument();
    expect(dialog.getByLabelText('Phone')).toHaveValue('2');
    expect(dialog.getByText('dentist')).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Keep mine' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('shows the name of the agency that the other person chose', async () => {
    const { user, dialog } = await edit();
    await user.click(dialog.getByLabelText('Agency'));
    await user.click(await screen.findByTitle('Northlight'));
    change(graces({ agencyId: 'a2' }));
    const note = (await dialog.findByText('Grace changed this client meanwhile')).closest('[role=alert]');
    expect(note).toHaveTextContent('AgencySouthlight');
  });
});
