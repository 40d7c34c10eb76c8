import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { filledButtons } from '../../test/filled-buttons';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer, type Received } from '../../test/server';
import { aClient, aMoment, anImage } from '../../records/moments.fixture';

type User = ReturnType<typeof renderRoute>['user'];

function photos(count: number): File[] {
  return Array.from({ length: count }, (_, index) => photo(`photo-${index + 1}.jpg`));
}

function photo(name: string, bytes = 3): File {
  return Object.defineProperty(new File(['xyz'], name, { type: 'image/jpeg' }), 'size', { value: bytes });
}

const namesIn = ({ text }: Received) => [...text.matchAll(/filename="([^"]+)"/g)].map(([, name]) => name);
const createButton = () => screen.getByText('Create Package').closest('button')!;

async function fillIn(user: User) {
  await user.click(await screen.findByLabelText('Business'));
  await user.keyboard('thorn');
  await user.click(await screen.findByTitle('Rose & Thorn'));
  await user.type(screen.getByLabelText('Moment Title'), 'Spring window');
}

async function choose(user: User, files: File[]) {
  await user.upload(screen.getByLabelText('Images'), files);
}

describe('creating a moment', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/clients', { body: [aClient(), aClient({ id: 'client-2', business: 'Corner Café' })] });
    fakeServer.on('POST /api/moments', { status: 201, body: aMoment() });
    fakeServer.on('POST /api/upload', { status: 201, body: [] });
    fakeServer.on('GET /api/moments/moment-1', { body: aMoment({ imageCount: 1 }) });
    fakeServer.on('GET /api/moments/moment-1/images', { body: [anImage(1)] });
    fakeServer.on('GET /api/moments/moment-1/runs', { body: [] });
  });

  it('creates a draft, uploads in batches of five, each to its place, and opens the moment', async () => {
    const { user, router } = renderRoute('/moments/create');
    expect(await screen.findByText('Create New Package', { selector: 'h1' })).toBeVisible();
    await fillIn(user);
    await choose(user, photos(7));
    await user.click(createButton());
    await waitFor(() => expect(router.state.location.pathname).toBe('/moments/moment-1'));
    expect(fakeServer.calls('POST /api/moments')[0]!.json).toEqual({
      title: 'Spring window',
      clientId: 'client-1',
      status: 'draft',
    });
    const uploads = fakeServer.calls('POST /api/upload');
    expect(uploads.map(({ fields }) => fields)).toMatchObject([
      { momentId: 'moment-1', startPosition: '0' },
      { momentId: 'moment-1', startPosition: '5' },
    ]);
    expect(uploads.flatMap(namesIn)).toEqual(photos(7).map(({ name }) => name));
    expect(new Set(uploads.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  it('begins in the first field that is to be filled in', async () => {
    const { router } = renderRoute('/moments/create');
    await waitFor(() => expect(screen.getByLabelText('Business')).toHaveFocus());
    await act(() => router.navigate('/moments'));
    await act(() => router.navigate('/moments/create?clientId=client-1'));
    await waitFor(() => expect(screen.getByLabelText('Moment Title')).toHaveFocus());
  });

  it('creates the business by its name, and selects it', async () => {
    const added = aClient({ id: 'client-3', business: 'Tulip & Co' });
    fakeServer.on('POST /api/clients', () => {
      fakeServer.on('GET /api/clients', { body: [aClient(), added] });
      return { status: 201, body: added };
    });
    const { user } = renderRoute('/moments/create');
    await user.click(await screen.findByLabelText('Business'));
    await user.keyboard('rose & thorn ');
    expect(await screen.findByTitle('Rose & Thorn')).toBeVisible();
    expect(screen.queryByTitle(/Create/)).toBeNull();
    await user.clear(screen.getByLabelText('Business'));
    await user.keyboard(' Tulip & Co');
    await user.click(await screen.findByTitle('Create “Tulip & Co”'));
    expect(await screen.findByText('Client created')).toBeVisible();
    expect(fakeServer.calls('POST /api/clients').map(({ json }) => json)).toEqual([{ business: 'Tulip & Co' }]);
    await waitFor(() => expect(screen.getByTitle('Tulip & Co')).toBeVisible());
    await user.type(screen.getByLabelText('Moment Title'), 'Spring');
    await choose(user, photos(1));
    await user.click(createButton());
    await waitFor(() => expect(fakeServer.calls('POST /api/moments')[0]?.json).toMatchObject({ clientId: 'client-3' }));
  });

  it('says when a business could not be created', async () => {
    fakeServer.on('POST /api/clients', failure(503, 'DATABASE_UNAVAILABLE', 'Down.'));
    const { user } = renderRoute('/moments/create');
    await user.click(await screen.findByLabelText('Business'));
    await user.keyboard('Tulip');
    await user.click(await screen.findByTitle('Create “Tulip”'));
    expect(await screen.findByText('Failed to create client. Please try again.')).toBeVisible();
    expect(screen.queryByTitle('Tulip')).toBeNull();
  });

  it('cannot be sent before a business, a title and an image are there', async () => {
    const { user } = renderRoute('/moments/create');
    await screen.findByText('Create Package');
    expect(screen.getByText('Browse Files')).toBeVisible();
    expect(createButton()).toBeDisabled();
    await fillIn(user);
    expect(screen.getByText('Please upload at least one image')).toBeVisible();
    expect(createButton()).toBeDisabled();
    await choose(user, photos(1));
    expect(screen.getByLabelText('Chosen images').querySelector('img')).toHaveAttribute('src', 'blob:photo-1.jpg');
    expect(createButton()).toBeEnabled();
    expect(screen.queryByText('Please upload at least one image')).toBeNull();
    await user.clear(screen.getByLabelText('Moment Title'));
    await user.type(screen.getByLabelText('Moment Title'), '\u200b');
    expect(createButton()).toBeDisabled();
    await user.type(screen.getByLabelText('Moment Title'), 'Spring');
    expect(createButton()).toBeEnabled();
    await user.click(screen.getByLabelText('Remove photo-1.jpg'));
    expect(createButton()).toBeDisabled();
  });

  it('takes dropped files, at most 30, and none above 50MB', async () => {
    renderRoute('/moments/create');
    const zone = await screen.findByTestId('drop-zone');
    fireEvent.drop(zone, { dataTransfer: { files: [...photos(31), photo('huge.jpg', 51 * 1024 * 1024)] } });
    const chosen = await screen.findByLabelText('Chosen images');
    expect(within(chosen).getAllByRole('listitem', { hidden: true })).toHaveLength(30);
    expect(screen.getByText('1 file(s) exceed 50MB limit. Please reduce image size.')).toBeVisible();
    expect(screen.getByText('A package holds at most 30 images: 1 file(s) were left out.')).toBeVisible();
  });

  it('shows each file as it is, also of two with one name', async () => {
    const { user } = renderRoute('/moments/create');
    await screen.findByTestId('drop-zone');
    await choose(user, [photo('image.jpg'), photo('image.jpg')]);
    const pictures = () => screen.getByLabelText('Chosen images').querySelectorAll('img');
    fireEvent.error(pictures()[0]!);
    expect(pictures()).toHaveLength(1);
    const [shown] = pictures();
    await user.click(screen.getAllByLabelText('Remove image.jpg')[0]!);
    expect([...pictures()]).toEqual([shown]);
  });

  it('uploads the images in the order that they were put into: with Alt and an arrow, by dragging, and by buttons', async () => {
    const { user, router } = renderRoute('/moments/create');
    await fillIn(user);
    await choose(user, photos(4));
    const tile = (name: string) => screen.getByLabelText(`Remove ${name}`).closest('li')!;
    const shown = () =>
      within(screen.getByLabelText('Chosen images'))
        .getAllByRole('listitem', { hidden: true })
        .map((item) => /photo-\d\.jpg/.exec(item.textContent)?.[0]);
    act(() => screen.getByLabelText('Remove photo-1.jpg').focus());
    await user.keyboard('{Alt>}{ArrowRight}{ArrowRight}{/Alt}');
    expect(shown()).toEqual(['photo-2.jpg', 'photo-3.jpg', 'photo-1.jpg', 'photo-4.jpg']);
    expect(screen.getByText('Moved to place 3 of 4')).toHaveAttribute('role', 'status');
    expect(screen.getByLabelText('Remove photo-1.jpg')).toHaveFocus();

    const dataTransfer = { setData: () => undefined };
    fireEvent.dragStart(tile('photo-4.jpg'), { dataTransfer });
    fireEvent.dragOver(tile('photo-2.jpg'), { dataTransfer });
    fireEvent.drop(tile('photo-2.jpg'), { dataTransfer });
    fireEvent.dragEnd(tile('photo-4.jpg'), { dataTransfer });
    expect(shown()).toEqual(['photo-4.jpg', 'photo-2.jpg', 'photo-3.jpg', 'photo-1.jpg']);

    expect(screen.getByLabelText('Move photo-4.jpg earlier')).toBeDisabled();
    expect(screen.getByLabelText('Move photo-1.jpg later')).toBeDisabled();
    await user.click(screen.getByLabelText('Move photo-3.jpg earlier'));
    await user.click(createButton());
    await waitFor(() => expect(router.state.location.pathname).toBe('/moments/moment-1'));
    expect(fakeServer.calls('POST /api/upload').flatMap(namesIn)).toEqual([
      'photo-4.jpg',
      'photo-3.jpg',
      'photo-2.jpg',
      'photo-1.jpg',
    ]);
  });

  it('says after three attempts which images failed; the retry sends only those, into the same moment', async () => {
    let up = false;
    fakeServer.on('POST /api/upload', ({ fields }) =>
      up || fields.startPosition === '0'
        ? { status: 201, body: [] }
        : failure(503, 'STORAGE_UNAVAILABLE', 'The storage is down.'),
    );
    const { user, router } = renderRoute('/moments/create');
    await fillIn(user);
    await choose(user, photos(7));
    await user.click(createButton());
    expect(await screen.findByText('Failed to upload images 6-7 after 3 attempts: The storage is down.')).toBeVisible();
    expect(screen.getByLabelText('photo-5.jpg is uploaded')).toBeVisible();
    up = true;
    await user.click(screen.getByText('Retry'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/moments/moment-1'));
    const uploads = fakeServer.calls('POST /api/upload');
    expect(uploads.map(({ fields }) => fields.startPosition)).toEqual(['0', '5', '5', '5', '5']);
    expect(new Set(uploads.slice(1).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(fakeServer.calls('POST /api/moments')).toHaveLength(1);
  });

  it('says what was found about each uploaded photo while others are still on their way', async () => {
    const message = 'This photo looks blurred. Replace it with a sharper one.';
    const blurred = { kind: 'blurred', label: 'Blurred', message, isIgnored: false, duplicateOf: null } as const;
    const images = [1, 2, 3, 4, 5].map((number) => anImage(number, { findings: number === 2 ? [blurred] : [] }));
    fakeServer.on('POST /api/upload', ({ fields }) =>
      fields.startPosition === '0' ? { status: 201, body: images } : failure(415, 'PICTURE_UNREADABLE', 'Unreadable.'),
    );
    const { user } = renderRoute('/moments/create');
    await fillIn(user);
    await choose(user, photos(6));
    await user.click(createButton());
    const warnings = within(await screen.findByRole('region', { name: 'Warnings about uploaded photos' }));
    expect(warnings.getByText('1 photo has warnings')).toBeVisible();
    expect(warnings.getByRole('listitem')).toHaveTextContent(`photo-2.jpg ${message}`);
  });

  it('names a refused file at once; without it the others go through', async () => {
    fakeServer.on('POST /api/upload', (request) =>
      namesIn(request).includes('scan.jpg')
        ? failure(415, 'PICTURE_UNREADABLE', 'scan.jpg cannot be read.')
        : { status: 201, body: [] },
    );
    const { user, router } = renderRoute('/moments/create');
    await fillIn(user);
    await choose(user, [photo('good.jpg'), photo('scan.jpg')]);
    await user.click(createButton());
    expect(await screen.findByText('Failed to upload images 1-2: scan.jpg cannot be read.')).toBeVisible();
    expect(fakeServer.calls('POST /api/upload')).toHaveLength(1);
    expect(filledButtons()).toHaveLength(1);
    await user.click(screen.getByLabelText('Remove scan.jpg'));
    // The error about the removed file disappears.
    expect(screen.queryByText(/scan\.jpg cannot be read/)).toBeNull();
    expect(screen.queryByText(/^Stopped at/)).toBeNull();
    expect(screen.queryByText('Retry')).toBeNull();
    await user.click(createButton());
    await waitFor(() => expect(router.state.location.pathname).toBe('/moments/moment-1'));
  });

  it('marks every refused file and goes on without them, and with no others', async () => {
    const sentences = { 'scan.jpg': '"scan.jpg" is damaged.', 'empty.jpg': '"empty.jpg" is empty.' };
    fakeServer.on('POST /api/upload', (request) => {
      const details = namesIn(request).flatMap((name, index) => {
        const message = sentences[name as keyof typeof sentences];
        return message ? [{ field: `images.${index}`, message }] : [];
      });
      if (details.length === 0) return { status: 201, body: [] };
      return failure(415, 'PICTURE_UNREADABLE', details[0]!.message, details);
    });
    const { user, router } = renderRoute('/moments/create');
    await fillIn(user);
    await choose(user, [photo('good.jpg'), photo('scan.jpg'), photo('fine.jpg'), photo('empty.jpg')]);
    await user.click(createButton());
    expect(await screen.findByText('Failed to upload images 1-4: "scan.jpg" is damaged.')).toBeVisible();
    expect(screen.getByText('"empty.jpg" is empty.')).toBeVisible();
    const tiles = within(screen.getByLabelText('Chosen images')).getAllByRole('listitem', { hidden: true });
    const marked = tiles.filter((tile) => within(tile).queryByText('Refused'));
    expect(marked.map((tile) => tile.textContent)).toEqual(['#2scan.jpgRefused', '#4empty.jpgRefused']);
    expect(screen.queryByText('Retry')).toBeNull();
    await user.click(screen.getByText('Continue without them'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/moments/moment-1'));
    expect(fakeServer.calls('POST /api/upload').map(namesIn)).toEqual([
      ['good.jpg', 'scan.jpg', 'fine.jpg', 'empty.jpg'],
      ['good.jpg', 'fine.jpg'],
    ]);
    expect(fakeServer.calls('POST /api/moments')).toHaveLength(1);
  });

  it('keeps a refused file marked while others are removed, and offers to go on only where others are left', async () => {
    const details = [{ field: 'images.1', message: 'scan.jpg is damaged.' }];
    fakeServer.on('POST /api/upload', failure(415, 'PICTURE_UNREADABLE', 'scan.jpg is damaged.', details));
    const { user } = renderRoute('/moments/create');
    await fillIn(user);
    await choose(user, [photo('good.jpg'), photo('scan.jpg')]);
    await user.click(createButton());
    expect(await screen.findByText('Continue without it')).toBeVisible();
    await user.click(screen.getByLabelText('Remove good.jpg'));
    expect(screen.getByText('Refused')).toBeVisible();
    fakeServer.on(
      'POST /api/upload',
      failure(415, 'PICTURE_UNREADABLE', 'scan.jpg is damaged.', [{ ...details[0]!, field: 'images.0' }]),
    );
    await user.click(createButton());
    expect(await screen.findByText('Failed to upload images 1-1: scan.jpg is damaged.')).toBeVisible();
    expect(screen.queryByText('Continue without it')).toBeNull();
    expect(screen.queryByText('Retry')).toBeNull();
  });

  it('leads to the package when only what was refused is left, and that is removed', async () => {
    fakeServer.on('POST /api/upload', ({ fields }) =>
      fields.startPosition === '0'
        ? { status: 201, body: [] }
        : failure(415, 'PICTURE_UNREADABLE', 'photo-6.jpg cannot be read.'),
    );
    const { user, router } = renderRoute('/moments/create');
    await fillIn(user);
    await choose(user, photos(6));
    await user.click(createButton());
    expect(await screen.findByText('Failed to upload images 6-6: photo-6.jpg cannot be read.')).toBeVisible();
    await user.click(screen.getByLabelText('Remove photo-6.jpg'));
    expect(screen.queryByText('Create Package')).toBeNull();
    await user.click(screen.getByText('Go to package'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/moments/moment-1'));
  });

  it('says why the moment could not be created', async () => {
    fakeServer.on('POST /api/moments', failure(503, 'DATABASE_UNAVAILABLE', 'The database is not reachable.'));
    const { user } = renderRoute('/moments/create');
    await fillIn(user);
    await choose(user, photos(1));
    await user.click(createButton());
    expect(await screen.findByText('The database is not reachable.')).toBeVisible();
    expect(createButton()).toBeEnabled();
  });

  it('asks before chosen files are lost', async () => {
    const { user, router } = renderRoute('/moments/create');
    await screen.findByLabelText('Images');
    await choose(user, photos(1));
    await user.click(screen.getByText('Cancel'));
    await user.click(await screen.findByText('Keep editing'));
    expect(router.state.location.pathname).toBe('/moments/create');
    expect(screen.getByLabelText('Remove photo-1.jpg')).toBeVisible();
    await user.click(screen.getByText('Cancel'));
    await user.click((await screen.findAllByText('Discard')).at(-1)!);
    await waitFor(() => expect(router.state.location.pathname).toBe('/moments'));
  });
});
