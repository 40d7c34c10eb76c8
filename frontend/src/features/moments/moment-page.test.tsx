import { IMAGE_FIELDS } from '@gmb-moments/backend/contract/image-fields';
import { emptyRecord } from '@gmb-moments/backend/contract/record-fields';
import type { HistoryEntry } from '@gmb-moments/backend/contract/history';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aMoment, anImage, aRun, CAPTION, aRunImage, progressOf } from '../../records/moments.fixture';
import { buttonOf, inspector, openMoment } from './moment-page.fixture';

describe('a moment', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('POST /api/moments/moment-1/share', { body: aMoment({ sharedAt: '2026-01-02T00:00:00Z' }) });
  });

  it('says when there is none', async () => {
    fakeServer.on('GET /api/moments/gone', failure(404, 'NOT_FOUND', 'Moment not found'));
    renderRoute('/moments/gone');
    expect(await screen.findByText('Moment not found')).toBeVisible();
  });

  it('says why it could not be loaded, and tries again', async () => {
    fakeServer.on('GET /api/moments/moment-1', failure(503, 'DATABASE_UNAVAILABLE', 'The database is not reachable.'));
    const { user } = renderRoute('/moments/moment-1');
    expect(await screen.findByText('The database is not reachable.')).toBeVisible();
    fakeServer.on('GET /api/moments/moment-1', { body: aMoment() });
    fakeServer.on('GET /api/moments/moment-1/images', { body: [] });
    await user.click(screen.getByText('Try again'));
    expect(await screen.findByText('Spring window', { selector: 'h1' })).toBeVisible();
  });

  it('copies its public link, which shares it', async () => {
    const { user } = await openMoment({ images: [anImage(1, CAPTION), anImage(2, { status: 'approved' })] });
    const link = `${window.location.origin}/public/moment-1`;
    expect(screen.getByLabelText('Public link')).toHaveValue(link);
    await user.click(screen.getByText('Copy'));
    expect(await screen.findByText('Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(link);
    await waitFor(() => expect(fakeServer.calls('POST /api/moments/moment-1/share')).toHaveLength(1));
  });

  it('asks before it is shared while photos have no caption', async () => {
    const { user } = await openMoment({ images: [anImage(1), anImage(2, { title: 'Roses' }), anImage(3, CAPTION)] });
    const shares = () => fakeServer.calls('POST /api/moments/moment-1/share');
    await user.click(screen.getByText('Copy'));
    expect(await screen.findByText('2 photos have no caption')).toBeVisible();
    expect(shares()).toHaveLength(0);
    await user.click(screen.getByText('Share anyway'));
    expect(await screen.findByText('Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/public/moment-1`);
    await waitFor(() => expect(shares()).toHaveLength(1));
  });

  it('asks the same before it is opened', async () => {
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await openMoment();
    const shares = () => fakeServer.calls('POST /api/moments/moment-1/share');
    await user.click(screen.getByText('Open'));
    expect(await screen.findByText('1 photo has no caption')).toBeVisible();
    expect([open.mock.calls, shares()]).toEqual([[], []]);
    await user.click(screen.getByText('Share anyway'));
    await waitFor(() => expect(shares()).toHaveLength(1));
    expect(open).toHaveBeenCalledWith(`${window.location.origin}/public/moment-1`, '_blank', 'noopener');
    open.mockRestore();
  });

  it.each(['Copy', 'Open'])('asks the same before its images are loaded: %s', async (name) => {
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    let load = () => {};
    const isLoaded = new Promise<void>((resolve) => (load = resolve));
    fakeServer.on('GET /api/moments/moment-1', { body: aMoment() });
    fakeServer.on('GET /api/moments/moment-1/images', async () => {
      await isLoaded;
      return { body: [anImage(1)] };
    });
    const { user } = renderRoute('/moments/moment-1');
    const button = (await screen.findByText(name)).closest<HTMLElement>('button, a')!;
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    load();
    expect(await screen.findByText('1 photo has no caption')).toBeVisible();
    expect(open).not.toHaveBeenCalled();
    expect(fakeServer.calls('POST /api/moments/moment-1/share')).toHaveLength(0);
    open.mockRestore();
  });

  it('generates the missing captions instead of being shared', async () => {
    fakeServer.on('POST /api/moments/moment-1/generate-captions', { status: 202, body: { runId: 'run-1', total: 1 } });
    const { user } = await openMoment();
    fakeServer.on('GET /api/moments/moment-1/runs', { body: [aRun({ total: 1, images: [aRunImage()] })] });
    await user.click(screen.getByText('Copy'));
    expect(await screen.findByText('1 photo has no caption')).toBeVisible();
    await user.click(screen.getByText('Generate captions'));
    expect(await screen.findByText('Generating 0/1...')).toBeVisible();
    expect(fakeServer.calls('POST /api/moments/moment-1/share')).toHaveLength(0);
  });

  it('is copied without a question once it is shared', async () => {
    const { user } = await openMoment({ moment: { sharedAt: '2026-01-02T00:00:00Z' } });
    await user.click(screen.getByText('Copy'));
    expect(await screen.findByText('Copied')).toBeVisible();
  });

  it('opens its public link on the verified domain of the agency, which shares it', async () => {
    const moment = { publicOrigin: 'https://review.example.com' };
    const { user } = await openMoment({ moment, images: [anImage(1, CAPTION)] });
    const link = screen.getByText('Open').closest('a')!;
    expect(link).toHaveAttribute('href', 'https://review.example.com/public/moment-1');
    expect(link).toHaveAttribute('target', '_blank');
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    await waitFor(() => expect(fakeServer.calls('POST /api/moments/moment-1/share')).toHaveLength(1));
  });

  it('ticks of its steps what was done: captions written, each opened, the link shared', async () => {
    const images = [anImage(1, CAPTION), anImage(2, { ...CAPTION, title: 'Roses' })];
    const { user } = await openMoment({ images });
    const bar = within(screen.getByRole('region', { name: 'Progress' }));
    const ticked = () => bar.getAllByLabelText('Done').map((icon) => icon.closest('li')!.textContent);
    expect(ticked()).toEqual(['Generate']);
    expect(bar.getByText('Check')).toHaveAttribute('aria-current', 'step');
    await user.click(screen.getByRole('button', { name: 'Roses' }));
    await waitFor(() => expect(ticked()).toEqual(['Generate', 'Check']));
    expect(bar.getByText('Share', { selector: 'li' })).toHaveAttribute('aria-current', 'step');
    fakeServer.emit('moment.changed', aMoment({ sharedAt: '2026-01-02T00:00:00Z' }));
    await waitFor(() => expect(ticked()).toEqual(['Generate', 'Check', 'Share']));
  });

  it('ticks no step for a client who decided before captions were written and the link was copied', async () => {
    await openMoment({ images: [anImage(1), anImage(2, { status: 'rejected', feedback: 'Too dark' })] });
    const bar = within(screen.getByRole('region', { name: 'Progress' }));
    expect(bar.queryAllByLabelText('Done')).toEqual([]);
    expect(bar.getByText('Answer feedback')).toHaveAttribute('aria-current', 'step');
  });

  it('filters its images by status, with their numbers', async () => {
    const { user } = await openMoment({
      images: [anImage(1), anImage(2, { status: 'rejected', feedback: 'Too dark' })],
    });
    for (const label of ['All (2)', 'Pending (1)', 'Approved (0)']) expect(screen.getByText(label)).toBeVisible();
    await user.click(screen.getByText('Rejected (1)'));
    expect(screen.getByLabelText('Image 1')).not.toBeVisible();
    expect(screen.getByLabelText('Image 2')).toBeVisible();
    await user.click(screen.getByText('Approved (0)'));
    expect(screen.getByText('No approved images')).toBeVisible();
  });

  it('follows what happens elsewhere', async () => {
    await openMoment();
    fakeServer.emit('image.changed', anImage(1, { status: 'rejected', feedback: 'Too dark', version: 2 }));
    expect(await screen.findByText('Too dark')).toBeVisible();
    fakeServer.emit('moment.changed', aMoment({ title: 'Summer window', status: 'rejected', imageCount: 1 }));
    expect(await screen.findByText('Summer window', { selector: 'h1' })).toBeVisible();
  });

  it('says at once that a colleague shared it, and on which domain its link is now', async () => {
    await openMoment();
    expect(screen.getByText('Not shared yet')).toBeVisible();
    const publicOrigin = 'https://review.example.com';
    fakeServer.emit('moment.changed', aMoment({ status: 'pending', sharedAt: '2026-01-02T00:00:00Z', publicOrigin }));
    expect(await screen.findByText(/^Shared/)).toBeVisible();
    expect(screen.queryByText('Not shared yet')).toBeNull();
    expect(screen.getByLabelText('Public link')).toHaveValue(`${publicOrigin}/public/moment-1`);
  });

  it('shows what the client said before, and the earlier version, while a changed image waits', async () => {
    const earlier = {
      previewUrl: '/media/old/preview.webp',
      thumbnailUrl: '/media/old/thumbnail.webp',
      width: 4000,
      height: 3000,
      ...emptyRecord(IMAGE_FIELDS),
      title: 'Roses in our window',
      feedback: 'Too dark',
    };
    const { user } = await openMoment({ images: [anImage(1, { title: 'Red roses in our window', earlier })] });
    expect(inspector().getByText('The client said before')).toBeVisible();
    expect(inspector().getByText('Too dark')).toBeVisible();
    await user.click(inspector().getByText('Earlier version'));
    expect(inspector().getByRole('slider', { name: 'Slide between the pictures' })).toBeVisible();
    expect(inspector().getByText('Title before')).toBeVisible();
  });

  it('has no earlier version while nothing changed since the rejection', async () => {
    const earlier = { ...anImage(1), feedback: 'Too dark' };
    await openMoment({ images: [anImage(1, { status: 'rejected', feedback: 'Too dark', earlier })] });
    expect(inspector().getByText('Client feedback')).toBeVisible();
    expect(inspector().queryByText('Earlier version')).toBeNull();
  });

  it('says when the client decided, and what happened to one image', async () => {
    const decidedAt = new Date(Date.now() - 2 * 3_600_000).toISOString();
    const entry = {
      id: '2',
      action: 'image.approved',
      actor: 'visitor',
      actorName: null,
      imageId: 'image-1',
      imageName: 'photo-1.jpg',
      section: null,
      changes: {},
      feedback: '',
      at: decidedAt,
    } satisfies HistoryEntry;
    const other = { ...entry, id: '1', imageId: 'image-2', imageName: 'photo-2.jpg' };
    fakeServer.on('GET /api/moments/moment-1/history', { body: [entry, other] });
    const { user } = await openMoment({ images: [anImage(1, { status: 'approved', decidedAt }), anImage(2)] });
    expect(inspector().getByText(/^Approved/, { selector: 'span:has(time)' })).toHaveTextContent(
      'Approved 2 hours ago',
    );
    await user.click(inspector().getByLabelText('History of photo 1'));
    const drawer = within(await screen.findByRole('dialog', { name: 'History of photo 1' }));
    expect(await drawer.findByText('Client approved photo #1')).toBeVisible();
    expect(drawer.queryByText('Client approved photo #2')).toBeNull();
  });

  it('adds images', async () => {
    fakeServer.on('POST /api/moments/moment-1/add-images', { status: 201, body: [anImage(2)] });
    const { user } = await openMoment();
    await user.click(screen.getByText('Add More Images'));
    await user.upload(await screen.findByLabelText('Images'), new File(['x'], 'new.jpg', { type: 'image/jpeg' }));
    fakeServer.on('GET /api/moments/moment-1/images', { body: [anImage(1), anImage(2)] });
    await user.click(screen.getByText('Add 1 Image'));
    expect(await screen.findByLabelText('Image 2')).toBeVisible();
    const [request] = fakeServer.calls('POST /api/moments/moment-1/add-images');
    expect(request!.text).toContain('name="images"; filename="new.jpg"');
    expect(request!.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('adds images without the one that is refused', async () => {
    const details = [{ field: 'images.0', message: 'bad.jpg is no image.' }];
    fakeServer.on('POST /api/moments/moment-1/add-images', ({ text }) =>
      text.includes('filename="bad.jpg"')
        ? failure(415, 'PICTURE_UNREADABLE', 'bad.jpg is no image.', details)
        : { status: 201, body: [anImage(2)] },
    );
    const { user } = await openMoment();
    await user.click(screen.getByText('Add More Images'));
    const files = ['bad.jpg', 'new.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' }));
    await user.upload(await screen.findByLabelText('Images'), files);
    await user.click(screen.getByText('Add 2 Images'));
    expect(await screen.findByText('Failed to upload images 1-2: bad.jpg is no image.')).toBeVisible();
    fakeServer.on('GET /api/moments/moment-1/images', { body: [anImage(1), anImage(2)] });
    await user.click(screen.getByText('Continue without it'));
    expect(await screen.findByText('1 image added')).toBeVisible();
    expect(await screen.findByLabelText('Image 2')).toBeVisible();
    expect(screen.queryByText('Add 1 Image')).toBeNull();
  });

  it('says why images could not be added', async () => {
    fakeServer.on('POST /api/moments/moment-1/add-images', failure(415, 'PICTURE_UNREADABLE', 'new.jpg is no image.'));
    const { user } = await openMoment();
    await user.click(screen.getByText('Add More Images'));
    await user.upload(await screen.findByLabelText('Images'), new File(['x'], 'new.jpg', { type: 'image/jpeg' }));
    await user.click(screen.getByText('Add 1 Image'));
    expect(await screen.findByText('Failed to add images')).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
    expect(screen.getByText('Failed to upload images 1-1: new.jpg is no image.')).toBeVisible();
  });

  it('takes no more images when it holds 30', async () => {
    await openMoment({ images: Array.from({ length: 30 }, (_, index) => anImage(index + 1)) });
    await waitFor(() => expect(buttonOf('Add More Images')).toBeDisabled());
  });

  it('is deleted after a confirmation', async () => {
    fakeServer.on('DELETE /api/moments/moment-1', { status: 204 });
    const { user, router } = await openMoment();
    await user.click(screen.getByText('Delete Package'));
    await user.click(await screen.findByText('Delete'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/moments'));
    expect(await screen.findByText('Deleted')).toBeVisible();
  });

  it('is left when it is deleted, and not read again', async () => {
    const reads = () => fakeServer.calls('GET /api/moments/moment-1').length;
    const runReads = () => fakeServer.calls('GET /api/moments/moment-1/runs').length;
    const { user, router } = await openMoment();
    await screen.findByText('Live');
    await waitFor(() => expect([reads(), runReads()]).toEqual([1, 1]));
    fakeServer.on('DELETE /api/moments/moment-1', async () => {
      fakeServer.on('GET /api/moments/moment-1', failure(404, 'NOT_FOUND', 'Moment not found'));
      fakeServer.emit('moment.deleted', { momentId: 'moment-1' });
      // Once this is refetched, so is everything else that the event invalidates.
      fakeServer.emit('captions.progress', progressOf(aRun({ runId: 'another' })));
      await waitFor(() => expect(runReads()).toBe(2));
      return { status: 204 };
    });
    await user.click(screen.getByText('Delete Package'));
    await user.click(await screen.findByText('Delete'));
    await waitFor(() => expect(screen.queryByLabelText('Public link')).not.toBeInTheDocument());
    expect([router.state.location.pathname, reads()]).toEqual(['/moments', 1]);
    await act(() => router.navigate('/moments/moment-1'));
    expect(await screen.findByText('Moment not found')).toBeVisible();
  });

  it('says that it could not be deleted', async () => {
    fakeServer.on('DELETE /api/moments/moment-1', failure(503, 'DATABASE_UNAVAILABLE', 'Not now.'));
    const { user } = await openMoment();
    await user.click(screen.getByText('Delete Package'));
    await user.click(await screen.findByText('Delete'));
    expect(await screen.findByText('Failed to delete moment')).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
  });

  it('shows its history', async () => {
    const entry = {
      imageId: 'image-1',
      imageName: 'photo-1.jpg',
      section: null,
      changes: {},
      feedback: '',
      at: '2026-01-01T00:00:00Z',
    };
    fakeServer.on('GET /api/moments/moment-1/history', {
      body: [
        { ...entry, id: '3', action: 'image.rejected', actor: 'visitor', actorName: null, feedback: 'Too dark' },
        { ...entry, id: '2', action: 'moment.opened', actor: 'visitor', actorName: null },
        { ...entry, id: '4', imageId: 'image-2', action: 'image.approved', actor: 'visitor', actorName: null },
        {
          ...entry,
          id: '5',
          action: 'due_date.changed',
          actor: 'staff',
          actorName: 'Ada',
          changes: { dueOn: { from: '', to: '2026-12-04' } },
        },
        {
          ...entry,
          id: '1',
          action: 'image.edited',
          actor: 'staff',
          actorName: 'Ada',
          changes: { title: { from: 'Old', to: 'New' } },
        },
      ],
    });
    const { user } = await openMoment({ images: [anImage(1), anImage(2, { title: 'Peonies' })] });
    await user.click(screen.getByRole('button', { name: 'History' }));
    expect(await screen.findByText('Client rejected photo #1')).toBeVisible();
    expect(screen.getByText('Client approved Peonies')).toBeVisible();
    expect(screen.getByText('Decide by: “4 December 2026”')).toBeVisible();
    expect(screen.getByText('“Too dark”')).toBeVisible();
    expect(screen.getByText('Client opened the link')).toBeVisible();
    expect(screen.getByText('Ada edited photo #1')).toBeVisible();
    expect(screen.getByText('Title: “Old” → “New”')).toBeVisible();
  });
});

describe('an image without caption', () => {
  beforeEach(signedIn);

  it('says so, and offers everything but a resubmission', async () => {
    await openMoment({ images: [anImage(1)] });
    const card = await screen.findByLabelText('Image 1');
    expect(card).toHaveTextContent('No title yet');
    expect(card).toHaveTextContent('Not decided yet');
    expect(inspector().getByText('Pending Approval')).toBeVisible();
    for (const action of ['Edit', 'Regenerate', 'Replace Image']) expect(screen.getByText(action)).toBeVisible();
    expect(screen.queryByText('Resubmit for Approval')).toBeNull();
    expect(screen.queryByText(CAPTION.title)).toBeNull();
  });
});
