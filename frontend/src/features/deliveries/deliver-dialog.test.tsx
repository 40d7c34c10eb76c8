import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aClient, aMoment, anImage } from '../../records/moments.fixture';
import { aDeliverable } from '../../records/deliveries.fixture';

const PHOTO = aDeliverable();
const SMALL = { ...PHOTO, imageId: 'image-2', name: '02-van', title: 'Van', width: 640, height: 480, bytes: 300_000 };

describe('delivering', () => {
  const clicked = jest.fn<(address: string) => void>();

  beforeEach(() => {
    signedIn();
    clicked.mockReset();
    // jsdom does not download links.
    HTMLAnchorElement.prototype.click = function click() {
      clicked(this.getAttribute('href') ?? '');
    };
    const images = [1, 2].map((number) => anImage(number, { status: 'approved', title: 'A', description: 'B' }));
    fakeServer.on('GET /api/moments/moment-1', {
      body: aMoment({ status: 'approved', imageCount: 2, undelivered: 2, sharedAt: '2026-01-01T00:00:00Z' }),
    });
    fakeServer.on('GET /api/moments/moment-1/images', { body: images });
    fakeServer.on('GET /api/moments/moment-1/deliverables', { body: [PHOTO, SMALL] });
    for (const id of ['image-1', 'image-2'])
      fakeServer.on(`GET /api/images/${id}/position`, { body: { position: '43.6577, -70.2548' } });
  });

  async function open() {
    const page = renderRoute('/moments/moment-1');
    await page.user.click(await screen.findByRole('button', { name: 'Deliver 2 photos' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Deliver 2 approved photos/ }));
    await dialog.findByText('02-van.jpg');
    return { ...page, dialog };
  }

  const made = (more: object) => ({
    body: { id: 'd1', state: 'waiting', fileName: 'a.zip', total: 2, withheld: [], ...more },
  });

  it('is the last step, and says what Google takes and what is written into each file', async () => {
    const { dialog, user } = await open();
    const files = within(dialog.getByRole('region', { name: 'Files' }));
    expect(files.getByText('JPEG · 4032 × 3024 · 4.9 MB')).toBeVisible();
    expect(files.getByText('1 meets Google’s rules')).toBeVisible();
    expect(files.getByText('Smaller than 720 px')).toBeVisible();
    const written = within(dialog.getByRole('region', { name: 'Written into the file' }));
    expect(written.getByText('Hand-tied')).toBeVisible();
    expect(written.getByText('Rosa Fern')).toBeVisible();
    expect(await written.findByText('43.6577, -70.2548')).toBeVisible();
    await user.click(written.getByRole('button', { name: 'Next file' }));
    expect(written.getByText('Van')).toBeVisible();
    await user.click(dialog.getByRole('switch', { name: /Position/ }));
    expect(written.queryByText('43.6577, -70.2548')).toBeNull();
  });

  it('shows each keyword as it is written into the file: once, and those of other lines by themselves', async () => {
    const photo = { ...PHOTO, exifKeywords: 'tulips, florist\nSpringfield, tulips' };
    fakeServer.on('GET /api/moments/moment-1/deliverables', { body: [photo, SMALL] });
    const { dialog } = await open();
    const written = within(dialog.getByRole('region', { name: 'Written into the file' }));
    expect(written.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'tulips',
      'florist',
      'Springfield',
    ]);
  });

  it('has the warnings of each photo that are not ignored, as sentences, and blocks nothing', async () => {
    const about = { isIgnored: false, duplicateOf: null };
    const copy = {
      ...about,
      kind: 'duplicate',
      label: 'Copy of another photo',
      message: 'This is the same picture. Delete one of them.',
      duplicateOf: { imageId: 'image-9', momentId: 'moment-2' },
    } as const;
    const dark = { ...about, kind: 'dark', label: 'Very dark', message: 'Very dark.', isIgnored: true } as const;
    const small = { ...about, kind: 'small', label: 'Smaller than 720 px', message: 'Too small.' } as const;
    const found = [
      { ...PHOTO, findings: [copy, dark] },
      { ...SMALL, findings: [small] },
    ];
    fakeServer.on('GET /api/moments/moment-1/deliverables', { body: found });
    const { dialog, user } = await open();
    expect(dialog.getByText('2 photos have warnings')).toBeVisible();
    // Each photo counts once.
    expect(dialog.queryByText(/Google’s rules$/)).toBeNull();
    const file = within(dialog.getByRole('button', { name: 'Show 01-hand-tied.jpg' }).closest('li')!);
    const warnings = within(file.getByRole('list', { name: 'Warnings' }));
    expect(warnings.getAllByRole('listitem')).toHaveLength(1);
    expect(warnings.getByText(copy.message)).toBeVisible();
    expect(warnings.getByRole('link', { name: 'Show the other photo' })).toHaveAttribute(
      'href',
      '/moments/moment-2?image=image-9',
    );
    expect(file.getByRole('link', { name: 'Show photo' })).toHaveAttribute('href', '/moments/moment-1?image=image-1');
    // The finding about its size is left out, because a rule of Google names it already.
    expect(dialog.getAllByText('Smaller than 720 px')).toHaveLength(1);
    expect(dialog.queryByText('Too small.')).toBeNull();
    expect(dialog.getByRole('button', { name: /^Download ZIP/ })).toBeEnabled();
    await user.click(dialog.getByRole('checkbox', { name: 'Deliver 01-hand-tied.jpg' }));
    expect(dialog.getByText('1 photo has warnings')).toBeVisible();
  });

  it('says of a caption that it was written for another picture', async () => {
    fakeServer.on('GET /api/moments/moment-1/deliverables', { body: [PHOTO, { ...SMALL, captionOutdated: true }] });
    const { dialog } = await open();
    const file = within(dialog.getByRole('button', { name: 'Show 02-van.jpg' }).closest('li')!);
    const warnings = within(file.getByRole('list', { name: 'Warnings' }));
    expect(warnings.getByText('This caption was written for the previous picture.')).toBeVisible();
    expect(dialog.getAllByText('This caption was written for the previous picture.')).toHaveLength(1);
    expect(dialog.getByRole('button', { name: /^Download ZIP/ })).toBeEnabled();
  });

  it('has the browser download what was chosen, and closes once all of it was sent', async () => {
    fakeServer.on('POST /api/deliveries', { status: 201, ...made({}) });
    fakeServer.on('GET /api/deliveries/d1', made({ state: 'done' }));
    const { dialog, user } = await open();
    await user.click(dialog.getByRole('checkbox', { name: 'Deliver 02-van.jpg' }));
    await user.click(dialog.getByRole('button', { name: 'Rename' }));
    await user.clear(dialog.getByRole('textbox', { name: 'File name' }));
    await user.type(dialog.getByRole('textbox', { name: 'File name' }), 'cover{Enter}');
    await user.click(dialog.getByRole('radio', { name: /JPEG 80/ }));
    await user.click(dialog.getByRole('button', { name: /^Download ZIP \(≈ 1.8 MB\)$/ }));
    expect(await screen.findByText('Delivered')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(clicked).toHaveBeenCalledWith('/api/deliveries/d1/zip');
    expect(fakeServer.calls('POST /api/deliveries')[0]!.json).toEqual({
      photos: [{ imageId: 'image-1', version: 3, name: 'cover' }],
      format: 'jpeg-80',
      position: true,
      manifest: true,
    });
  });

  it('names what is not in the ZIP', async () => {
    const withheld = [{ imageId: 'image-2', fileName: '02-van.jpg', reason: 'It was changed.' }];
    fakeServer.on('POST /api/deliveries', { status: 201, ...made({}) });
    fakeServer.on('GET /api/deliveries/d1', made({ state: 'done', withheld }));
    const { dialog, user } = await open();
    await user.click(dialog.getByRole('button', { name: /^Download ZIP/ }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('1 photo is not in the ZIP:02-van.jpg It was changed.');
  });

  it('says that a download was broken off, and why one cannot begin', async () => {
    fakeServer.on('POST /api/deliveries', { status: 201, ...made({}) });
    fakeServer.on('GET /api/deliveries/d1', made({ state: 'failed' }));
    const { dialog, user } = await open();
    await user.click(dialog.getByRole('button', { name: /^Download ZIP/ }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('nothing counts as delivered');
    fakeServer.on('POST /api/deliveries', failure(409, 'DELIVERY_RUNNING', 'You are downloading photos already.'));
    await user.click(dialog.getByRole('button', { name: /^Download ZIP/ }));
    expect(await screen.findByText('You are downloading photos already.')).toBeVisible();
  });

  it('says what is new since the last delivery', async () => {
    fakeServer.on('GET /api/moments/moment-1/deliverables', { body: [{ ...PHOTO, isNew: false }, SMALL] });
    const { dialog, user } = await open();
    expect(dialog.getByText('1 photo is new since the last delivery')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Choose only new' }));
    expect(dialog.getByRole('checkbox', { name: 'Deliver 01-hand-tied.jpg' })).not.toBeChecked();
    expect(dialog.getByRole('button', { name: 'Download ZIP (300 kB)' })).toBeEnabled();
  });

  it('copies the captions, and notes what was delivered in another way', async () => {
    fakeServer.on('POST /api/moments/moment-1/delivered', { body: aMoment({ status: 'approved' }) });
    const { dialog, user } = await open();
    await user.click(dialog.getByRole('button', { name: 'Copy captions' }));
    expect(await navigator.clipboard.readText()).toBe(
      '01-hand-tied.jpg\nHand-tied\nTied by hand.\nflorist, silk ribbon\n\n02-van.jpg\nVan\nTied by hand.\nflorist, silk ribbon',
    );
    await user.click(dialog.getByRole('button', { name: 'Mark as delivered' }));
    expect(await screen.findByText('Marked as delivered')).toBeVisible();
  });

  it('of a client asks for the days of approval', async () => {
    fakeServer.on('GET /api/clients/client-1/deliverables', { body: [PHOTO] });
    fakeServer.on('GET /api/clients/client-1', { body: aClient() });
    const { user } = renderRoute('/clients/client-1');
    await user.click(await screen.findByRole('button', { name: 'Deliver Photos' }));
    await user.type(await screen.findByLabelText('Approved from'), '2026-01-01');
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByRole('checkbox', { name: 'Deliver 01-hand-tied.jpg' })).toBeChecked();
    const asked = () => fakeServer.calls('GET /api/clients/client-1/deliverables').at(-1)?.query.get('from');
    await waitFor(() => expect(asked()).toBe('2026-01-01'));
  });
});
