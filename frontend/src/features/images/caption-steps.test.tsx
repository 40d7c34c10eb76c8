import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { anImage, CAPTION } from '../moments/moment.fixture';
import { openMoment } from '../moments/moment.stage';

const IMAGES = [1, 2, 3].map((number) => anImage(number, { ...CAPTION, title: `Photo ${number}` }));

const dialog = () => within(screen.getByRole('dialog', { name: 'Edit Caption' }));
const title = () => dialog().getByLabelText('Title');

async function openDialog() {
  const { user } = await openMoment({ images: IMAGES });
  await user.click(screen.getByRole('button', { name: 'Photo 1' }));
  await user.keyboard('e');
  await screen.findByRole('dialog', { name: 'Edit Caption' });
  await waitFor(() => expect(title()).toHaveFocus());
  return user;
}

describe('editing captions one after the other', () => {
  beforeEach(signedIn);

  it('saves what was typed and goes on, with the same field in focus', async () => {
    const user = await openDialog();
    const saved = { ...IMAGES[0]!, description: `${CAPTION.description}!`, captionRevision: 2 };
    fakeServer.on('PATCH /api/images/image-1', { body: saved });
    await user.click(dialog().getByLabelText('Description'));
    await user.keyboard('!{Alt>}j{/Alt}');
    await waitFor(() => expect(title()).toHaveValue('Photo 2'));
    await waitFor(() => expect(dialog().getByLabelText('Description')).toHaveFocus());
    expect(dialog().getByText('2 of 3')).toBeInTheDocument();
    expect(fakeServer.calls('PATCH /api/images/image-1').map(({ json }) => json)).toEqual([
      { description: `${CAPTION.description}!`, captionRevision: 1 },
    ]);
    await user.keyboard('{Alt>}k{/Alt}');
    await waitFor(() => expect(title()).toHaveValue('Photo 1'));
    expect(dialog().getByLabelText('Description')).toHaveValue(`${CAPTION.description}!`);
    expect(fakeServer.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  it('goes on with J and K outside of fields, and with buttons, until the last', async () => {
    const user = await openDialog();
    await user.keyboard('jk');
    expect(title()).toHaveValue('Photo 1jk');
    await user.keyboard('{Backspace}{Backspace}');
    fakeServer.on('PATCH /api/images/image-1', { body: IMAGES[0] });
    await user.click(dialog().getByRole('button', { name: 'Next photo' }));
    await waitFor(() => expect(title()).toHaveValue('Photo 2'));
    await waitFor(() => expect(dialog().getByRole('button', { name: 'Next photo' })).toHaveFocus());
    await user.keyboard('j');
    await waitFor(() => expect(title()).toHaveValue('Photo 3'));
    await waitFor(() => expect(dialog().getByRole('button', { name: 'Next photo' })).toBeDisabled());
    await user.click(dialog().getByRole('button', { name: 'Previous photo' }));
    await waitFor(() => expect(title()).toHaveValue('Photo 2'));
  });

  it('stays at the photo whose caption could not be saved, and says why', async () => {
    const user = await openDialog();
    fakeServer.on('PATCH /api/images/image-1', failure(503, 'DATABASE_UNAVAILABLE', 'Not now.'));
    await user.keyboard('!{Alt>}j{/Alt}');
    expect(await dialog().findByText('Not now.')).toBeInTheDocument();
    expect(title()).toHaveValue('Photo 1!');
    fakeServer.on('PATCH /api/images/image-1', { body: { ...IMAGES[0]!, title: 'Photo 1!', captionRevision: 2 } });
    await user.keyboard('{Alt>}j{/Alt}');
    await waitFor(() => expect(title()).toHaveValue('Photo 2'));
  });

  it('gives the focus to the last photo when it is closed', async () => {
    const user = await openDialog();
    await user.keyboard('{Alt>}j{/Alt}');
    await waitFor(() => expect(title()).toHaveValue('Photo 2'));
    await waitFor(() => expect(title()).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Photo 2' })).toHaveFocus());
  });
});
