import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { anImage, aRun, CAPTION, aFailedRunImage, aRunImage, progressOf } from '../../records/moments.fixture';
import { buttonOf, inspector, openMoment } from './moment-page.fixture';

const IMAGES = [anImage(1, CAPTION), anImage(2), anImage(3)];
const FAILED = [aFailedRunImage('image-2', 'No answer in time.'), aFailedRunImage('image-3', 'No answer in time.')];
const RUN = aRun({ state: 'completed', done: 1, failed: 2, images: [aRunImage({ state: 'done' }), ...FAILED] });

const shown = () =>
  screen
    .getAllByRole('article', { hidden: true })
    .filter((tile) => !tile.closest('li')!.hidden)
    .map((tile) => tile.getAttribute('aria-label'));

describe('failed captions', () => {
  beforeEach(signedIn);

  it('can be filtered', async () => {
    const { user } = await openMoment({ images: IMAGES, run: RUN });
    expect(await screen.findByText('2 captions failed')).toBeVisible();
    await user.click(screen.getByText('Show failed'));
    expect(shown()).toEqual(['Image 2', 'Image 3']);
    await user.click(screen.getByText('Show all'));
    expect(shown()).toEqual(['Image 1', 'Image 2', 'Image 3']);
  });

  it('can be retried, and their photos stay visible until the filter changes', async () => {
    fakeServer.on('POST /api/moments/moment-1/generate-captions', { status: 202, body: { runId: 'run-2', total: 2 } });
    const { user } = await openMoment({ images: IMAGES, run: RUN });
    await user.click(await screen.findByText('Show failed'));
    const again = aRun({ runId: 'run-2', total: 2, images: FAILED.map(({ imageId }) => aRunImage({ imageId })) });
    fakeServer.on('GET /api/moments/moment-1/runs', { body: [RUN, again] });
    await user.click(screen.getByText('Retry failed'));
    await waitFor(() => expect(screen.queryByText('2 captions failed')).toBeNull());
    expect(await screen.findByText('Generating 0/2...')).toBeVisible();
    fakeServer.emit('image.changed', anImage(2, { ...CAPTION, captionRevision: 2 }));
    await screen.findAllByText(CAPTION.title);
    const ended = { ...again, state: 'completed' as const, done: 2, images: [] };
    fakeServer.on('GET /api/moments/moment-1/runs', { body: [RUN, ended] });
    fakeServer.emit('captions.progress', progressOf(ended));
    expect(await screen.findByText('Generated 2 captions.')).toBeVisible();
    expect(shown()).toEqual(['Image 2', 'Image 3']);
    expect(screen.queryByText('Retry failed')).toBeNull();
  });

  it('are not mentioned while the run is active', async () => {
    await openMoment({ images: IMAGES, run: { ...RUN, state: 'running' } });
    expect(screen.queryByText('Show failed')).toBeNull();
  });
});

describe('under a status filter', () => {
  beforeEach(signedIn);

  const REJECTED = { status: 'rejected', feedback: 'Too dark' } as const;
  const card = (number: number) => within(screen.getByLabelText(`Image ${number}`));
  const choose = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));

  async function openRejected() {
    const images = [1, 2, 3].map((number) => anImage(number, REJECTED));
    const page = await openMoment({ images });
    await page.user.click(screen.getByText('Rejected (3)'));
    const resubmitted = { ...images[1]!, status: 'pending', feedback: '', version: 2 } as const;
    fakeServer.on('POST /api/images/image-2/resubmit', { body: resubmitted });
    return { ...page, images, resubmitted };
  }

  async function resubmitSecond(user: UserEvent) {
    await choose(user, 'photo-2.jpg');
    await user.click(inspector().getByText('Resubmit for Approval'));
    expect(await inspector().findByText('photo-3.jpg')).toBeVisible();
    await choose(user, 'photo-2.jpg');
  }

  it('keeps a resubmitted image visible until the filter changes, with a disabled button', async () => {
    const { user } = await openRejected();
    await choose(user, 'photo-2.jpg');
    const button = buttonOf('Resubmit for Approval');
    await user.click(button);
    expect(await screen.findByText('Rejected (2)')).toBeVisible();
    expect(shown()).toEqual(['Image 1', 'Image 2', 'Image 3']);
    expect(card(2).getByText('Now pending approval')).toBeVisible();
    await choose(user, 'photo-2.jpg');
    expect(inspector().getByText('Pending Approval')).toBeVisible();
    expect(inspector().getByText('Too dark')).toBeVisible();
    expect(button).toHaveTextContent('Resubmitted');
    expect(button).toBeDisabled();
    await user.click(screen.getByText('Pending (1)'));
    expect(shown()).toEqual(['Image 2']);
    expect(inspector().queryByText('Resubmitted')).toBeNull();
    await user.click(screen.getByText('Rejected (2)'));
    expect(shown()).toEqual(['Image 1', 'Image 3']);
  });

  it('undoes a resubmission', async () => {
    const { user, images } = await openRejected();
    await resubmitSecond(user);
    fakeServer.on('POST /api/images/image-2/resubmit/undo', { body: { ...images[1]!, version: 3 } });
    await user.click(await inspector().findByText('Undo'));
    expect(await screen.findByText('The image is rejected again')).toBeVisible();
    expect(card(2).getByText('Rejected')).toBeVisible();
    expect(inspector().getByText('Client feedback')).toBeVisible();
    expect(buttonOf('Resubmit for Approval')).toBeEnabled();
    expect(fakeServer.calls('POST /api/images/image-2/resubmit/undo')).toHaveLength(1);
  });

  it('shows why a resubmission could not be undone, and removes Undo once the image was changed', async () => {
    const { user, resubmitted } = await openRejected();
    await resubmitSecond(user);
    const reason = 'Only a resubmission can be undone, and only while nothing else was done to the image since.';
    fakeServer.on('POST /api/images/image-2/resubmit/undo', failure(409, 'IMAGE_NOT_RESUBMITTED', reason));
    await user.click(await inspector().findByText('Undo'));
    expect(await screen.findByText('Failed to undo the resubmission')).toBeVisible();
    expect(await inspector().findByText(reason)).toBeVisible();
    fakeServer.emit('image.changed', { ...resubmitted, status: 'approved' });
    expect(await card(2).findByText('Now approved')).toBeVisible();
    expect(inspector().queryByText('Undo')).toBeNull();
    expect(inspector().queryByText('Resubmitted')).toBeNull();
  });

  it('keeps an image that no longer matches, marked, and appends new matches', async () => {
    const { user } = await openMoment({ images: [anImage(1, { status: 'approved' }), anImage(2), anImage(3)] });
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
