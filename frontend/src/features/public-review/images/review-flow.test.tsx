import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../../test/render-route';
import { failure, fakeServer } from '../../../test/server';
import { anImage, MOMENT_ID, serve, VIEW } from './images.fixtures';

const PAGE = `/public/${MOMENT_ID}`;
const card = (number: number) => screen.getByRole('article', { name: new RegExp(`^Image ${number}:`) });

async function open() {
  const { user } = renderRoute(PAGE);
  await screen.findAllByRole('article');
  return user;
}

describe('what is left', () => {
  it('can be shown alone, under the same numbers, until nothing is left', async () => {
    serve([anImage({ status: 'approved' }), anImage(), anImage({ status: 'rejected' }), anImage()]);
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Show what is left (2)' }));
    expect(screen.getAllByRole('article')).toEqual([card(2), card(4)]);
    await user.click(within(card(2)).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toEqual([card(4)]));
    await waitFor(() => expect(card(4)).toHaveFocus());
    await user.click(within(card(4)).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4));
    expect(screen.queryByRole('button', { name: /Show/ })).not.toBeInTheDocument();
  });

  it('is counted where all of it can be approved, with the photos that have no caption', async () => {
    serve([anImage(), anImage({ title: '', description: '' }), anImage({ title: '', description: '' })]);
    await open();
    expect(screen.getByRole('button', { name: 'Approve All Pending' })).toHaveAccessibleDescription(
      '3 photos; #2 and #3 have no caption yet',
    );
  });
});

describe('after a decision', () => {
  it('the next undecided card has the focus, from the start again behind the last one', async () => {
    serve([anImage(), anImage({ status: 'approved' }), anImage()]);
    const user = await open();
    await user.click(within(card(3)).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(card(1)).toHaveFocus());
    await user.click(within(card(1)).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Thank you, your review is complete.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Review & Approve Content' })).toHaveFocus());
  });

  it('at full size, the next undecided photo is shown, and the thanks after the last one', async () => {
    serve([anImage({ title: 'One' }), anImage({ title: 'Two', status: 'approved' }), anImage({ title: 'Three' })]);
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'View full size: One' }));
    const dialog = within(await screen.findByRole('dialog', { name: '#1 One' }));
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByRole('dialog', { name: '#3 Three' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    const ask = within(await screen.findByRole('dialog', { name: 'Reject Image' }));
    await user.type(ask.getByRole('textbox'), 'Too dark');
    await user.click(ask.getByRole('button', { name: 'Submit Feedback' }));
    expect(await screen.findByText('Thank you, your review is complete.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Review & Approve Content' })).toHaveFocus());
  });
});

