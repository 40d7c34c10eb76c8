import type { CaptionRunDetail } from '@gmb-moments/backend/contract/captions';
import type { CaptionProgress } from '@gmb-moments/backend/contract/runs';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { signedIn } from '../../../test/render-route';
import { failure, fakeServer } from '../../../test/server';
import { anImage, CAPTION, aRun, aFailedRunImage, aRunImage, progressOf } from '../../../records/moments.fixture';
import { buttonOf, openMoment } from '../moment-page.fixture';

describe('generating captions', () => {
  beforeEach(signedIn);

  const progress = (more: Partial<CaptionRunDetail>, item: Partial<CaptionProgress> = {}) =>
    fakeServer.emit('captions.progress', { ...progressOf(aRun(more)), ...item });

  it('counts along and says that all worked', async () => {
    fakeServer.on('POST /api/moments/moment-1/generate-captions', { status: 202, body: { runId: 'run-1', total: 3 } });
    const { user } = await openMoment({ images: [anImage(1), anImage(2), anImage(3)] });
    fakeServer.on('GET /api/moments/moment-1/runs', { body: [aRun()] });
    await user.click(screen.getByText('Generate AI Captions'));
    expect(await screen.findByText('Generating 0/3...')).toBeVisible();
    progress({ done: 1, failed: 1 });
    expect(await screen.findByText('Generating 2/3...')).toBeVisible();
    expect(await screen.findByText('2 of 3 captions are done')).toHaveAttribute('role', 'status');
    fakeServer.on('GET /api/moments/moment-1/runs', { body: [aRun({ state: 'completed', done: 3 })] });
    progress({ state: 'completed', done: 3 });
    expect(await screen.findByText('Success')).toBeVisible();
    expect(await screen.findByText('Generated 3 captions.')).toBeVisible();
    expect(await screen.findByText('Generate AI Captions')).toBeVisible();
  });

  it('says beforehand that no AI is connected, and what connects one', async () => {
    const settings = { logoUrl: null, brandName: '', primaryColor: '#3b82f6', usesBuiltInWriter: true };
    fakeServer.on('GET /api/settings', { body: settings });
    await openMoment({ images: [anImage(1)] });
    const text = 'Built-in writer: connect an AI for captions that see the photo (OPENAI_API_KEY)';
    expect(await screen.findByRole('note')).toHaveTextContent(text);
  });

  it('shows the true count after a reload, and says which failed', async () => {
    const { user } = await openMoment({ images: [anImage(1), anImage(2), anImage(3)], run: aRun({ done: 1 }) });
    expect(await screen.findByText('Generating 1/3...')).toBeVisible();
    const timedOut = aFailedRunImage('image-2', 'The AI provider gave no answer in time.');
    const images = [aRunImage({ state: 'done' }), timedOut, aRunImage({ imageId: 'image-3' })];
    fakeServer.on('GET /api/moments/moment-1/runs', { body: [aRun({ done: 1, failed: 1, images })] });
    progress({ done: 1, failed: 1 }, { imageId: 'image-2', message: timedOut.message });
    expect(await screen.findByText('Caption failed')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'photo-2.jpg' }));
    expect(screen.getByText('No caption: The AI provider gave no answer in time.')).toBeVisible();
    const ended = aRun({
      state: 'completed',
      done: 2,
      failed: 1,
      images: [timedOut],
    });
    fakeServer.on('GET /api/moments/moment-1/runs', { body: [ended] });
    progress(ended);
    expect(await screen.findByText('Partial Success')).toBeVisible();
    expect(await screen.findByText('Generated 2 of 3 captions. 1 failed.')).toBeVisible();
    expect(await screen.findByText('No caption: The AI provider gave no answer in time.')).toBeVisible();
  });

  it('says why nothing worked', async () => {
    await openMoment({ run: aRun({ total: 1 }) });
    await screen.findByText('Generating 0/1...');
    const images = [aFailedRunImage('image-1', 'The API key was refused.')];
    const ended = aRun({ state: 'failed', total: 1, failed: 1, images });
    fakeServer.on('GET /api/moments/moment-1/runs', { body: [ended] });
    progress(ended);
    expect(await screen.findByText(/^Failed to generate captions\s+The API key was refused\.$/)).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
  });

  it('keeps the technical reason of a failure behind “Technical details”', async () => {
    const message = 'The AI provider refused the request. Please contact the administrator of this system.';
    const detail = 'The AI provider refused the API key (401). Check OPENAI_API_KEY.';
    const { user } = await openMoment({ images: [anImage(1), anImage(2)], run: aRun({ total: 2 }) });
    await screen.findByText('Generating 0/2...');
    const images = [aFailedRunImage('image-1', message, detail), aRunImage({ imageId: 'image-2' })];
    fakeServer.on('GET /api/moments/moment-1/runs', { body: [aRun({ total: 2, failed: 1, images })] });
    progress({ total: 2, failed: 1 }, { imageId: 'image-1', message, detail });
    expect(await screen.findByText(`No caption: ${message}`)).toBeVisible();
    expect(screen.getByText(detail)).not.toBeVisible();
    await user.click(screen.getByText('Technical details'));
    expect(screen.getByText(detail)).toBeVisible();
    const ended = aRun({ state: 'failed', total: 2, failed: 2, images: [aFailedRunImage('image-1', message, detail)] });
    fakeServer.on('GET /api/moments/moment-1/runs', { body: [ended] });
    progress(ended);
    const toast = (await screen.findByText(/^Failed to generate captions/)).closest('[role=alert]');
    expect(toast).toHaveTextContent(message);
    expect(toast).not.toHaveTextContent('OPENAI_API_KEY');
  });

  it('says when a run had nothing to write any more', async () => {
    await openMoment({ run: aRun({ total: 1 }) });
    await screen.findByText('Generating 0/1...');
    fakeServer.emit('image.changed', anImage(1, { status: 'approved' }));
    const ended = aRun({ state: 'completed', total: 0 });
    fakeServer.on('GET /api/moments/moment-1/runs', { body: [ended] });
    progress(ended);
    expect(await screen.findByText('Nothing generated')).toBeVisible();
    expect(screen.getByText('The images were approved, edited or deleted meanwhile.')).toBeVisible();
    expect(screen.queryByText('Success')).toBeNull();
  });

  it('is silent about a run that ended before', async () => {
    await openMoment({ run: aRun({ state: 'completed', done: 3 }) });
    expect(screen.getByText('Generate AI Captions')).toBeVisible();
    expect(screen.queryByText('Success')).toBeNull();
  });

  it('is not offered when every image has a title and a description', async () => {
    await openMoment({ images: [anImage(1, { title: 'A', description: 'B' })] });
    await screen.findByLabelText('Image 1');
    expect(buttonOf('Generate AI Captions')).toBeDisabled();
    expect(buttonOf('Generate AI Captions')).toHaveAttribute(
      'title',
      'Every image already has a title and a description',
    );
  });

  it('is not offered when only approved images lack a caption, and says why', async () => {
    const captioned = anImage(1, CAPTION);
    await openMoment({ images: [captioned, anImage(2, { status: 'approved' })] });
    await screen.findByLabelText('Image 2');
    expect(buttonOf('Generate AI Captions')).toBeDisabled();
    expect(buttonOf('Generate AI Captions')).toHaveAttribute(
      'title',
      'Approved images stay as they are, and every other image already has its caption',
    );
  });

  it('is offered where an image lacks only keywords, and an approved one has nothing', async () => {
    const { title, description } = CAPTION;
    await openMoment({ images: [anImage(1, { title, description }), anImage(2, { status: 'approved' })] });
    await screen.findByLabelText('Image 1');
    expect(buttonOf('Generate AI Captions')).toBeEnabled();
  });

  it('does not say of an approved image that it waits for its caption', async () => {
    const images = [anImage(1), anImage(2, { status: 'approved' }), anImage(3)];
    await openMoment({ images, run: aRun({ total: 2 }) });
    expect(await screen.findAllByText('Waiting for its caption…')).toHaveLength(1);
    expect(within(screen.getByLabelText('Image 1')).getByText('Writing the caption…')).toBeVisible();
  });

  it('passes on that all images have captions', async () => {
    const answer = failure(409, 'ALL_CAPTIONED', 'All images already have captions');
    fakeServer.on('POST /api/moments/moment-1/generate-captions', answer);
    const { user } = await openMoment();
    await user.click(screen.getByText('Generate AI Captions'));
    expect(await screen.findByText('All images already have captions')).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
  });
});

