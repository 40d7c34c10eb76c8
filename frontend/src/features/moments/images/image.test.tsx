import type { HistoryEntry } from '@gmb-moments/backend/contract/history';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../../test/render-route';
import { failure, fakeServer } from '../../../test/server';
import { aMoment, anImage, CAPTION } from '../../../records/moments.fixture';
import { inspector } from '../moment-page.fixture';

/** Renders the page of a moment with only this image. */
async function open(more: Partial<ImageView> = {}) {
  const image = anImage(1, { ...CAPTION, ...more });
  fakeServer.on('GET /api/moments/moment-1', { body: aMoment({ imageCount: 1 }) });
  fakeServer.on('GET /api/moments/moment-1/images', { body: [image] });
  fakeServer.on('GET /api/moments/moment-1/runs', { body: [] });
  const page = renderRoute('/moments/moment-1');
  const card = await screen.findByLabelText('Image 1');
  await screen.findByText('Live');
  return { ...page, image, card };
}

const REJECTED = { status: 'rejected', feedback: 'The picture is too dark.' } as const;

describe('an image', () => {
  beforeEach(signedIn);

  it('shows the caption, who drafted it, and a thumbnail that keeps its place', async () => {
    const { user, card } = await open();
    expect(within(card).getByText(CAPTION.title)).toBeVisible();
    const keywords = within(inspector().getByRole('list', { name: 'EXIF keywords' }));
    for (const keyword of ['peonies', 'florist']) expect(keywords.getByText(keyword)).toBeVisible();
    expect(inspector().getByText('Drafted by Built-in (English)')).toBeVisible();
    await user.click(screen.getByText('SEO'));
    for (const [label, text] of [
      ['Title', CAPTION.title],
      ['Description', CAPTION.description],
      ['Geo Alt Description', CAPTION.geoAltDescription],
    ] as const) {
      expect(inspector().getByLabelText(label)).toHaveValue(text);
      expect(inspector().getByLabelText(label)).toBeVisible();
    }
    const thumbnail = within(card).getByAltText(CAPTION.geoAltDescription);
    expect(thumbnail).toHaveAttribute('src', '/media/1/thumbnail.webp');
    expect(thumbnail).toHaveAttribute('width', '4000');
    expect(thumbnail).toHaveAttribute('height', '3000');
  });

  it.each<[string, Partial<ImageView>]>([
    ['Edited by Grace', { captionByHand: true, captionEditor: 'Grace' }],
    ['Edited by hand', { captionByHand: true }],
    ['Drafted in part by Built-in (English)', { captionByHand: true, captionEditor: 'The AI' }],
    ['Drafted by gpt-4o', { captionProvider: 'gpt-4o', captionEditor: 'The AI' }],
  ])('names who wrote its caption: %s', async (source, image) => {
    await open(image);
    expect(inspector().getByText((_, element) => element?.textContent === source)).toBeVisible();
    expect(inspector().getAllByText(/^(Drafted|Edited)/)).toHaveLength(1);
  });

  it('names no writer of a caption that was emptied', async () => {
    await open({ title: '', description: '', exifKeywords: '', geoAltDescription: '' });
    expect(inspector().queryByText(/^(Drafted|Edited)/)).toBeNull();
  });

  it('shows in its place that the picture could not be loaded', async () => {
    const { card } = await open();
    fireEvent.error(within(card).getByAltText(CAPTION.geoAltDescription));
    expect(within(card).getByText('The picture could not be loaded')).toBeVisible();
  });

  it('loads a picture again until it can be loaded', async () => {
    const { card } = await open();
    const picture = () => within(card).getByAltText(CAPTION.geoAltDescription);
    const first = picture();
    fireEvent.error(first);
    await waitFor(() => expect(picture()).not.toBe(first), { timeout: 5000 });
    expect(within(card).getByText('The picture could not be loaded')).toBeVisible();
    expect(picture()).not.toHaveAttribute('loading', 'lazy');
    fireEvent.load(picture());
    expect(within(card).queryByText('The picture could not be loaded')).not.toBeInTheDocument();
    expect(picture()).toBeVisible();
  });

  it('opens the preview', async () => {
    const { user } = await open();
    await user.click(screen.getByLabelText(`Open preview of ${CAPTION.title}`));
    const pictures = await screen.findAllByAltText(CAPTION.geoAltDescription);
    expect(pictures.map((picture) => picture.getAttribute('src'))).toContain('/media/1/preview.webp');
  });

  it('saves the address when its field loses focus', async () => {
    const { user, image } = await open();
    await user.click(screen.getByText('SEO'));
    fakeServer.on('PATCH /api/images/image-1', { body: { ...image, address: '1 High Street' } });
    await user.type(screen.getByLabelText('Address'), ' 1 High Street ');
    expect(fakeServer.calls('PATCH /api/images/image-1')).toHaveLength(0);
    await user.tab();
    expect(await screen.findByText('Updated')).toBeVisible();
    expect(fakeServer.calls('PATCH /api/images/image-1')[0]!.json).toEqual({
      address: '1 High Street',
      addressRevision: 1,
    });
  });

  it('keeps a typed address that could not be saved', async () => {
    const { user } = await open();
    await user.click(screen.getByText('SEO'));
    fakeServer.on('PATCH /api/images/image-1', failure(503, 'DATABASE_UNAVAILABLE', 'Not now.'));
    await user.type(screen.getByLabelText('Address'), '1 High Street');
    await user.tab();
    expect(await screen.findByText('Failed to update caption')).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
    expect(screen.getByLabelText('Address')).toHaveValue('1 High Street');
  });

  it('saves the caption in place when the focus leaves a field, one change after the other', async () => {
    const { user, image } = await open();
    const saved = [{ ...image, title: 'New title', captionRevision: 2 }];
    saved.push({ ...saved[0]!, description: 'New text', captionRevision: 3 });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    fakeServer.on('PATCH /api/images/image-1', async () => {
      const body = saved.shift();
      if (saved.length > 0) await held;
      return { body };
    });
    await user.clear(inspector().getByLabelText('Title'));
    await user.type(inspector().getByLabelText('Title'), 'New title');
    expect(inspector().getByText('9/80')).toBeVisible();
    await user.clear(inspector().getByLabelText('Description'));
    await user.type(inspector().getByLabelText('Description'), 'New text');
    await user.tab();
    release();
    await waitFor(() => expect(fakeServer.calls('PATCH /api/images/image-1')).toHaveLength(2));
    expect(fakeServer.calls('PATCH /api/images/image-1').map(({ json }) => json)).toEqual([
      { title: 'New title', captionRevision: 1 },
      { description: 'New text', captionRevision: 2 },
    ]);
    expect(await screen.findByText('Updated')).toBeVisible();
    expect(inspector().getByLabelText('Description')).toHaveValue('New text');
  });

  it('keeps what is typed while a text is being saved, also where it is the text from before', async () => {
    const { user, image } = await open();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    fakeServer.on('PATCH /api/images/image-1', async ({ json }) => {
      await held;
      const captionRevision = fakeServer.calls('PATCH /api/images/image-1').length + 1;
      return { body: { ...image, ...(json as object), captionRevision } };
    });
    await user.type(inspector().getByLabelText('Title'), '!');
    await user.tab();
    await waitFor(() => expect(fakeServer.calls('PATCH /api/images/image-1')).toHaveLength(1));
    await user.type(inspector().getByLabelText('Title'), '{Backspace}');
    release();
    expect(await screen.findByText('Updated')).toBeVisible();
    expect(inspector().getByLabelText('Title')).toHaveValue(CAPTION.title);
    await user.tab();
    await waitFor(() => expect(fakeServer.calls('PATCH /api/images/image-1')).toHaveLength(2));
    expect(fakeServer.calls('PATCH /api/images/image-1').map(({ json }) => json)).toEqual([
      { title: `${CAPTION.title}!`, captionRevision: 1 },
      { title: CAPTION.title, captionRevision: 2 },
    ]);
  });

  it('marks the tile of a title that did not reach the server, and saves it once the connection is back', async () => {
    const { user, image } = await open();
    fakeServer.on('PATCH /api/images/image-1', () => {
      testServer.closeAllConnections();
      return {};
    });
    await user.type(inspector().getByLabelText('Title'), '!');
    await user.tab();
    expect(await screen.findByText('Not saved')).toBeVisible();
    fakeServer.on('PATCH /api/images/image-1', {
      body: { ...image, title: `${CAPTION.title}!`, captionRevision: 2 },
    });
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Updated')).toBeVisible();
    expect(screen.queryByText('Not saved')).toBeNull();
    expect(inspector().getByLabelText('Title')).toHaveValue(`${CAPTION.title}!`);
  });

  it('keeps a title that could not be saved, and saves it again on request', async () => {
    const { user, image } = await open();
    fakeServer.on('PATCH /api/images/image-1', failure(503, 'DATABASE_UNAVAILABLE', 'Not now.'));
    await user.type(inspector().getByLabelText('Title'), '!');
    await user.tab();
    expect(await inspector().findByText('Not now.')).toBeVisible();
    expect(inspector().getByLabelText('Title')).toHaveValue(`${CAPTION.title}!`);
    fakeServer.on('PATCH /api/images/image-1', { body: { ...image, title: `${CAPTION.title}!`, captionRevision: 2 } });
    await user.click(screen.getByText('Save again'));
    expect(await screen.findByText('Updated')).toBeVisible();
    expect(inspector().queryByText('Not now.')).toBeNull();
  });

  it('asks before it changes what the client approved', async () => {
    const { user, image } = await open({ status: 'approved' });
    await user.type(inspector().getByLabelText('Title'), '!');
    await user.tab();
    expect(inspector().getByText(/sets it back to pending approval/)).toBeVisible();
    expect(fakeServer.calls('PATCH /api/images/image-1')).toHaveLength(0);
    await user.click(inspector().getByText('Discard'));
    expect(inspector().getByLabelText('Title')).toHaveValue(CAPTION.title);
    await user.type(inspector().getByLabelText('Title'), '!');
    const pending = { ...image, title: `${CAPTION.title}!`, status: 'pending', version: 2, captionRevision: 2 };
    fakeServer.on('PATCH /api/images/image-1', { body: pending });
    await user.click(inspector().getByText('Save'));
    expect(await inspector().findByText('Pending Approval')).toBeVisible();
    expect(inspector().queryByText(/sets it back/)).toBeNull();
  });

  it('edits the caption: sends what changed and counts characters', async () => {
    const { user, image } = await open();
    fakeServer.on('PATCH /api/images/image-1', {
      body: { ...image, title: 'New title', exifKeywords: 'peonies, florist, may' },
    });
    await user.click(screen.getByText('Edit'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Caption' }));
    await user.clear(await dialog.findByLabelText('Title'));
    await user.type(dialog.getByLabelText('Title'), 'New title');
    expect(dialog.getByText('9/80')).toBeVisible();
    await user.type(dialog.getByLabelText('EXIF Keywords'), 'may,');
    await user.click(screen.getByText('Save'));
    expect(await screen.findByText('Updated')).toBeVisible();
    expect(await screen.findByText('New title')).toBeVisible();
    expect(fakeServer.calls('PATCH /api/images/image-1')[0]!.json).toEqual({
      title: 'New title',
      exifKeywords: 'peonies, florist, may',
      captionRevision: 1,
    });
  });

  it('counts an emoji as one character, as the server does, and takes no more than it does', async () => {
    const { user } = await open();
    await user.click(screen.getByText('Edit'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Caption' }));
    const title = await dialog.findByLabelText('Title');
    await user.clear(title);
    await user.paste('🌷'.repeat(79));
    expect(dialog.getByText('79/80')).toBeVisible();
    await user.paste('🌷🌷🌷');
    expect(title).toHaveValue('🌷'.repeat(80));
    expect(dialog.getByText('80/80')).toBeVisible();
  });

  it('asks before edits are lost, and keeps them when saving fails', async () => {
    const { user } = await open();
    fakeServer.on('PATCH /api/images/image-1', failure(400, 'VALIDATION_FAILED', 'title must be shorter'));
    await user.click(screen.getByText('Edit'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Caption' }));
    await user.type(await dialog.findByLabelText('Title'), '!');
    await user.click(screen.getByText('Cancel'));
    await user.click(await screen.findByText('Keep editing'));
    await user.click(screen.getByText('Save'));
    expect(await screen.findByText('Failed to update caption')).toBeVisible();
    expect(await screen.findByText('title must be shorter')).toBeVisible();
    expect(dialog.getByLabelText('Title')).toHaveValue(`${CAPTION.title}!`);
  });

  it('shows what the client wants changed, also from the badge, and resubmits', async () => {
    const { user, image, card } = await open(REJECTED);
    expect(within(card).getByText(`“${REJECTED.feedback}”`)).toBeVisible();
    expect(inspector().getByText(REJECTED.feedback)).toBeVisible();
    fakeServer.on('POST /api/images/image-1/resubmit', {
      body: { ...image, status: 'pending', feedback: '', version: 2 },
    });
    await user.click(within(card).getByText('Rejected'));
    const title = await screen.findByText('Rejection Feedback');
    await waitFor(() => expect(title).toBeVisible());
    await user.click(screen.getAllByText('Resubmit for Approval').at(-1)!);
    const notice = await screen.findByText('Image status changed back to pending approval');
    expect(notice).toBeVisible();
    expect(notice.closest('[role=status]')).toHaveTextContent(/^Resubmitted/);
    expect(inspector().getByText('Pending Approval')).toBeVisible();
  });

  it('asks for an answer before it comes back as it was rejected', async () => {
    const earlier = { ...anImage(1, CAPTION), feedback: REJECTED.feedback };
    const { user, image } = await open({ ...REJECTED, earlier });
    fakeServer.on('POST /api/images/image-1/resubmit', {
      body: { ...image, status: 'pending', feedback: '', version: 2, reply: 'It was night.' },
    });
    await user.click(screen.getByText('Resubmit for Approval'));
    const name = `Nothing changed since “${REJECTED.feedback}”`;
    const dialog = within(await screen.findByRole('dialog', { name }));
    expect(dialog.getByText('Answer and resubmit').closest('button')).toBeDisabled();
    await user.type(dialog.getByLabelText('Your answer'), 'It was night.');
    await user.click(dialog.getByText('Answer and resubmit'));
    expect(await screen.findByText('Image status changed back to pending approval')).toBeVisible();
    expect(fakeServer.calls('POST /api/images/image-1/resubmit')[0]!.json).toEqual({ reply: 'It was night.' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('comes back as it was rejected without an answer where staff insist, also from the badge', async () => {
    const earlier = { ...anImage(1, CAPTION), feedback: REJECTED.feedback };
    const { user, image, card } = await open({ ...REJECTED, earlier });
    fakeServer.on('POST /api/images/image-1/resubmit', {
      body: { ...image, status: 'pending', feedback: '', version: 2 },
    });
    await user.click(within(card).getByText('Rejected'));
    await screen.findByText('Rejection Feedback');
    await user.click(screen.getAllByText('Resubmit for Approval').at(-1)!);
    await user.click(await screen.findByText('Resubmit anyway'));
    await waitFor(() => expect(fakeServer.calls('POST /api/images/image-1/resubmit')).toHaveLength(1));
    expect(fakeServer.calls('POST /api/images/image-1/resubmit')[0]!.json).toEqual({ reply: '' });
  });

  it('says that it could not be resubmitted', async () => {
    const { user } = await open(REJECTED);
    fakeServer.on(
      'POST /api/images/image-1/resubmit',
      failure(409, 'IMAGE_NOT_REJECTED', 'This image is not rejected.'),
    );
    await user.click(screen.getByText('Resubmit for Approval'));
    expect(await screen.findByText('Failed to resubmit image')).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
  });

  it('gets the texts back that an entry of its history replaced', async () => {
    const { user, image } = await open();
    const entry = (id: string, changes: HistoryEntry['changes']): HistoryEntry => ({
      id,
      action: 'image.edited',
      actor: 'staff',
      actorName: 'Ada',
      imageId: 'image-1',
      imageName: 'photo-1.jpg',
      section: null,
      changes,
      feedback: '',
      at: '2026-01-01T00:00:00Z',
    });
    const body = [
      entry('8', { title: { from: 'Roses', to: 'Peonies' } }),
      entry('7', { title: { from: '', to: 'Roses' } }),
    ];
    fakeServer.on('GET /api/moments/moment-1/history', { body });
    fakeServer.on('POST /api/images/image-1/restore', { body: image });
    await user.click(screen.getByRole('button', { name: 'History of photo 1' }));
    // An entry that filled an empty text replaced nothing.
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await user.click((await screen.findAllByRole('button', { name: 'Restore' })).at(-1)!);
    expect(await screen.findByText('The text before this change is back')).toBeVisible();
    expect(fakeServer.calls('POST /api/images/image-1/restore').map(({ json }) => json)).toEqual([{ entryId: '8' }]);
  });

  it('replaces the picture', async () => {
    const { user, image, card } = await open();
    fakeServer.on('POST /api/images/image-1/replace', {
      body: { ...image, thumbnailUrl: '/media/2/thumbnail.webp', version: 2 },
    });
    await user.upload(screen.getByLabelText('Replacement image'), new File(['x'], 'b.jpg', { type: 'image/jpeg' }));
    expect(await screen.findByText('Image replaced')).toBeVisible();
    expect(fakeServer.calls('POST /api/images/image-1/replace')[0]!.text).toContain('name="image"; filename="b.jpg"');
    expect(within(card).getByAltText(CAPTION.geoAltDescription)).toHaveAttribute('src', '/media/2/thumbnail.webp');
  });

  it('says that and why it could not be replaced', async () => {
    const { user } = await open();
    fakeServer.on('POST /api/images/image-1/replace', failure(415, 'PICTURE_UNREADABLE', 'b.jpg is no image.'));
    await user.upload(screen.getByLabelText('Replacement image'), new File(['x'], 'b.jpg', { type: 'image/jpeg' }));
    expect(await screen.findByText('Failed to replace image')).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
    expect(await screen.findByText('b.jpg is no image.')).toBeVisible();
  });

  it('deletes the image after a confirmation', async () => {
    const { user } = await open();
    fakeServer.on('DELETE /api/images/image-1', { status: 204 });
    await user.click(screen.getByLabelText(`Delete ${CAPTION.title}`));
    await user.click(await screen.findByText('Delete'));
    expect(await screen.findByText('Deleted')).toBeVisible();
    expect(screen.queryByLabelText('Image 1')).toBeNull();
  });

  it('says that it could not be deleted', async () => {
    const { user } = await open();
    fakeServer.on('DELETE /api/images/image-1', failure(503, 'STORAGE_UNAVAILABLE', 'Not now.'));
    await user.click(screen.getByLabelText(`Delete ${CAPTION.title}`));
    await user.click(await screen.findByText('Delete'));
    expect(await screen.findByText('Failed to delete image')).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
  });
});
