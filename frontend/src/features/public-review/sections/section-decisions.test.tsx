import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failure, fakeServer } from '../../../test/server';
import { gate } from '../images/images.fixtures';
import { article, aView, broken, card, decideAs, decisions, FAILED, open, PATH, serve } from './sections.fixtures';

describe('approving a section', () => {
  it('sends the version that was seen, says so and shows it', async () => {
    serve(aView());
    const user = await open();
    await user.click(card('Services').getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Section approved successfully')).toBeVisible();
    expect(decisions()).toEqual([{ section: 'services', body: { status: 'approved', version: 2, revision: 12 } }]);
    expect(await card('Services').findByText('Approved')).toBeVisible();
    expect(await card('Services').findByRole('button', { name: 'Change Status' })).toBeVisible();
    expect(await screen.findByText('1 of 5 decided')).toHaveAttribute('aria-live', 'polite');
    await waitFor(() => expect(article('Service Areas')).toHaveFocus());
  });

  it('can be undone, as the decision that was made', async () => {
    const view = serve(aView());
    fakeServer.on(`POST ${PATH}/undo/services`, () => {
      view.optimization.servicesApproved = 'pending';
      return { body: view };
    });
    const user = await open();
    await user.click(card('Services').getByRole('button', { name: 'Approve' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeVisible();
    expect(fakeServer.calls(`POST ${PATH}/undo/services`)[0]?.json).toEqual({ version: 2, revision: 13 });
    expect(await card('Services').findByText('Pending Review')).toBeVisible();
    await waitFor(() => expect(article('Services')).toHaveFocus());
  });

  it('is disabled while one is pending', async () => {
    const view = serve(aView({ faqsApproved: 'rejected' }));
    const answer = gate();
    fakeServer.on(`POST ${PATH}/approve/services`, async () => {
      await answer.opened;
      Object.assign(view.optimization, { servicesApproved: 'approved' });
      return { body: view };
    });
    const user = await open();
    await user.click(card('Services').getByRole('button', { name: 'Approve' }));
    await waitFor(() => {
      for (const button of screen.getAllByRole('button', { name: 'Approve' })) expect(button).toBeDisabled();
    });
    expect(card('FAQs').getByRole('button', { name: 'Change Status' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Approve All (4 Pending)' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Approve All Sections' })).toBeDisabled();
    answer.open();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Approve All (3 Pending)' })).toBeEnabled());
  });

  it('says that it failed, and why', async () => {
    serve(aView());
    fakeServer.on(`POST ${PATH}/approve/services`, broken);
    const user = await open();
    await user.click(card('Services').getByRole('button', { name: 'Approve' }));
    expect((await screen.findByText(FAILED)).closest('[role=alert]')).toBeVisible();
    expect(await screen.findByText('Something went wrong on the server.')).toBeVisible();
    await waitFor(() => expect(card('Services').getByRole('button', { name: 'Approve' })).toBeEnabled());
  });

  it('of a suggestion that was changed meanwhile shows the new one instead', async () => {
    const view = serve(aView());
    const user = await open();
    view.optimization.servicesSuggestion = 'Dried flowers';
    view.optimization.sectionVersions.services = 3;
    await user.click(card('Services').getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Suggestion changed')).toBeVisible();
    expect(
      await screen.findByText(/The suggestion for Services was changed\. Please look at the new version/),
    ).toBeVisible();
    expect(await card('Services').findByText('Dried flowers')).toBeVisible();
    expect(await card('Services').findByText('Pending Review')).toBeVisible();
  });

  it('of a section that somebody else decided meanwhile shows that decision, which can then be changed', async () => {
    const view = serve(aView());
    const user = await open();
    decideAs(view, 'services', { status: 'rejected', feedback: 'No balloons' });
    await user.click(card('Services').getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Already decided')).toBeVisible();
    expect(
      await screen.findByText(
        'Somebody else decided on Services. Please look at that decision; you can change it then.',
      ),
    ).toBeVisible();
    expect(await card('Services').findByText('Needs Revision')).toBeVisible();
    expect(await card('Services').findByText('No balloons')).toBeVisible();
    await user.click(card('Services').getByRole('button', { name: 'Change Status' }));
    expect(await card('Services').findByText('Approved')).toBeVisible();
    expect(decisions().map(({ body }) => body)).toEqual([
      { status: 'approved', version: 2, revision: 12 },
      { status: 'approved', version: 2, revision: 13 },
    ]);
  });

  it('of a suggestion that was withdrawn meanwhile says so', async () => {
    const view = serve(aView());
    const user = await open();
    fakeServer.on(`POST ${PATH}/approve/services`, () => {
      view.optimization.servicesSuggestion = '';
      return failure(409, 'NO_SUGGESTION', 'There is no suggestion.');
    });
    await user.click(card('Services').getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Suggestion withdrawn')).toBeVisible();
    expect(await card('Services').findByText('Nothing suggested here')).toBeVisible();
  });

  it('of an optimization that was withdrawn says so', async () => {
    serve(aView());
    const user = await open();
    fakeServer.on(`GET ${PATH}`, failure(404, 'NOT_FOUND', 'Not found'));
    fakeServer.on(`POST ${PATH}/approve/services`, failure(404, 'NOT_FOUND', 'Not found'));
    await user.click(card('Services').getByRole('button', { name: 'Approve' }));
    expect((await screen.findByText('Public link not found')).closest('[role=alert]')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Optimization Not Found' })).toBeVisible();
  });
});

describe('changing a status', () => {
  const more = (name: string) => card(name).getByRole('button', { name: `Other choices for ${name}` });

  it('approves what was rejected', async () => {
    serve(aView({ servicesApproved: 'rejected', servicesFeedback: 'No balloons' }));
    const user = await open();
    await user.click(card('Services').getByRole('button', { name: 'Change Status' }));
    expect(await screen.findByText('Section approved successfully')).toBeVisible();
    expect(decisions()).toEqual([{ section: 'services', body: { status: 'approved', version: 2, revision: 12 } }]);
    expect(await card('Services').findByText('Approved')).toBeVisible();
    expect(card('Services').queryByText('No balloons')).not.toBeInTheDocument();
  });

  it('approves again what was approved, and opens the menu for what else there is', async () => {
    serve(aView({ servicesApproved: 'approved' }));
    const user = await open();
    await user.click(card('Services').getByRole('button', { name: 'Change Status' }));
    expect(await screen.findByText('Section approved successfully')).toBeVisible();
    expect(decisions()).toEqual([{ section: 'services', body: { status: 'approved', version: 2, revision: 12 } }]);
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Reject' })).toHaveFocus());
  });

  it('rejects through the menu beside it', async () => {
    serve(aView({ servicesApproved: 'approved' }));
    const user = await open();
    await user.click(more('Services'));
    await user.click(screen.getByRole('menuitem', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Provide Feedback' }));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    await user.type(dialog.getByRole('textbox'), 'No balloons');
    await user.click(dialog.getByRole('button', { name: 'Submit Feedback' }));
    expect(await card('Services').findByText('Needs Revision')).toBeVisible();
    await waitFor(() => expect(article('Services')).toHaveFocus());
  });

  it('goes on from the feedback that was given', async () => {
    serve(aView({ servicesApproved: 'rejected', servicesFeedback: 'No balloons' }));
    const user = await open();
    await user.click(more('Services'));
    await user.click(screen.getByRole('menuitem', { name: 'Reject' }));
    expect(await screen.findByRole('textbox', { name: 'Feedback' })).toHaveValue('No balloons');
  });

  it('can be done with keys, and the menu closes without a choice', async () => {
    serve(aView({ servicesApproved: 'approved' }));
    const user = await open();
    more('Services').focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Reject' })).toHaveFocus());
    expect(more('Services')).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    await waitFor(() => expect(more('Services')).toHaveFocus());
    await user.click(more('Services'));
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    await user.click(more('Services'));
    await user.click(more('Services'));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(decisions()).toEqual([]);
  });
});

describe('rejecting a section', () => {
  async function openDialog(user: Awaited<ReturnType<typeof open>>) {
    await user.click(card('Services').getByRole('button', { name: 'Reject' }));
    return within(await screen.findByRole('dialog', { name: 'Provide Feedback' }));
  }

  it('asks for feedback, which must not be blank', async () => {
    serve(aView());
    const user = await open();
    const dialog = await openDialog(user);
    const box = dialog.getByRole('textbox', { name: 'Feedback' });
    expect(box).toHaveAttribute('rows', '4');
    await waitFor(() => expect(box).toHaveFocus());
    expect(await dialog.findByText(/suggestion for Services/)).toBeVisible();
    expect(await dialog.findByRole('button', { name: 'Cancel' })).toBeEnabled();
    expect(await dialog.findByRole('button', { name: 'Submit Feedback' })).toBeDisabled();
    await user.type(box, '  \u200b');
    expect(await dialog.findByRole('button', { name: 'Submit Feedback' })).toBeDisabled();
  });

  it('sends the feedback, says so and shows it', async () => {
    const view = serve(aView());
    const answer = gate();
    fakeServer.on(`POST ${PATH}/approve/services`, async () => {
      await answer.opened;
      Object.assign(view.optimization, { servicesApproved: 'rejected', servicesFeedback: 'No balloons' });
      return { body: view };
    });
    const user = await open();
    const dialog = await openDialog(user);
    await user.type(dialog.getByRole('textbox'), ' No balloons ');
    await user.click(dialog.getByRole('button', { name: 'Submit Feedback' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeDisabled());
    answer.open();
    expect(await screen.findByText('Feedback Submitted')).toBeVisible();
    expect(await screen.findByText('The team will make revisions based on your feedback')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(decisions()).toEqual([
      { section: 'services', body: { status: 'rejected', feedback: 'No balloons', version: 2, revision: 12 } },
    ]);
    expect(await card('Services').findByText('Needs Revision')).toBeVisible();
    expect(await card('Services').findByText('No balloons')).toBeVisible();
    await waitFor(() => expect(article('Service Areas')).toHaveFocus());
  });

  it('keeps what was typed when it fails, and when the dialog is closed', async () => {
    serve(aView());
    fakeServer.on(`POST ${PATH}/approve/services`, broken);
    const user = await open();
    let dialog = await openDialog(user);
    await user.type(dialog.getByRole('textbox'), 'No balloons');
    await user.click(dialog.getByRole('button', { name: 'Submit Feedback' }));
    expect((await screen.findByText(FAILED)).closest('[role=alert]')).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeEnabled());
    expect(await dialog.findByRole('textbox')).toHaveValue('No balloons');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(card('Services').getByRole('button', { name: 'Reject' })).toHaveFocus());
    dialog = await openDialog(user);
    expect(await dialog.findByRole('textbox')).toHaveValue('No balloons');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('says in the dialog that the suggestion was changed or withdrawn meanwhile', async () => {
    const view = serve(aView());
    const user = await open();
    await waitFor(() => expect(document.querySelector('[data-connection=live]')).toBeInTheDocument());
    const dialog = await openDialog(user);
    await user.type(dialog.getByRole('textbox'), 'No balloons');
    view.optimization.sectionVersions.services = 3;
    fakeServer.emitToVisitors('optimization.changed', view);
    expect(await dialog.findByText(/The team has changed this suggestion in the meantime/)).toBeVisible();
    view.optimization.servicesSuggestion = '';
    fakeServer.emitToVisitors('optimization.changed', view);
    expect(await dialog.findByText('The team has withdrawn this suggestion in the meantime.')).toBeVisible();
    expect(await dialog.findByRole('button', { name: 'Submit Feedback' })).toBeDisabled();
  });
});

describe('rejecting a section that somebody else decides on meanwhile', () => {
  it('says nothing any more once that decision was undone', async () => {
    const view = serve(aView());
    const user = await open();
    await waitFor(() => expect(document.querySelector('[data-connection=live]')).toBeInTheDocument());
    await user.click(card('Services').getByRole('button', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Provide Feedback' }));
    decideAs(view, 'services', { status: 'approved' });
    fakeServer.emitToVisitors('optimization.changed', view);
    expect(await dialog.findByText(/Somebody else has approved this suggestion/)).toBeVisible();
    Object.assign(view.optimization, { servicesApproved: 'pending' });
    view.optimization.decisionRevisions.services += 1;
    fakeServer.emitToVisitors('optimization.changed', view);
    await waitFor(() => expect(dialog.queryByText(/Somebody else/)).not.toBeInTheDocument());
  });

  it.each([
    [
      { status: 'approved' },
      'Somebody else has approved this suggestion in the meantime. Your feedback replaces that.',
    ],
    [
      { status: 'rejected', feedback: 'Too many' },
      'Somebody else has rejected this suggestion in the meantime: “Too many”. Your feedback replaces that.',
    ],
  ] as const)('shows %j in the dialog, and replaces it once it was seen', async (theirs, sentence) => {
    const view = serve(aView());
    const user = await open();
    await user.click(card('Services').getByRole('button', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Provide Feedback' }));
    await user.type(dialog.getByRole('textbox'), 'No balloons');
    decideAs(view, 'services', theirs);
    await user.click(dialog.getByRole('button', { name: 'Submit Feedback' }));
    expect(await dialog.findByText(sentence)).toBeVisible();
    expect(dialog.getByRole('textbox')).toHaveValue('No balloons');
    await user.click(dialog.getByRole('button', { name: 'Submit Feedback' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(decisions().map(({ body }) => body)).toEqual([
      { status: 'rejected', feedback: 'No balloons', version: 2, revision: 12 },
      { status: 'rejected', feedback: 'No balloons', version: 2, revision: 13 },
    ]);
  });
});