/** Renders the page of a moment with only this image. */
async function openImage(more: Partial<ImageView> = {}) {
  const image = anImage(1, { ...CAPTION, ...more });
  return { ...(await openMoment({ images: [image] })), image, card: screen.getByLabelText('Image 1') };
}

const aRewrite = (more: Partial<CaptionRunDetail>): CaptionRunDetail =>
  aRun({ runId: 'job-1', mode: 'rewrite', total: 1, images: [aRunImage()], ...more });

function runEnds(run: CaptionRunDetail): void {
  fakeServer.on('GET /api/moments/moment-1/runs', { body: [run] });
  fakeServer.emit('captions.progress', progressOf(run));
}

describe('regenerating a caption', () => {
  beforeEach(signedIn);

  it('regenerates the caption and follows the run to its end', async () => {
    const { user, card } = await openImage();
    fakeServer.on('POST /api/images/image-1/regenerate', { status: 202, body: { jobId: 'job-1' } });
    await user.click(screen.getByText('Regenerate'));
    await waitFor(() => expect(fakeServer.calls('POST /api/images/image-1/regenerate')).toHaveLength(1));
    const [request] = fakeServer.calls('POST /api/images/image-1/regenerate');
    expect([request!.headers.prefer, request!.text]).toEqual(['respond-async', '']);
    await waitFor(() => expect(card).toHaveAttribute('aria-busy', 'true'));
    fakeServer.emit('captions.progress', progressOf(aRewrite({})));
    runEnds(aRewrite({ state: 'completed', done: 1, images: [aRunImage({ state: 'done' })] }));
    expect(await screen.findByText('Regenerated')).toBeVisible();
    expect(card).toHaveAttribute('aria-busy', 'false');
  });

  it('asks before it replaces a caption that staff wrote, and brings it back on request', async () => {
    const { user, image } = await openImage({ captionByHand: true, captionRevision: 4 });
    fakeServer.on('POST /api/images/image-1/regenerate', { status: 202, body: { jobId: 'job-1' } });
    await user.keyboard('g');
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace a caption written by hand?' }));
    expect(dialog.getByText(`#1 ${CAPTION.title}`)).toBeInTheDocument();
    expect(dialog.getByText(new RegExp(CAPTION.description))).toBeInTheDocument();
    await user.click(dialog.getByText('Cancel'));
    expect(fakeServer.calls('POST /api/images/image-1/regenerate')).toHaveLength(0);
    await user.keyboard('g');
    await user.click(within(await screen.findByRole('dialog')).getByText('Regenerate'));
    await waitFor(() => expect(fakeServer.calls('POST /api/images/image-1/regenerate')).toHaveLength(1));
    runEnds(aRewrite({ state: 'completed', done: 1, images: [aRunImage({ state: 'done' })] }));
    fakeServer.on('PATCH /api/images/image-1', { body: { ...image, captionRevision: 6 } });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The earlier text is back')).toBeVisible();
    const { captionProvider: _provider, ...texts } = CAPTION;
    expect(fakeServer.calls('PATCH /api/images/image-1').map(({ json }) => json)).toEqual([
      { ...texts, captionRevision: 5 },
    ]);
  });

  it('shows what staff wrote beside what should change', async () => {
    const { user } = await openImage({ captionByHand: true });
    fakeServer.on('POST /api/images/image-1/regenerate', { status: 202, body: { jobId: 'job-1' } });
    await user.click(screen.getByRole('button', { name: 'Say what should change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Regenerate Caption' }));
    expect(dialog.getByText(CAPTION.title)).toBeInTheDocument();
    await user.click(dialog.getByText('Regenerate'));
    await waitFor(() => expect(fakeServer.calls('POST /api/images/image-1/regenerate')).toHaveLength(1));
  });

  it('sends what should change, and nothing with the one click beside it', async () => {
    fakeServer.on('POST /api/images/image-1/regenerate', { status: 202, body: { jobId: 'run-1' } });
    const rejected = anImage(1, { status: 'rejected', feedback: 'Too long' });
    const { user } = await openMoment({ images: [rejected] });
    await user.click(await screen.findByRole('button', { name: 'Say what should change' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/“Too long”/)).toBeVisible();
    await user.type(within(dialog).getByLabelText('What should change? (optional)'), '  Name the street ');
    await user.click(within(dialog).getByRole('button', { name: 'Regenerate' }));
    const calls = () => fakeServer.calls('POST /api/images/image-1/regenerate').map(({ json }) => json);
    await waitFor(() => expect(calls()).toEqual([{ instruction: 'Name the street' }]));
  });

  it('says that the caption could not be regenerated', async () => {
    const { user } = await openImage();
    fakeServer.on('POST /api/images/image-1/regenerate', () => {
      // The event about the end may arrive before the response.
      const failed = aFailedRunImage('image-1', 'The AI provider refused the request.', 'Check OPENAI_API_KEY.');
      runEnds(aRewrite({ state: 'failed', failed: 1, images: [failed] }));
      return { status: 202, body: { jobId: 'job-1' } };
    });
    await user.click(screen.getByText('Regenerate'));
    expect(await screen.findByText('Failed to regenerate caption')).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
    expect(screen.getByText('Not regenerated: The AI provider refused the request.')).toBeVisible();
    expect(screen.getByText('Check OPENAI_API_KEY.')).not.toBeVisible();
    await user.click(screen.getByText('Technical details'));
    expect(screen.getByText('Check OPENAI_API_KEY.')).toBeVisible();
  });

  it('says when the image was approved or edited while its caption was being written', async () => {
    const { user } = await openImage();
    fakeServer.on('POST /api/images/image-1/regenerate', { status: 202, body: { jobId: 'job-1' } });
    await user.click(screen.getByText('Regenerate'));
    await waitFor(() => expect(fakeServer.calls('POST /api/images/image-1/regenerate')).toHaveLength(1));
    runEnds(aRewrite({ state: 'completed', total: 0, images: [aRunImage({ state: 'skipped' })] }));
    expect(await screen.findByText('Not regenerated')).toBeVisible();
    expect(screen.getByText('The image was approved, edited or deleted meanwhile.')).toBeVisible();
    expect(screen.queryByText('Regenerated')).toBeNull();
  });

  it('does not offer to regenerate what the client approved', async () => {
    const { card } = await openImage({ status: 'approved' });
    expect(within(card).getByText('Approved')).toBeVisible();
    expect(screen.queryByText('Regenerate')).toBeNull();
  });

  it('is advised for a caption that was written for a picture that was replaced since', async () => {
    const outdated = anImage(1, { title: 'Peonies', captionOutdated: true });
    await openMoment({ images: [outdated] });
    expect(await screen.findByText('This caption was written for the previous picture.')).toBeVisible();
    fakeServer.emit('image.changed', { ...outdated, title: 'Roses', captionOutdated: false, version: 2 });
    await waitFor(() => expect(screen.queryByText('This caption was written for the previous picture.')).toBeNull());
  });
});
