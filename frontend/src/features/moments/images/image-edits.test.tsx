import type { ImageView } from '@gmb-moments/backend/contract/images';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../../test/render-route';
import { failure, fakeServer } from '../../../test/server';
import { aMoment, anImage, CAPTION } from '../../../records/moments.fixture';

const CALL = 'PATCH /api/images/image-1';
const IMAGE = anImage(1, CAPTION);

const serve = (image: ImageView) => fakeServer.on('GET /api/moments/moment-1/images', { body: [image] });
const address = () => screen.getByLabelText('Address');
const sent = () => fakeServer.calls(CALL).map(({ json }) => json);

/** Changes the image on the server, and emits its event. */
function change(changes: Partial<ImageView>) {
  serve({ ...IMAGE, ...changes });
  fakeServer.emit('image.changed', { ...IMAGE, ...changes });
}

async function open() {
  fakeServer.on('GET /api/moments/moment-1', { body: aMoment({ imageCount: 1 }) });
  fakeServer.on('GET /api/moments/moment-1/runs', { body: [] });
  serve(IMAGE);
  const { user } = renderRoute('/moments/moment-1');
  await screen.findByLabelText('Image 1');
  await screen.findByText('Live');
  await user.click(screen.getByText('SEO'));
  return user;
}

async function editTitle() {
  const user = await open();
  await user.click(screen.getByText('Edit'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Caption' }));
  await user.clear(await dialog.findByLabelText('Title'));
  await user.type(dialog.getByLabelText('Title'), 'Mine');
  return { user, dialog };
}

describe('a caption that somebody else changes while it is edited', () => {
  beforeEach(signedIn);

  it('shows the change, also one by the AI, and saves only the fields that keep the own text', async () => {
    const { user, dialog } = await editTitle();
    change({ title: 'Drafted', description: 'Drafted too', captionRevision: 2, captionEditor: 'The AI' });
    const note = (await dialog.findByText('The AI changed this caption meanwhile')).closest('[role=alert]')!;
    expect(note).toHaveTextContent('Taken over into this form: Description.');
    expect(note).toHaveTextContent('TitleDrafted');
    expect(dialog.getByLabelText('Description')).toHaveValue('Drafted too');
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
    fakeServer.on(CALL, { body: { ...IMAGE, title: 'Mine', captionRevision: 3 } });
    await user.click(dialog.getByText('Save'));
    expect(await screen.findByText('Updated')).toBeVisible();
    expect(sent()).toEqual([{ title: 'Mine', captionRevision: 2 }]);
  });

  it('is no news in a dialog that is opened once the AI has written', async () => {
    const user = await open();
    change({ title: 'Drafted', description: 'Drafted too', captionRevision: 2, captionEditor: 'The AI' });
    expect(await screen.findByText('Drafted too')).toBeVisible();
    await user.click(screen.getByText('Edit'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Caption' }));
    expect(await dialog.findByLabelText('Title')).toHaveValue('Drafted');
    expect(dialog.queryByText(/meanwhile/)).toBeNull();
    await user.type(dialog.getByLabelText('Title'), ' and mine');
    fakeServer.on(CALL, { body: { ...IMAGE, title: 'Drafted and mine', captionRevision: 3 } });
    await user.click(dialog.getByText('Save'));
    expect(await screen.findByText('Updated')).toBeVisible();
    expect(sent()).toEqual([{ title: 'Drafted and mine', captionRevision: 2 }]);
  });

  it('does not conflict with a changed address', async () => {
    const { user, dialog } = await editTitle();
    change({ address: 'Rua Augusta 1', addressRevision: 2, addressEditor: 'Grace' });
    await waitFor(() => expect(address()).toHaveValue('Rua Augusta 1'));
    fakeServer.on(CALL, { body: { ...IMAGE, title: 'Mine', captionRevision: 2 } });
    await user.click(dialog.getByText('Save'));
    expect(await screen.findByText('Updated')).toBeVisible();
    expect(sent()).toEqual([{ title: 'Mine', captionRevision: 1 }]);
  });
});

describe('an address that somebody else changes while it is edited', () => {
  beforeEach(signedIn);
  const NOTE = 'Grace changed this address meanwhile';

  it('asks before it overwrites the other address', async () => {
    const user = await open();
    await user.type(address(), 'Mine');
    change({ address: 'Theirs', addressRevision: 2, addressEditor: 'Grace' });
    expect(await screen.findByText(NOTE)).toBeInTheDocument();
    await user.tab();
    expect(address()).toHaveValue('Mine');
    expect(sent()).toEqual([]);
    const saved = { ...IMAGE, address: 'Mine', addressRevision: 3, addressEditor: 'Ada' };
    fakeServer.on(CALL, { body: saved });
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    expect(await screen.findByText('Address saved')).toBeVisible();
    expect(sent()).toEqual([{ address: 'Mine', addressRevision: 2 }]);
    await waitFor(() => expect(screen.queryByText(NOTE)).not.toBeInTheDocument());
    expect(address()).toHaveValue('Mine');
  });

  it('shows the other address after a 409, and can take it', async () => {
    const user = await open();
    await user.type(address(), 'Mine');
    fakeServer.on(CALL, () => {
      serve({ ...IMAGE, address: 'Theirs', addressRevision: 2, addressEditor: 'Grace' });
      return failure(409, 'EDITED_MEANWHILE', 'Grace changed the address of this image meanwhile.');
    });
    await user.tab();
    expect(await screen.findByText(NOTE)).toBeInTheDocument();
    expect(await screen.findByText('Failed to update caption')).toBeVisible();
    expect(address()).toHaveValue('Mine');
    await user.click(screen.getByRole('button', { name: 'Take theirs' }));
    await waitFor(() => expect(address()).toHaveValue('Theirs'));
    expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
  });

  it('shows no conflict when nothing is typed, or when only the caption changed', async () => {
    const user = await open();
    change({ address: 'Theirs', addressRevision: 2, addressEditor: 'Grace' });
    await waitFor(() => expect(address()).toHaveValue('Theirs'));
    await user.type(address(), ' 2');
    const drafted = { title: 'Drafted', captionRevision: 2, captionEditor: 'The AI' };
    change({ address: 'Theirs', addressRevision: 2, addressEditor: 'Grace', ...drafted });
    expect(await screen.findByText('Drafted')).toBeVisible();
    expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
    fakeServer.on(CALL, { body: { ...IMAGE, ...drafted, address: 'Theirs 2', addressRevision: 3 } });
    await user.tab();
    expect(await screen.findByText('Address saved')).toBeVisible();
    expect(sent()).toEqual([{ address: 'Theirs 2', addressRevision: 2 }]);
  });
});
