import type { CaptionRunView } from '@gmb-moments/backend/contract/captions';
import type { CaptionProgress } from '@gmb-moments/backend/contract/events';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aMoment, anImage, aRun, CAPTION } from './moment.fixture';

interface State {
  moment?: Partial<MomentView>;
  images?: ImageView[];
  run?: CaptionRunView | null;
}

/** Opens the page of a moment that the server knows in this state, and waits until all is there and live. */
async function open({ moment, images = [anImage(1)], run = null }: State = {}) {
  const view = aMoment({ imageCount: images.length, ...moment });
  fakeServer.on('GET /api/moments/moment-1', { body: view });
  fakeServer.on('GET /api/moments/moment-1/images', { body: images });
  fakeServer.on('GET /api/moments/moment-1/caption-run', { body: JSON.stringify(run) });
  const page = renderRoute('/moments/moment-1');
  await screen.findByText(view.title);
  await screen.findByText(`All (${images.length})`);
  await screen.findByText('Live');
  return page;
}

const buttonOf = (text: RegExp | string) => screen.getByText(text).closest('button')!;

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
    expect(await screen.findByText('Spring window')).toBeVisible();
  });

  it('copies its public link, which shares it', async () => {
    const { user } = await open();
    const link = `${window.location.origin}/public/moment-1`;
    expect(screen.getByLabelText('Public link')).toHaveValue(link);
    await user.click(screen.getByText('Copy'));
    expect(await screen.findByText('Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(link);
    await waitFor(() => expect(fakeServer.calls('POST /api/moments/moment-1/share')).toHaveLength(1));
  });

  it('opens its public link on the verified domain of the agency, which shares it', async () => {
    const { user } = await open({ moment: { publicOrigin: 'https://review.example.com' } });
    const link = screen.getByText('Open').closest('a')!;
    expect(link).toHaveAttribute('href', 'https://review.example.com/public/moment-1');
    expect(link).toHaveAttribute('target', '_blank');
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    await waitFor(() => expect(fakeServer.calls('POST /api/moments/moment-1/share')).toHaveLength(1));
  });

  it('filters its images by status, with their numbers', async () => {
    const { user } = await open({ images: [anImage(1), anImage(2, { status: 'rejected', feedback: 'Too dark' })] });
    for (const label of ['All (2)', 'Pending (1)', 'Approved (0)']) expect(screen.getByText(label)).toBeVisible();
    await user.click(screen.getByText('Rejected (1)'));
    expect(screen.getByLabelText('Image 1')).not.toBeVisible();
    expect(screen.getByLabelText('Image 2')).toBeVisible();
    await user.click(screen.getByText('Approved (0)'));
    expect(screen.getByText('No approved images')).toBeVisible();
  });

  it('follows what happens elsewhere', async () => {
    await open();
    fakeServer.emit('image.changed', anImage(1, { status: 'rejected', feedback: 'Too dark', version: 2 }));
    expect(await screen.findByText('Too dark')).toBeVisible();
    fakeServer.emit('moment.changed', aMoment({ title: 'Summer window', status: 'rejected', imageCount: 1 }));
    expect(await screen.findByText('Summer window')).toBeVisible();
  });

  it('says at once that a colleague shared it, and on which domain its link is now', async () => {
    await open();
    expect(screen.getByText('Not shared yet')).toBeVisible();
    const publicOrigin = 'https://review.example.com';
    fakeServer.emit('moment.changed', aMoment({ status: 'pending', sharedAt: '2026-01-02T00:00:00Z', publicOrigin }));
    expect(await screen.findByText(/^Shared/)).toBeVisible();
    expect(screen.queryByText('Not shared yet')).toBeNull();
    expect(screen.getByLabelText('Public link')).toHaveValue(`${publicOrigin}/public/moment-1`);
  });

  it('adds images', async () => {
    fakeServer.on('POST /api/moments/moment-1/add-images', { status: 201, body: [anImage(2)] });
    const { user } = await open();
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
    const { user } = await open();
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
    const { user } = await open();
    await user.click(screen.getByText('Add More Images'));
    await user.upload(await screen.findByLabelText('Images'), new File(['x'], 'new.jpg', { type: 'image/jpeg' }));
    await user.click(screen.getByText('Add 1 Image'));
    expect(await screen.findByText('Failed to add images')).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
    expect(screen.getByText('Failed to upload images 1-1: new.jpg is no image.')).toBeVisible();
  });

  it('takes no more images when it holds 30', async () => {
    await open({ images: Array.from({ length: 30 }, (_, index) => anImage(index + 1)) });
    await waitFor(() => expect(buttonOf('Add More Images')).toBeDisabled());
  });

  it('is deleted after a confirmation', async () => {
    fakeServer.on('DELETE /api/moments/moment-1', { status: 204 });
    const { user, router } = await open();
    await user.click(screen.getByText('Delete Package'));
    await user.click(await screen.findByText('Delete'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/moments'));
    expect(await screen.findByText('Deleted')).toBeVisible();
  });

  it('is left when it is deleted, and not read again', async () => {
    const reads = () => fakeServer.calls('GET /api/moments/moment-1').length;
    const runReads = () => fakeServer.calls('GET /api/moments/moment-1/caption-run').length;
    const { user, router } = await open();
    await waitFor(() => expect([reads(), runReads()]).toEqual([2, 2]));
    fakeServer.on('DELETE /api/moments/moment-1', async () => {
      fakeServer.on('GET /api/moments/moment-1', failure(404, 'NOT_FOUND', 'Moment not found'));
      fakeServer.emit('moment.deleted', { momentId: 'moment-1' });
      // What follows an event is read when this is.
      const { errors: _errors, ...progress } = aRun({ runId: 'another' });
      fakeServer.emit('captions.progress', progress);
      await waitFor(() => expect(runReads()).toBe(3));
      return { status: 204 };
    });
    await user.click(screen.getByText('Delete Package'));
    await user.click(await screen.findByText('Delete'));
    await waitFor(() => expect(screen.queryByText('Public Link')).not.toBeInTheDocument());
    expect([router.state.location.pathname, reads()]).toEqual(['/moments', 2]);
    await act(() => router.navigate('/moments/moment-1'));
    expect(await screen.findByText('Moment not found')).toBeVisible();
  });

  it('says that it could not be deleted', async () => {
    fakeServer.on('DELETE /api/moments/moment-1', failure(503, 'DATABASE_UNAVAILABLE', 'Not now.'));
    const { user } = await open();
    await user.click(screen.getByText('Delete Package'));
    await user.click(await screen.findByText('Delete'));
    expect(await screen.findByText('Failed to delete moment')).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
  });

  it('tells its history', async () => {
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
    const { user } = await open();
    await user.click(screen.getByText('History'));
    expect(await screen.findByText('Client rejected photo-1.jpg')).toBeVisible();
    expect(screen.getByText('“Too dark”')).toBeVisible();
    expect(screen.getByText('Client opened the link')).toBeVisible();
    expect(screen.getByText('Ada edited photo-1.jpg')).toBeVisible();
    expect(screen.getByText('Title: “Old” → “New”')).toBeVisible();
  });
});

describe('under a status filter', () => {
  beforeEach(signedIn);

  const REJECTED = { status: 'rejected', feedback: 'Too dark' } as const;
  const shown = () =>
    screen
      .getAllByRole('article', { hidden: true })
      .filter((card) => card.parentElement!.style.display !== 'none')
      .map((card) => card.getAttribute('aria-label'));
  const card = (number: number) => within(screen.getByLabelText(`Image ${number}`));

  async function openRejected() {
    const images = [1, 2, 3].map((number) => anImage(number, REJECTED));
    const page = await open({ images });
    await page.user.click(screen.getByText('Rejected (3)'));
    const resubmitted = { ...images[1]!, status: 'pending', feedback: '', version: 2 } as const;
    fakeServer.on('POST /api/images/image-2/resubmit', { body: resubmitted });
    return { ...page, images, resubmitted };
  }

  it('keeps a resubmitted image in its place until the filter is left, with nothing to click where the button was', async () => {
    const { user } = await openRejected();
    const button = card(2).getByText('Resubmit for Approval').closest('button')!;
    await user.click(button);
    expect(await screen.findByText('Rejected (2)')).toBeVisible();
    expect(shown()).toEqual(['Image 1', 'Image 2', 'Image 3']);
    expect(card(2).getByText('Pending Approval')).toBeVisible();
    expect(card(2).getByText('Too dark')).toBeVisible();
    expect(button).toHaveTextContent('Resubmitted');
    expect(button).toBeDisabled();
    await user.click(screen.getByText('Pending (1)'));
    expect(shown()).toEqual(['Image 2']);
    expect(card(2).queryByText('Resubmitted')).toBeNull();
    await user.click(screen.getByText('Rejected (2)'));
    expect(shown()).toEqual(['Image 1', 'Image 3']);
  });

  it('undoes a resubmission', async () => {
    const { user, images } = await openRejected();
    await user.click(card(2).getByText('Resubmit for Approval'));
    fakeServer.on('POST /api/images/image-2/resubmit/undo', { body: { ...images[1]!, version: 3 } });
    await user.click(await card(2).findByText('Undo'));
    expect(await screen.findByText('The image is rejected again')).toBeVisible();
    expect(card(2).getByText('Rejected')).toBeVisible();
    expect(card(2).getByText('Client feedback')).toBeVisible();
    expect(card(2).getByText('Resubmit for Approval').closest('button')).toBeEnabled();
    expect(fakeServer.calls('POST /api/images/image-2/resubmit/undo')).toHaveLength(1);
  });

  it('says why a resubmission could not be undone, and offers it no more once the image was changed', async () => {
    const { user, resubmitted } = await openRejected();
    await user.click(card(2).getByText('Resubmit for Approval'));
    const reason = 'Only a resubmission can be undone, and only while nothing else was done to the image since.';
    fakeServer.on('POST /api/images/image-2/resubmit/undo', failure(409, 'IMAGE_NOT_RESUBMITTED', reason));
    await user.click(await card(2).findByText('Undo'));
    expect(await screen.findByText('Failed to undo the resubmission')).toBeVisible();
    expect(card(2).getByText(reason)).toBeVisible();
    fakeServer.emit('image.changed', { ...resubmitted, status: 'approved' });
    expect(await card(2).findByText('Now approved')).toBeVisible();
    expect(card(2).queryByText('Undo')).toBeNull();
    expect(card(2).queryByText('Resubmitted')).toBeNull();
  });

  it('keeps an image that changes elsewhere in its place, marked, and adds one that comes to it at the end', async () => {
    const { user } = await open({ images: [anImage(1, { status: 'approved' }), anImage(2), anImage(3)] });
    await user.click(screen.getByText('Pending (2)'));
    fakeServer.emit('image.changed', anImage(2, { ...REJECTED, version: 1 }));
    expect(await card(2).findByText('Now rejected')).toBeVisible();
    fakeServer.emit('image.changed', anImage(1, { title: 'Another', version: 2 }));
    expect(await screen.findByText('Pending (2)')).toBeVisible();
    expect(shown()).toEqual(['Image 2', 'Image 3', 'Image 1']);
    expect(card(1).queryByText(/^Now/)).toBeNull();
    await user.click(screen.getByText('All (3)'));
    expect(shown()).toEqual(['Image 1', 'Image 2', 'Image 3']);
    expect(screen.queryByText(/^Now/)).toBeNull();
    await user.click(screen.getByText('Pending (2)'));
    expect(shown()).toEqual(['Image 1', 'Image 3']);
  });
});

describe('generating captions', () => {
  beforeEach(signedIn);

  const progress = (more: Partial<CaptionRunView & Pick<CaptionProgress, 'imageId' | 'message' | 'detail'>>) => {
    const { errors: _errors, ...payload } = aRun(more);
    fakeServer.emit('captions.progress', payload);
  };

  it('counts along and says that all worked', async () => {
    fakeServer.on('POST /api/moments/moment-1/generate-captions', { status: 202, body: { runId: 'run-1', total: 3 } });
    const { user } = await open({ images: [anImage(1), anImage(2), anImage(3)] });
    fakeServer.on('GET /api/moments/moment-1/caption-run', { body: aRun() });
    await user.click(screen.getByText('Generate AI Captions'));
    expect(await screen.findByText('Generating 0/3...')).toBeVisible();
    progress({ done: 1, failed: 1 });
    expect(await screen.findByText('Generating 2/3...')).toBeVisible();
    expect(await screen.findByText('2 of 3 captions are done')).toHaveAttribute('role', 'status');
    fakeServer.on('GET /api/moments/moment-1/caption-run', { body: aRun({ state: 'completed', done: 3 }) });
    progress({ state: 'completed', done: 3 });
    expect(await screen.findByText('Success')).toBeVisible();
    expect(await screen.findByText('Generated 3 captions.')).toBeVisible();
    expect(await screen.findByText('Generate AI Captions')).toBeVisible();
  });

  it('shows the true count after a reload, and says which failed', async () => {
    await open({ images: [anImage(1), anImage(2), anImage(3)], run: aRun({ done: 1 }) });
    expect(await screen.findByText('Generating 1/3...')).toBeVisible();
    progress({ done: 1, failed: 1, imageId: 'image-2', message: 'The AI provider gave no answer in time.' });
    expect(await screen.findByText('No caption: The AI provider gave no answer in time.')).toBeVisible();
    const ended = aRun({
      state: 'completed',
      done: 2,
      failed: 1,
      errors: [{ imageId: 'image-2', message: 'The AI provider gave no answer in time.', detail: '' }],
    });
    fakeServer.on('GET /api/moments/moment-1/caption-run', { body: ended });
    progress(ended);
    expect(await screen.findByText('Partial Success')).toBeVisible();
    expect(await screen.findByText('Generated 2 of 3 captions. 1 failed.')).toBeVisible();
    expect(await screen.findByText('No caption: The AI provider gave no answer in time.')).toBeVisible();
  });

  it('says why nothing worked', async () => {
    await open({ run: aRun({ total: 1 }) });
    await screen.findByText('Generating 0/1...');
    const errors = [{ imageId: 'image-1', message: 'The API key was refused.', detail: '' }];
    const ended = aRun({ state: 'failed', total: 1, failed: 1, errors });
    fakeServer.on('GET /api/moments/moment-1/caption-run', { body: ended });
    progress(ended);
    expect(await screen.findByText(/^Failed to generate captions\s+The API key was refused\.$/)).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
  });

  it('keeps the technical reason of a failure behind “Technical details”', async () => {
    const message = 'The AI provider refused the request. Please contact the person who runs this system.';
    const detail = 'The AI provider refused the API key (401). Check OPENAI_API_KEY.';
    const { user } = await open({ images: [anImage(1), anImage(2)], run: aRun({ total: 2 }) });
    await screen.findByText('Generating 0/2...');
    progress({ total: 2, failed: 1, imageId: 'image-1', message, detail });
    expect(await screen.findByText(`No caption: ${message}`)).toBeVisible();
    expect(screen.getByText(detail)).not.toBeVisible();
    await user.click(screen.getByText('Technical details'));
    expect(screen.getByText(detail)).toBeVisible();
    const ended = aRun({ state: 'failed', total: 2, failed: 2, errors: [{ imageId: 'image-1', message, detail }] });
    fakeServer.on('GET /api/moments/moment-1/caption-run', { body: ended });
    progress(ended);
    const toast = (await screen.findByText(/^Failed to generate captions/)).closest('[role=alert]');
    expect(toast).toHaveTextContent(message);
    expect(toast).not.toHaveTextContent('OPENAI_API_KEY');
  });

  it('says when a run had nothing to write any more', async () => {
    await open({ run: aRun({ total: 1 }) });
    await screen.findByText('Generating 0/1...');
    fakeServer.emit('image.changed', anImage(1, { status: 'approved' }));
    const ended = aRun({ state: 'completed', total: 0 });
    fakeServer.on('GET /api/moments/moment-1/caption-run', { body: ended });
    progress(ended);
    expect(await screen.findByText('Nothing generated')).toBeVisible();
    expect(screen.getByText('The images were approved, edited or deleted meanwhile.')).toBeVisible();
    expect(screen.queryByText('Success')).toBeNull();
  });

  it('is silent about a run that ended before', async () => {
    await open({ run: aRun({ state: 'completed', done: 3 }) });
    expect(screen.getByText('Generate AI Captions')).toBeVisible();
    expect(screen.queryByText('Success')).toBeNull();
  });

  it('is not offered when every image has a title and a description', async () => {
    await open({ images: [anImage(1, { title: 'A', description: 'B' })] });
    await screen.findByLabelText('Image 1');
    expect(buttonOf('Generate AI Captions')).toBeDisabled();
    expect(buttonOf('Generate AI Captions')).toHaveAttribute(
      'title',
      'Every image already has a title and a description',
    );
  });

  it('is not offered when only approved images lack a caption, and says why', async () => {
    const captioned = anImage(1, { title: 'A', description: 'B' });
    await open({ images: [captioned, anImage(2, { status: 'approved' })] });
    await screen.findByLabelText('Image 2');
    expect(buttonOf('Generate AI Captions')).toBeDisabled();
    expect(buttonOf('Generate AI Captions')).toHaveAttribute(
      'title',
      'Approved images stay as they are, and every other image already has a title and a description',
    );
  });

  it('does not say of an approved image that it waits for its caption', async () => {
    await open({ images: [anImage(1), anImage(2, { status: 'approved' })], run: aRun({ total: 1 }) });
    expect(await screen.findAllByText('Waiting for its caption…')).toHaveLength(1);
  });

  it('passes on that all images have captions', async () => {
    const answer = failure(409, 'ALL_CAPTIONED', 'All images already have captions');
    fakeServer.on('POST /api/moments/moment-1/generate-captions', answer);
    const { user } = await open();
    await user.click(screen.getByText('Generate AI Captions'));
    expect(await screen.findByText('All images already have captions')).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
  });
});

describe('an image without caption', () => {
  beforeEach(signedIn);

  it('says so, and offers everything but a resubmission', async () => {
    await open({ images: [anImage(1)] });
    const card = await screen.findByLabelText('Image 1');
    expect(card).toHaveTextContent('No title yet');
    expect(card).toHaveTextContent('Pending Approval');
    for (const action of ['Edit', 'Regenerate', 'Replace Image']) expect(screen.getByText(action)).toBeVisible();
    expect(screen.queryByText('Resubmit for Approval')).toBeNull();
    expect(screen.queryByText(CAPTION.title)).toBeNull();
  });
});
