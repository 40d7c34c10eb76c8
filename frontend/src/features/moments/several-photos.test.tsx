import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { anImage, aRun, CAPTION, aFailedRunImage, aRunImage, progressOf } from '../../records/moments.fixture';
import { buttonOf, inspector, openMoment } from './moment-page.fixture';

const REJECTED = { status: 'rejected', feedback: 'Too dark' } as const;
const IMAGES = [
  anImage(1, CAPTION),
  anImage(2, REJECTED),
  anImage(3, { status: 'approved' }),
  anImage(4, { ...REJECTED, address: 'Rua Augusta 1' }),
];

const chosen = () =>
  screen
    .queryAllByRole('checkbox', { name: /^Select #/, checked: true })
    .map((box) => box.getAttribute('aria-label')?.slice('Select '.length));
const bar = () => within(screen.getByRole('region', { name: 'Selected photos' }));
const photo = (number: number) => screen.getByLabelText(`Image ${number}`).querySelector('[data-tile]')!;
const bulkButton = (name: string) => bar().getByText(name).closest('button')!;

describe('choosing photos', () => {
  beforeEach(signedIn);

  it('works by keys: Space, Shift with arrows, Ctrl+A and Escape', async () => {
    const { user } = await openMoment({ images: IMAGES });
    await user.keyboard(' ');
    expect(chosen()).toEqual(['#1']);
    expect(bar().getByText('1 selected')).toBeVisible();
    await user.keyboard('j{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    expect(chosen()).toEqual(['#1', '#2', '#3', '#4']);
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(chosen()).toEqual(['#1', '#2', '#3']);
    expect(inspector().getByText('photo-3.jpg')).toBeVisible();
    await user.keyboard(' ');
    expect(chosen()).toEqual(['#1', '#2']);
    await user.keyboard('{Escape}');
    expect(chosen()).toEqual([]);
    expect(screen.getByRole('region', { name: 'Progress' })).toBeVisible();
    await user.keyboard('{Control>}a{/Control}');
    expect(chosen()).toEqual(['#1', '#2', '#3', '#4']);
    await user.click(bulkButton('Clear'));
    expect(chosen()).toEqual([]);
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-tile'));
  });

  it('works by clicks with Ctrl and Shift, and by the box of a tile', async () => {
    const { user } = await openMoment({ images: IMAGES });
    await user.keyboard('{Control>}');
    await user.click(photo(2));
    await user.keyboard('{/Control}{Shift>}');
    await user.click(photo(4));
    await user.keyboard('{/Shift}');
    expect(chosen()).toEqual(['#2', '#3', '#4']);
    await user.click(screen.getByRole('checkbox', { name: 'Select #3' }));
    expect(chosen()).toEqual(['#2', '#4']);
    await user.click(photo(1));
    expect(chosen()).toEqual(['#2', '#4']);
    expect(inspector().getByText('photo-1.jpg')).toBeVisible();
  });

  it('works by taps after `Select`', async () => {
    const { user } = await openMoment({ images: IMAGES });
    await user.click(screen.getByText('Select'));
    expect(bar().getByText('0 selected')).toBeVisible();
    expect(bulkButton('Delete')).toBeDisabled();
    expect(bulkButton('Delete')).toHaveAttribute('title', 'Select photos first');
    await user.click(photo(2));
    await user.click(photo(4));
    await user.click(photo(2));
    expect(chosen()).toEqual(['#4']);
    await user.click(bulkButton('Clear'));
    await user.click(photo(2));
    expect(chosen()).toEqual([]);
  });

  it('includes only photos that the filter shows', async () => {
    const { user } = await openMoment({ images: IMAGES });
    await user.keyboard('{Control>}a{/Control}');
    await user.click(screen.getByText('Rejected (2)'));
    expect(bar().getByText('2 selected')).toBeVisible();
  });

  it('does not use Space while a button has the focus', async () => {
    const { user } = await openMoment({ images: IMAGES });
    screen.getByRole('button', { name: 'Keyboard shortcuts' }).focus();
    await user.keyboard(' ');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Select all');
    expect(chosen()).toEqual([]);
  });
});

describe('chosen photos', () => {
  beforeEach(signedIn);

  async function openAll() {
    const page = await openMoment({ images: IMAGES });
    await page.user.keyboard('{Control>}a{/Control}');
    return page;
  }

  it('are resubmitted if they are rejected, with one toast', async () => {
    const { user } = await openAll();
    for (const index of [1, 3]) {
      const body = { ...IMAGES[index]!, status: 'pending', feedback: '', version: 2 };
      fakeServer.on(`POST /api/images/image-${index + 1}/resubmit`, { body });
    }
    await user.keyboard('r');
    expect(await screen.findByText('2 resubmitted')).toBeVisible();
    expect(fakeServer.requests.filter(({ path }) => path.endsWith('/resubmit'))).toHaveLength(2);
    expect(await screen.findByText('Rejected (0)')).toBeVisible();
    await waitFor(() => expect(bulkButton('Resubmit')).toBeDisabled());
    expect(bulkButton('Resubmit')).toHaveAttribute('title', 'None of these photos is rejected');
  });

  it('get one answer if they were not changed since their rejection', async () => {
    const images = IMAGES.map((image, index) =>
      image.status === 'rejected'
        ? { ...image, earlier: { ...image, title: index === 3 ? 'Before' : image.title, feedback: 'Too dark' } }
        : image,
    );
    const { user } = await openMoment({ images });
    await user.keyboard('{Control>}a{/Control}');
    for (const index of [1, 3]) {
      const body = { ...images[index]!, status: 'pending', feedback: '', version: 2 };
      fakeServer.on(`POST /api/images/image-${index + 1}/resubmit`, { body });
    }
    await user.keyboard('r');
    const dialog = within(await screen.findByRole('dialog', { name: /^Nothing changed since/ }));
    expect(dialog.getByText(/1 other photo, changed or answered, will be resubmitted too/)).toBeVisible();
    await user.type(dialog.getByLabelText('Your answer'), 'It was night.');
    await user.click(dialog.getByText('Answer and resubmit'));
    expect(await screen.findByText('2 resubmitted')).toBeVisible();
    const replyOf = (id: string) => fakeServer.calls(`POST /api/images/${id}/resubmit`)[0]!.json;
    expect([replyOf('image-2'), replyOf('image-4')]).toEqual([{ reply: 'It was night.' }, { reply: '' }]);
  });

  it('have disabled actions with the reason while their captions are written', async () => {
    const { user } = await openAll();
    for (const id of ['image-1', 'image-2', 'image-4']) {
      fakeServer.on(`POST /api/images/${id}/regenerate`, { status: 202, body: { jobId: `run-of-${id}` } });
    }
    await user.keyboard('g');
    await waitFor(() => expect(bulkButton('Resubmit')).toBeDisabled());
    const title = (name: string) => bulkButton(name).getAttribute('title');
    expect(title('Resubmit')).toBe('The captions of the rejected photos are being written');
    expect(title('Regenerate')).toBe(
      'Approved photos are never regenerated, and the captions of the others are being written',
    );
  });

  it('show how many were not resubmitted, and why', async () => {
    const { user } = await openAll();
    const body = { ...IMAGES[1]!, status: 'pending', feedback: '', version: 2 };
    fakeServer.on('POST /api/images/image-2/resubmit', { body });
    const answer = failure(409, 'IMAGE_NOT_REJECTED', 'This image is not rejected.');
    fakeServer.on('POST /api/images/image-4/resubmit', answer);
    await user.click(bulkButton('Resubmit'));
    expect(await screen.findByText('1 of 2 resubmitted')).toBeVisible();
    expect(screen.getByText('This image is not rejected.')).toBeVisible();
  });

  it('are regenerated unless approved, with one toast when all runs have ended', async () => {
    const { user } = await openAll();
    const ids = ['image-1', 'image-2', 'image-4'];
    const runOf = (imageId: string) =>
      aRun({ runId: `run-of-${imageId}`, mode: 'rewrite', total: 1, images: [aRunImage({ imageId })] });
    for (const id of ids) {
      fakeServer.on(`POST /api/images/${id}/regenerate`, { status: 202, body: { jobId: `run-of-${id}` } });
    }
    fakeServer.on('GET /api/moments/moment-1/runs', { body: ids.map(runOf) });
    await user.click(bulkButton('Regenerate'));
    await waitFor(() =>
      expect(ids.flatMap((id) => fakeServer.calls(`POST /api/images/${id}/regenerate`))).toHaveLength(3),
    );
    expect(fakeServer.calls('POST /api/images/image-3/regenerate')).toHaveLength(0);
    await waitFor(() => expect(screen.getAllByText('Writing the caption…').length).toBeGreaterThanOrEqual(3));
    const failed = aFailedRunImage('image-4', 'The AI provider gave no answer in time.');
    const ended = [
      ...ids.slice(0, 2).map((id) => ({ ...runOf(id), state: 'completed' as const, done: 1 })),
      { ...runOf('image-4'), state: 'failed' as const, failed: 1, images: [failed] },
    ];
    fakeServer.on('GET /api/moments/moment-1/runs', { body: ended });
    for (const run of ended) fakeServer.emit('captions.progress', progressOf(run));
    expect(await screen.findByText('2 of 3 regenerated')).toBeVisible();
    expect(screen.getByText('The AI provider gave no answer in time.', { selector: '[role=alert] *' })).toBeVisible();
  });

  it('get the same address', async () => {
    const { user } = await openMoment({ images: IMAGES });
    await user.keyboard('{Shift>}j{/Shift}');
    for (const index of [0, 1]) {
      const body = { ...IMAGES[index]!, address: '1 High Street', addressRevision: 2 };
      fakeServer.on(`PATCH /api/images/image-${index + 1}`, { body });
    }
    await user.click(bulkButton('Set address'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Set the address of 2 photos' }));
    await user.type(dialog.getByLabelText('Address'), ' 1 High Street');
    await user.click(dialog.getByText('Set address', { selector: 'button *' }));
    expect(await screen.findByText('2 updated')).toBeVisible();
    expect(fakeServer.calls('PATCH /api/images/image-2')[0]!.json).toEqual({
      address: '1 High Street',
      addressRevision: 1,
    });
  });

  it('are deleted after one confirmation that names their number', async () => {
    const { user } = await openMoment({ images: IMAGES });
    await user.keyboard('{Shift>}jj{/Shift}');
    for (const number of [1, 2, 3]) fakeServer.on(`DELETE /api/images/image-${number}`, { status: 204 });
    await user.click(bulkButton('Delete'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 3 photos?' }));
    await user.click(dialog.getByText('Delete'));
    expect(await screen.findByText('3 deleted')).toBeVisible();
    await waitFor(() => expect(screen.getByText('All (1)')).toBeVisible());
    expect(screen.queryByRole('region', { name: 'Selected photos' })).toBeNull();
  });

  it('keep handwritten captions when only the others are regenerated', async () => {
    const images = [anImage(1, { captionByHand: true, title: 'By hand' }), anImage(2), anImage(3)];
    const { user } = await openMoment({ images });
    for (const { id } of images)
      fakeServer.on(`POST /api/images/${id}/regenerate`, { status: 202, body: { jobId: `run-of-${id}` } });
    await user.keyboard('{Control>}a{/Control}g');
    await user.click(within(await screen.findByRole('dialog')).getByText('Only the other 2'));
    for (const id of ['image-2', 'image-3'])
      await waitFor(() => expect(fakeServer.calls(`POST /api/images/${id}/regenerate`)).toHaveLength(1));
    expect(fakeServer.calls('POST /api/images/image-1/regenerate')).toHaveLength(0);
  });

  it('cannot be regenerated when all are approved, with the reason', async () => {
    await openMoment({ images: [anImage(1, { status: 'approved' })] }).then(({ user }) => user.keyboard(' '));
    expect(buttonOf('Clear')).toBeEnabled();
    expect(bulkButton('Regenerate')).toBeDisabled();
    expect(bulkButton('Regenerate')).toHaveAttribute('title', 'Approved photos are never regenerated');
  });
});
