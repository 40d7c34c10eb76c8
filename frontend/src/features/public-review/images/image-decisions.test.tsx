import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../../test/render-route';
import { failure, fakeServer } from '../../../test/server';
import { anImage, gate, MOMENT_ID, serve } from './images.fixtures';

const PAGE = `/public/${MOMENT_ID}`;
const ALL = 'Approve All Pending';
const BROKEN = 'Something went wrong.';
const broken = failure(500, 'INTERNAL_ERROR', BROKEN);
const TOO_FAST = 'There were too many decisions on this link in a short time. Please wait a minute, then go on.';
const tooFast = failure(429, 'TOO_MANY_REQUESTS', TOO_FAST);

async function open() {
  const { user } = renderRoute(PAGE);
  await screen.findAllByRole('article');
  return user;
}

describe('approving', () => {
  it('sends the version that was shown, and shows the decision and a toast', async () => {
    const [image] = serve([anImage({ version: 7 }), anImage()]);
    const user = await open();
    await user.click(screen.getAllByRole('button', { name: 'Approve' })[0]!);
    expect(await screen.findByText('Image approved successfully')).toBeVisible();
    expect(fakeServer.calls(`POST /api/images/${image!.id}/approve`)[0]?.json).toEqual({ version: 7 });
    expect(await screen.findByText('1 of 2 decided')).toBeVisible();
    expect(screen.getAllByText('Approved').length).toBeGreaterThan(0);
    await waitFor(() => expect(fakeServer.calls(`GET /api/public/${MOMENT_ID}`)).toHaveLength(2));
    expect(fakeServer.calls(`GET /api/public/${MOMENT_ID}/images`)).toHaveLength(2);
  });

  it('is disabled while one is pending', async () => {
    const [image] = serve([anImage(), anImage()]);
    const answer = gate();
    fakeServer.on(`POST /api/images/${image!.id}/approve`, async () => {
      await answer.opened;
      return { body: Object.assign(image!, { status: 'approved' }) };
    });
    const user = await open();
    await user.click(screen.getAllByRole('button', { name: 'Approve' })[0]!);
    await waitFor(() => {
      for (const button of screen.getAllByRole('button', { name: 'Approve' })) expect(button).toBeDisabled();
    });
    expect(screen.getByRole('button', { name: ALL })).toBeDisabled();
    answer.open();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled());
    await waitFor(() => expect(screen.getByRole('article', { name: /Image 2/ })).toHaveFocus());
  });

  it('says that it failed', async () => {
    const [image] = serve([anImage()]);
    fakeServer.on(`POST /api/images/${image!.id}/approve`, broken);
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText(`Failed to approve image ${BROKEN}`)).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled());
  });

  it('shows the waiting time when the server limits decisions', async () => {
    const [image] = serve([anImage()]);
    fakeServer.on(`POST /api/images/${image!.id}/approve`, tooFast);
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText(TOO_FAST)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled());
  });

  it('of an image that was changed meanwhile shows the new version instead', async () => {
    const [image] = serve([anImage({ title: 'Old title' })]);
    fakeServer.on(`POST /api/images/${image!.id}/approve`, () => {
      Object.assign(image!, { title: 'New title', version: 2 });
      return failure(409, 'IMAGE_CHANGED', 'The image was changed.');
    });
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Image changed')).toBeVisible();
    expect(screen.getByText(/Image #1 was changed\. Please look at the new version/)).toBeVisible();
    expect(await screen.findByText('New title')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Approve' })).toBeVisible();
  });

  it('of an image that somebody else rejected says so', async () => {
    const [image] = serve([anImage()]);
    fakeServer.on(`POST /api/images/${image!.id}/approve`, () => {
      Object.assign(image!, { status: 'rejected', feedback: 'Too dark' });
      return failure(409, 'IMAGE_NOT_PENDING', 'The image is not pending.');
    });
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Already decided')).toBeVisible();
    expect(await within(screen.getByRole('article')).findByText('Too dark')).toBeVisible();
  });
});

describe('rejecting', () => {
  async function openDialog(user: Awaited<ReturnType<typeof open>>) {
    await user.click(screen.getAllByRole('button', { name: 'Reject' })[0]!);
    return within(await screen.findByRole('dialog', { name: 'Reject Image' }));
  }

  it('opens a dialog a moment later', async () => {
    serve([anImage()]);
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Image' }));
    expect(dialog.getByText('Please provide feedback on what needs to be changed')).toBeVisible();
    const box = dialog.getByPlaceholderText('Describe what needs to be changed...');
    expect(box).toHaveAttribute('rows', '4');
    await waitFor(() => expect(box).toHaveFocus());
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled();
    expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeDisabled();
    await user.type(box, '   ');
    expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeDisabled();
    await user.clear(box);
    await user.paste('\u200b\u2060 \ufeff');
    expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeDisabled();
    await user.type(box, 'x');
    expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeEnabled();
  });

  it('accepts as many characters as the server, an emoji counting as one', async () => {
    serve([anImage()]);
    const user = await open();
    const box = (await openDialog(user)).getByRole('textbox');
    await user.click(box);
    await user.paste('🌷'.repeat(2001));
    expect(box).toHaveValue('🌷'.repeat(2000));
  });

  it('sends the feedback, says so and shows it', async () => {
    const [image] = serve([anImage({ version: 3 }), anImage()]);
    const answer = gate();
    fakeServer.on(`POST /api/images/${image!.id}/reject`, async () => {
      await answer.opened;
      return { body: Object.assign(image!, { status: 'rejected', feedback: 'Too dark' }) };
    });
    const user = await open();
    const dialog = await openDialog(user);
    await user.type(dialog.getByRole('textbox'), ' Too dark ');
    await user.click(dialog.getByRole('button', { name: 'Submit Feedback' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeDisabled());
    answer.open();
    expect(await screen.findByText('Feedback Submitted')).toBeVisible();
    expect(await screen.findByText('The team will make revisions based on your feedback')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(fakeServer.calls(`POST /api/images/${image!.id}/reject`)[0]?.json).toEqual({
      feedback: 'Too dark',
      version: 3,
    });
    expect(await screen.findByText('Too dark')).toBeVisible();
    expect(await screen.findByText('Rejected')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('article', { name: /Image 2/ })).toHaveFocus());
    expect(fakeServer.calls(`GET /api/public/${MOMENT_ID}`)).toHaveLength(2);
    expect(fakeServer.calls(`GET /api/public/${MOMENT_ID}/images`)).toHaveLength(2);
  });

  it('keeps what was typed when it fails, and when the dialog is closed', async () => {
    const [image] = serve([anImage()]);
    fakeServer.on(`POST /api/images/${image!.id}/reject`, broken);
    const user = await open();
    let dialog = await openDialog(user);
    await user.type(dialog.getByRole('textbox'), 'Crop it');
    await user.click(dialog.getByRole('button', { name: 'Submit Feedback' }));
    expect(await screen.findByText(`Failed to submit feedback ${BROKEN}`)).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeEnabled());
    expect(dialog.getByRole('textbox')).toHaveValue('Crop it');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Reject' })).toHaveFocus());
    dialog = await openDialog(user);
    expect(dialog.getByRole('textbox')).toHaveValue('Crop it');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('says in the dialog that the image was changed or decided meanwhile', async () => {
    const [image] = serve([anImage()]);
    const user = await open();
    await waitFor(() => expect(document.querySelector('[data-connection=live]')).toBeInTheDocument());
    const dialog = await openDialog(user);
    await user.type(dialog.getByRole('textbox'), 'Crop it');
    fakeServer.emitToVisitors('image.changed', { ...image!, version: 2 });
    expect(await dialog.findByText(/The team has changed this image in the meantime/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeEnabled();
    fakeServer.emitToVisitors('image.changed', { ...image!, version: 2, status: 'approved' });
    expect(await dialog.findByText('This image was approved in the meantime.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeDisabled();
  });
});

describe('approving all', () => {
  it('approves each pending image, with one toast', async () => {
    const images = serve([anImage(), anImage({ status: 'approved' }), anImage(), anImage({ status: 'rejected' })]);
    const answer = gate();
    fakeServer.on(`POST /api/images/${images[2]!.id}/approve`, async () => {
      await answer.opened;
      return { body: Object.assign(images[2]!, { status: 'approved' }) };
    });
    const user = await open();
    await user.click(screen.getByRole('button', { name: ALL }));
    const button = await screen.findByRole('button', { name: 'Approving 1 of 2…' });
    expect(button).toBeDisabled();
    answer.open();
    expect(await screen.findByText('All Approved')).toBeVisible();
    expect(screen.getByText('Successfully approved 2 image(s)')).toBeVisible();
    expect(screen.queryByText('Image approved successfully')).not.toBeInTheDocument();
    expect(fakeServer.requests.filter(({ path }) => path.endsWith('/approve'))).toHaveLength(2);
    await waitFor(() => expect(button).not.toBeInTheDocument());
    expect(screen.getByText('Thank you, your review is complete.')).toBeVisible();
    expect(screen.getByText(/The team has your feedback on one image/)).toBeVisible();
  });

  it('approves them in order, so that the history has the same order', async () => {
    const images = serve(Array.from({ length: 6 }, () => anImage()));
    const [first] = images;
    const answer = gate();
    fakeServer.on(`POST /api/images/${first!.id}/approve`, async () => {
      await answer.opened;
      return { body: Object.assign(first!, { status: 'approved' }) };
    });
    const approvals = () => fakeServer.requests.filter(({ path }) => path.endsWith('/approve')).map(({ path }) => path);
    const user = await open();
    await user.click(screen.getByRole('button', { name: ALL }));
    expect(await screen.findByRole('button', { name: 'Approving 0 of 6…' })).toBeDisabled();
    expect(approvals()).toHaveLength(1);
    answer.open();
    expect(await screen.findByText('All Approved')).toBeVisible();
    expect(approvals()).toEqual(images.map(({ id }) => `/api/images/${id}/approve`));
  });

  it('says how many failed', async () => {
    const images = serve([anImage(), anImage(), anImage()]);
    fakeServer.on(`POST /api/images/${images[1]!.id}/approve`, broken);
    const user = await open();
    await user.click(screen.getByRole('button', { name: ALL }));
    expect((await screen.findByText('Partially Approved')).closest('[role=alert]')).toBeVisible();
    expect(screen.getByText('Approved 2 of 3 images. 1 failed.')).toBeVisible();
    expect(await screen.findByRole('button', { name: ALL })).toBeEnabled();
  });

  it('says that all failed', async () => {
    const images = serve([anImage(), anImage()]);
    for (const { id } of images) fakeServer.on(`POST /api/images/${id}/approve`, broken);
    const user = await open();
    await user.click(screen.getByRole('button', { name: ALL }));
    expect(await screen.findByText(`Failed to approve all images. Please try again. ${BROKEN}`)).toBeVisible();
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
  });

  it('stops when the server limits decisions, and shows the waiting time', async () => {
    const images = serve(Array.from({ length: 20 }, () => anImage()));
    for (const { id } of images.slice(5)) fakeServer.on(`POST /api/images/${id}/approve`, tooFast);
    const user = await open();
    await user.click(screen.getByRole('button', { name: ALL }));
    expect(await screen.findByText('Partially Approved')).toBeVisible();
    const text = screen.getByText(/Approved 5 of 20 images\. 15 failed\./);
    expect(text).toHaveTextContent(TOO_FAST);
    expect(fakeServer.requests.filter(({ path }) => path.endsWith('/approve'))).toHaveLength(6);
    expect(await screen.findByRole('button', { name: ALL })).toBeEnabled();
  });

  it('says that something unexpected happened', async () => {
    serve([anImage()]);
    const user = await open();
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.resolve({} as Response);
    await user.click(screen.getByRole('button', { name: ALL }));
    expect(
      await screen.findByText(/^Failed to approve images\. Please try again\. Something went wrong/),
    ).toBeVisible();
    globalThis.fetch = fetch;
  });

  it('is offered only while an image is pending', async () => {
    serve([anImage({ status: 'approved' })]);
    await open();
    expect(screen.queryByRole('button', { name: ALL })).not.toBeInTheDocument();
    expect(screen.getByText(/You approved everything/)).toBeVisible();
  });
});
