import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { anImage, aRun, CAPTION, failedOfRun, ofRun, progressOf } from '../../records/moments.fixture';
import { openMoment } from './moment-page.fixture';

const IMAGES = [anImage(1, CAPTION), anImage(2), anImage(3)];
const FAILED = [failedOfRun('image-2', 'No answer in time.'), failedOfRun('image-3', 'No answer in time.')];
const RUN = aRun({ state: 'completed', done: 1, failed: 2, images: [ofRun({ state: 'done' }), ...FAILED] });

const shown = () =>
  screen
    .getAllByRole('article', { hidden: true })
    .filter((tile) => !tile.closest('li')!.hidden)
    .map((tile) => tile.getAttribute('aria-label'));

describe('captions that failed', () => {
  beforeEach(signedIn);

  it('are shown alone', async () => {
    const { user } = await openMoment({ images: IMAGES, run: RUN });
    expect(await screen.findByText('2 captions failed')).toBeVisible();
    await user.click(screen.getByText('Show failed'));
    expect(shown()).toEqual(['Image 2', 'Image 3']);
    await user.click(screen.getByText('Show all'));
    expect(shown()).toEqual(['Image 1', 'Image 2', 'Image 3']);
  });

  it('are tried again, and stay where they are until the filter is left', async () => {
    fakeServer.on('POST /api/moments/moment-1/generate-captions', { status: 202, body: { runId: 'run-2', total: 2 } });
    const { user } = await openMoment({ images: IMAGES, run: RUN });
    await user.click(await screen.findByText('Show failed'));
    const again = aRun({ runId: 'run-2', total: 2, images: FAILED.map(({ imageId }) => ofRun({ imageId })) });
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

  it('are not spoken of while the run goes on', async () => {
    await openMoment({ images: IMAGES, run: { ...RUN, state: 'running' } });
    expect(screen.queryByText('Show failed')).toBeNull();
  });
});
