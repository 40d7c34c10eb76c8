import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { signedIn } from '../../../test/render-route';
import { failure, fakeServer } from '../../../test/server';
import { anImage, CAPTION } from '../../../records/moments.fixture';
import { openMoment } from '../moment-page.fixture';

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

  it('shows the next photo while the one before is being saved, and loses no letter', async () => {
    const user = await openDialog();
    const saves: (() => void)[] = [];
    for (const image of IMAGES)
      fakeServer.on(`PATCH /api/images/${image.id}`, async ({ json }) => {
        await new Promise<void>((answer) => saves.push(answer));
        return { body: { ...image, ...(json as object), captionRevision: 2 } };
      });
    for (const word of ['red', 'green', 'blue']) await user.keyboard(` ${word}{Alt>}j{/Alt}`);
    expect(title()).toHaveValue('Photo 3 blue');
    await user.keyboard('!');
    await waitFor(() => expect(saves).toHaveLength(2));
    for (const answer of saves.splice(0).toReversed()) answer();
    await user.keyboard('?');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves).toHaveLength(1));
    saves[0]!();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const texts = IMAGES.map(({ id }) => fakeServer.calls(`PATCH /api/images/${id}`).map(({ json }) => json));
    expect(texts).toEqual([
      [{ title: 'Photo 1 red', captionRevision: 1 }],
      [{ title: 'Photo 2 green', captionRevision: 1 }],
      [{ title: 'Photo 3 blue!?', captionRevision: 1 }],
    ]);
    for (const name of ['Photo 1 red', 'Photo 2 green', 'Photo 3 blue!?'])
      expect(screen.getByRole('button', { name })).toBeInTheDocument();
  });

  it('adds the keyword that is being typed before it goes on', async () => {
    const user = await openDialog();
    fakeServer.on('PATCH /api/images/image-1', { body: { ...IMAGES[0]!, captionRevision: 2 } });
    await user.click(dialog().getByLabelText('EXIF Keywords'));
    await user.keyboard('tulips{Alt>}j{/Alt}roses');
    expect(dialog().getByLabelText('EXIF Keywords')).toHaveValue('roses');
    await waitFor(() =>
      expect(fakeServer.calls('PATCH /api/images/image-1').map(({ json }) => json)).toEqual([
        { exifKeywords: `${CAPTION.exifKeywords}, tulips`, captionRevision: 1 },
      ]),
    );
  });

  it('says which photo could not be saved, keeps its text, and returns to it before it closes', async () => {
    const user = await openDialog();
    fakeServer.on('PATCH /api/images/image-1', failure(503, 'DATABASE_UNAVAILABLE', 'Not now.'));
    await user.keyboard('!{Alt>}j{/Alt}');
    expect(await dialog().findByText('#1 is not saved: Not now.')).toBeInTheDocument();
    expect(title()).toHaveValue('Photo 2');
    expect(title()).toHaveFocus();
    await user.click(dialog().getByRole('button', { name: 'Go to #1' }));
    expect(title()).toHaveValue('Photo 1!');
    expect(dialog().getByText('Not now.')).toBeInTheDocument();
    await user.click(dialog().getByRole('button', { name: 'Next photo' }));
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(title()).toHaveValue('Photo 1!'));
    await waitFor(() => expect(fakeServer.calls('PATCH /api/images/image-1')).toHaveLength(2));
    fakeServer.on('PATCH /api/images/image-1', { body: { ...IMAGES[0]!, title: 'Photo 1!', captionRevision: 2 } });
    await waitFor(() => expect(dialog().getByRole('button', { name: 'Save' })).toBeEnabled());
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Photo 1!' })).toBeInTheDocument();
  });

  it('asks before the page is left with a caption that could not be saved', async () => {
    const user = await openDialog();
    fakeServer.on('PATCH /api/images/image-1', failure(503, 'DATABASE_UNAVAILABLE', 'Not now.'));
    await user.keyboard('!{Alt>}j{/Alt}');
    await dialog().findByText('#1 is not saved: Not now.');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Clients' }));
    expect(await screen.findByText('Discard unsaved changes?')).toBeInTheDocument();
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