describe('undo', () => {
  /** Makes the fake server undo a decision. */
  const serveUndo = (image: ReviewImageView) =>
    fakeServer.on(`POST /api/images/${image.id}/decision/undo`, () => ({
      body: Object.assign(image, { status: 'pending', feedback: '', version: image.version + 1 }),
    }));

  it('takes an approval back, and shows the card again', async () => {
    const [first] = serve([anImage({ version: 4 }), anImage()]);
    serveUndo(first!);
    const user = await open();
    await user.click(within(card(1)).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(card(2)).toHaveFocus());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeVisible();
    expect(fakeServer.calls(`POST /api/images/${first!.id}/decision/undo`)[0]?.json).toEqual({ version: 4 });
    expect(await screen.findByText('0 of 2 decided')).toBeVisible();
    await waitFor(() => expect(card(1)).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('takes a rejection back by keyboard, and keeps what was typed', async () => {
    const [first] = serve([anImage()]);
    serveUndo(first!);
    const user = await open();
    await user.click(within(card(1)).getByRole('button', { name: 'Reject' }));
    const ask = within(await screen.findByRole('dialog', { name: 'Reject Image' }));
    await user.type(ask.getByRole('textbox'), 'Too dark');
    await user.click(ask.getByRole('button', { name: 'Submit Feedback' }));
    expect(await screen.findByText('Thank you, your review is complete.')).toBeVisible();
    await user.keyboard('u');
    expect(await screen.findByText('Undone')).toBeVisible();
    await user.click(await within(card(1)).findByRole('button', { name: 'Reject' }));
    const again = within(await screen.findByRole('dialog', { name: 'Reject Image' }));
    expect(again.getByRole('textbox')).toHaveValue('Too dark');
  });

  it('takes back all that were approved together', async () => {
    const images = serve([anImage(), anImage({ status: 'rejected' }), anImage()]);
    images.forEach(serveUndo);
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Approve All Pending' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeVisible();
    expect(await screen.findByText('1 of 3 decided')).toBeVisible();
  });

  it('says that the decision stands once the team has gone on with it', async () => {
    const [first] = serve([anImage()]);
    const sentence = 'Somebody has gone on with it since.';
    fakeServer.on(`POST /api/images/${first!.id}/decision/undo`, failure(409, 'DECISION_FINAL', sentence));
    const user = await open();
    await user.click(within(card(1)).getByRole('button', { name: 'Approve' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Decision stands')).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
  });
});

describe('by keyboard', () => {
  it('J and K go from card to card, A and R decide', async () => {
    const [first] = serve([anImage(), anImage(), anImage()]);
    const user = await open();
    await user.keyboard('j');
    expect(card(1)).toHaveFocus();
    await user.keyboard('jjk');
    expect(card(2)).toHaveFocus();
    await user.keyboard('ka');
    expect(await screen.findByText('Image approved successfully')).toBeVisible();
    expect(fakeServer.calls(`POST /api/images/${first!.id}/approve`)).toHaveLength(1);
    await waitFor(() => expect(card(2)).toHaveFocus());
    await user.keyboard('r');
    const ask = within(await screen.findByRole('dialog', { name: 'Reject Image' }));
    await waitFor(() => expect(ask.getByRole('textbox')).toHaveFocus());
    await user.keyboard('jar');
    expect(ask.getByRole('textbox')).toHaveValue('jar');
    expect(fakeServer.requests.filter(({ path }) => path.endsWith('/approve'))).toHaveLength(1);
  });

  it('? lists the keys, which can be switched off', async () => {
    serve([anImage(), anImage()]);
    const user = await open();
    await user.keyboard('?');
    const list = within(await screen.findByRole('dialog', { name: 'Keyboard' }));
    await user.click(list.getByRole('checkbox', { name: 'Use these keys on this device' }));
    await user.click(list.getByRole('button', { name: 'Close' }));
    await user.keyboard('j');
    expect(card(1)).not.toHaveFocus();
    await user.click(screen.getByRole('button', { name: /Keyboard/ }));
    await user.click(await screen.findByRole('checkbox'));
    await user.keyboard('{Escape}');
    await user.keyboard('j');
    expect(card(1)).toHaveFocus();
  });
});

describe('being done', () => {
  it('is told to the team with a note, when something is decided', async () => {
    const images = [anImage({ status: 'approved' }), anImage({ status: 'rejected', feedback: 'These pots are gone' })];
    serve(images);
    fakeServer.on(`POST /api/public/${MOMENT_ID}/done`, { status: 204 });
    const { user } = renderRoute(`/public/${MOMENT_ID}`);
    const summary = within(await screen.findByRole('region', { name: 'What you decided' }));
    expect(summary.getByText('1 approved')).toBeVisible();
    expect(summary.getByText('These pots are gone')).toBeVisible();
    await user.type(summary.getByLabelText(/Anything else\?/), ' Publish on Monday ');
    await user.click(summary.getByRole('button', { name: 'I’m done' }));
    await waitFor(() =>
      expect(fakeServer.calls(`POST /api/public/${MOMENT_ID}/done`)[0]?.json).toEqual({ note: 'Publish on Monday' }),
    );
  });

  it('keeps the note that is being typed when somebody else makes the last decision', async () => {
    const images = [anImage({ status: 'approved' }), anImage()];
    serve(images);
    const { user } = renderRoute(`/public/${MOMENT_ID}`);
    await user.type(await screen.findByLabelText(/Anything else\?/), 'Publish on Monday');
    await waitFor(() => expect(document.querySelector('[data-connection=live]')).toBeInTheDocument());
    fakeServer.emitToVisitors('image.changed', { ...images[1]!, version: 2, status: 'approved' });
    expect(await screen.findByText('Thank you, your review is complete.')).toBeVisible();
    expect(screen.getByLabelText(/Anything else\?/)).toHaveValue('Publish on Monday');
  });

  it('is said on the page once it was told', async () => {
    serve([anImage({ status: 'approved' })]);
    fakeServer.on(`GET /api/public/${MOMENT_ID}`, { body: { ...VIEW, moment: { ...VIEW.moment, isDone: true } } });
    renderRoute(`/public/${MOMENT_ID}`);
    expect(await screen.findByText('Northlight knows that you are done.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I’m done' })).not.toBeInTheDocument();
  });

  it('is not offered before a decision', async () => {
    serve([anImage()]);
    renderRoute(`/public/${MOMENT_ID}`);
    await screen.findByRole('article');
    expect(screen.queryByRole('button', { name: 'I’m done' })).not.toBeInTheDocument();
  });
});

it('shows what the team answered to a rejection', async () => {
  serve([anImage({ reply: 'We made it brighter.' })]);
  renderRoute(`/public/${MOMENT_ID}`);
  expect(await screen.findByText('We made it brighter.')).toBeVisible();
});
