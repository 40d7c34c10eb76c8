import { describe, expect, it } from '@jest/globals';
import { SECTIONS } from '@gmb-moments/backend/contract/statuses';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../../test/render-route';
import { failure, fakeServer } from '../../../test/server';
import { gate } from '../images/images.fixtures';
import { aView, broken, decideAs, decided, decisions, FAILED, open, PAGE, PATH, serve } from './sections.fixtures';

describe('approving all sections', () => {
  it.each(['Approve All (3 Pending)', 'Approve All Sections'])(
    'with "%s" approves what is not approved',
    async (name) => {
      serve(aView({ faqsApproved: 'approved', keywordsApproved: 'rejected', keywordsFeedback: 'Fewer' }));
      const user = await open();
      await user.click(screen.getByRole('button', { name }));
      const ask = await screen.findByRole('dialog', { name: 'Approve rejected sections too?' });
      expect(ask).toHaveAccessibleDescription('Also approves Target Keywords, as suggested now.');
      expect(decisions()).toEqual([]);
      await user.click(within(ask).getByRole('button', { name: 'Approve All (4)' }));
      expect(await screen.findByText('Successfully approved all sections')).toBeVisible();
      expect(await screen.findByText('All Approved')).toBeVisible();
      expect(screen.queryByText('Section approved successfully')).not.toBeInTheDocument();
      expect(decisions()).toEqual([
        { section: 'description', body: { status: 'approved', version: 1, revision: 11 } },
        { section: 'services', body: { status: 'approved', version: 2, revision: 12 } },
        { section: 'serviceAreas', body: { status: 'approved', version: 3, revision: 13 } },
        { section: 'keywords', body: { status: 'approved', version: 5, revision: 15 } },
      ]);
      expect(await screen.findByText('Thank you, your review is complete.')).toBeVisible();
      expect(screen.queryByRole('button', { name: /Approve All/ })).not.toBeInTheDocument();
      await waitFor(() => expect(screen.getByRole('heading', { level: 2 })).toHaveFocus());
    },
  );

  it('clears what was said before it asks', async () => {
    serve(aView({ keywordsApproved: 'rejected' }));
    const user = await open();
    await user.click(screen.getAllByRole('button', { name: 'Approve' })[0]!);
    expect(await screen.findByText('Section approved successfully')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Approve All Sections' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(screen.queryByText('Section approved successfully')).not.toBeInTheDocument();
  });

  it('leaves rejected sections as they are where that is chosen, or nothing is', async () => {
    serve(aView({ faqsApproved: 'approved', keywordsApproved: 'rejected', keywordsFeedback: 'Fewer' }));
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Approve All (3 Pending)' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(decisions()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Approve All Sections' }));
    await user.click(await screen.findByRole('button', { name: 'Only Pending (3)' }));
    expect(await screen.findByText('4 of 5 sections were approved.')).toBeVisible();
    expect(screen.queryByText('Successfully approved all sections')).not.toBeInTheDocument();
    expect(decisions().map(({ section }) => section)).toEqual(['description', 'services', 'serviceAreas']);
    expect(await screen.findByText(/The team has your feedback on one section/)).toBeVisible();
  });

  it('asks nothing once what was rejected is revised, nor when it is rejected again', async () => {
    const view = serve(aView({ keywordsApproved: 'rejected' }));
    const user = await open();
    await waitFor(() => expect(document.querySelector('[data-connection=live]')).toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Approve All Sections' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    fakeServer.emitToVisitors('optimization.changed', aView());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    fakeServer.emitToVisitors('optimization.changed', view);
    expect(await screen.findByText('Needs Revision')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is disabled while it runs, which takes the sections in their order', async () => {
    const view = serve(aView());
    const answer = gate();
    fakeServer.on(`POST ${PATH}/approve/services`, async () => {
      await answer.opened;
      Object.assign(view.optimization, { servicesApproved: 'approved' });
      return { body: view };
    });
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Approve All Sections' }));
    const buttons = await screen.findAllByRole('button', { name: 'Approving 1 of 5…' });
    expect(buttons).toHaveLength(2);
    for (const button of buttons) expect(button).toBeDisabled();
    await waitFor(() => {
      for (const button of screen.getAllByRole('button', { name: 'Approve' })) expect(button).toBeDisabled();
    });
    for (const button of screen.getAllByRole('button', { name: 'Reject' })) expect(button).toBeDisabled();
    expect(decisions().map(({ section }) => section)).toEqual(['description', 'services']);
    answer.open();
    expect(await screen.findByText('All Approved')).toBeVisible();
  });

  it('leaves out what has no suggestion', async () => {
    serve(aView({ ...decided('approved'), faqsApproved: 'pending', faqsSuggestion: '', servicesApproved: 'pending' }));
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Approve All (1 Pending)' }));
    const sentence = 'Approved 4 of 5 sections; FAQs has no suggestion yet';
    expect(await screen.findByText(sentence, { selector: 'p' })).toBeVisible();
    expect(screen.queryByText('Successfully approved all sections')).not.toBeInTheDocument();
    expect(decisions().map(({ section }) => section)).toEqual(['services']);
    expect(await screen.findByText('4 of 4 decided')).toBeVisible();
    expect(screen.getByText('Thank you, your review is complete.').parentElement).toHaveTextContent(sentence);
    expect(screen.queryByText(/You approved all sections/)).not.toBeInTheDocument();
  });

  it('claims nothing that could not be written', async () => {
    const none = { servicesSuggestion: '', serviceAreasSuggestion: '', faqsSuggestion: '', keywordsSuggestion: [] };
    serve(aView({ ...none, unwrittenSections: ['services', 'serviceAreas', 'faqs', 'keywords'] }));
    const { user } = renderRoute(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Approve All (1 Pending)' }));
    const names = 'Services, Service Areas, FAQs, and Target Keywords';
    const sentence = `Approved 1 of 5 sections; ${names} have no suggestion yet`;
    expect(await screen.findByText(sentence, { selector: 'p' })).toBeVisible();
    expect(await screen.findByText('1 of 1 decided')).toBeVisible();
    expect(await screen.findByText('Thank you, your review is complete.')).toBeVisible();
  });

  it('is not offered when nothing that is ready is pending', async () => {
    serve(aView({ ...decided('approved'), servicesApproved: 'rejected' }));
    await open();
    expect(screen.queryByRole('button', { name: /Approve All/ })).not.toBeInTheDocument();
    expect(await screen.findByText(/The team has your feedback on one section/)).toBeVisible();
  });

  it('says once when to go on where the server takes no more for now', async () => {
    serve(aView());
    const sentence = 'There were too many decisions on this link in a short time. Please wait a minute, then go on.';
    for (const section of SECTIONS.slice(1)) {
      fakeServer.on(`POST ${PATH}/approve/${section}`, failure(429, 'TOO_MANY_REQUESTS', sentence));
    }
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Approve All (5 Pending)' }));
    const text = await screen.findByText(/1 of 5 sections were approved\./);
    expect(text.textContent?.split(sentence)).toHaveLength(2);
  });

  it('goes on past a section whose decision was changed too often', async () => {
    serve(aView({ servicesApproved: 'rejected' }));
    const sentence =
      'The decision on Services was changed too often in a short time. Please wait 9 minutes, then change it again.';
    fakeServer.on(`POST ${PATH}/approve/services`, failure(429, 'SECTION_THROTTLED', sentence));
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Approve All (4 Pending)' }));
    await user.click(await screen.findByRole('button', { name: 'Approve All (5)' }));
    expect(await screen.findByText(/4 of 5 sections were approved\./)).toHaveTextContent(`approved. ${sentence}`);
    expect(decisions()).toHaveLength(5);
  });

  it('says in words what failed', async () => {
    const view = serve(aView());
    fakeServer.on(`POST ${PATH}/approve/faqs`, broken);
    const user = await open();
    view.optimization.sectionVersions.services = 3;
    decideAs(view, 'keywords', { status: 'rejected', feedback: 'Fewer' });
    await user.click(screen.getByRole('button', { name: 'Approve All Sections' }));
    expect((await screen.findByText(FAILED)).closest('[role=alert]')).toBeVisible();
    const reasons = screen.getByText(/2 of 5 sections were approved/);
    expect(reasons).toHaveTextContent('FAQs: Something went wrong on the server.');
    expect(reasons).toHaveTextContent('The suggestion for Services was changed.');
    expect(reasons).toHaveTextContent('Somebody else decided on Target Keywords.');
    expect(await screen.findByRole('button', { name: 'Approve All (2 Pending)' })).toBeEnabled();
  });

  it('of an optimization that was withdrawn says so', async () => {
    serve(aView());
    const user = await open();
    fakeServer.on(`GET ${PATH}`, failure(404, 'NOT_FOUND', 'Not found'));
    for (const section of SECTIONS) {
      fakeServer.on(`POST ${PATH}/approve/${section}`, failure(404, 'NOT_FOUND', 'Not found'));
    }
    await user.click(screen.getByRole('button', { name: 'Approve All Sections' }));
    expect((await screen.findByText('Public link not found')).closest('[role=alert]')).toBeVisible();
  });
});
