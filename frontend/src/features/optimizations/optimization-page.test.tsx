import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { filledButtons } from '../../test/filled-buttons';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aLink, aSharing } from '../../records/sharing.fixture';
import { aDetail, anOptimization } from '../../records/optimizations.fixture';
import { cardOf, change, editFaqsAsJson, editorOf, openPage, serve } from './optimization-page.fixture';

const progressBar = () => screen.getByRole('region', { name: 'Progress' });

describe('an optimization', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('POST /api/gmb-optimizations/opt-1/share', { body: anOptimization() });
  });

  it('says when there is none', async () => {
    fakeServer.on('GET /api/gmb-optimizations/gone', failure(404, 'NOT_FOUND', 'Optimization not found'));
    renderRoute('/gmb-optimizations/gone');
    expect(await screen.findByText('Optimization not found')).toBeVisible();
  });

  it('says when its client is missing', async () => {
    fakeServer.on('GET /api/gmb-optimizations/opt-1', { body: { optimization: anOptimization(), client: null } });
    renderRoute('/gmb-optimizations/opt-1');
    expect(await screen.findByText('Optimization not found')).toBeVisible();
  });

  it('shows a skeleton while it loads', async () => {
    fakeServer.on('GET /api/gmb-optimizations/opt-1', () => new Promise(() => {}));
    renderRoute('/gmb-optimizations/opt-1');
    const skeleton = await screen.findByLabelText('Loading the optimization');
    expect(skeleton).toHaveAttribute('aria-busy', 'true');
  });

  it('takes an absent approval for a pending one', async () => {
    const { servicesApproved: _absent, ...optimization } = anOptimization();
    await openPage(optimization as OptimizationView);
    expect(await cardOf('Services').findByText('Pending Review')).toBeVisible();
  });

  it('says why it could not be loaded, and tries again', async () => {
    const down = failure(503, 'DATABASE_UNAVAILABLE', 'The database is not reachable.');
    fakeServer.on('GET /api/gmb-optimizations/opt-1', down);
    const { user } = renderRoute('/gmb-optimizations/opt-1');
    expect(await screen.findByText('The database is not reachable.')).toBeVisible();
    fakeServer.on('GET /api/gmb-optimizations/opt-1', { body: aDetail(anOptimization()) });
    fakeServer.on('GET /api/gmb-optimizations/opt-1/runs', { body: [] });
    await user.click(screen.getByText('Try again'));
    expect(await screen.findByText('Rose & Thorn Florist', { selector: 'h1' })).toBeVisible();
  });

  it('names the business, its client and its progress', async () => {
    await openPage(anOptimization({ servicesApproved: 'approved', faqsApproved: 'rejected' }));
    expect(await screen.findByText('Rose & Thorn Florist', { selector: 'h1' })).toBeVisible();
    expect(screen.getByText('Rose & Thorn').closest('a')).toHaveAttribute('href', '/clients/client-1');
    expect(await screen.findByText('In Progress')).toBeVisible();
    expect(progressBar()).toHaveTextContent('2 of 5 decided');
    expect(screen.queryByText(/^Step \d\/5/)).toBeNull();
  });

  it('has one filled next step: to share it, until the client is to decide', async () => {
    const { user } = await openPage();
    expect(filledButtons()).toHaveLength(1);
    serve(anOptimization({ sharedAt: '2026-01-02T00:00:00Z' }));
    await user.click(within(progressBar()).getByRole('button', { name: 'Share' }));
    const copy = await screen.findByRole('button', { name: 'Copy open link' });
    await waitFor(() => expect(copy).toBeEnabled());
    await user.click(copy);
    expect(await screen.findByText('Link copied!')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Waiting for the client')).toBeVisible();
    expect(filledButtons()).toHaveLength(0);
    change(anOptimization({ servicesSuggestion: '' }));
    expect(await screen.findByText('0 of 4 decided · 1 without a suggestion')).toBeVisible();
    expect(filledButtons().map(({ textContent }) => textContent)).toEqual(['Generate missing suggestions']);
  });

  it('says no step of a draft', async () => {
    await openPage(anOptimization({ status: 'draft', currentStep: 5 }));
    expect(await screen.findByText('This optimization is a draft')).toBeVisible();
    expect(progressBar()).toHaveTextContent('');
    expect(screen.queryByText(/^Step \d\/5/)).toBeNull();
  });

  it('copies its preview link', async () => {
    const { user } = await openPage();
    const link = `${window.location.origin}/gmb-preview/abc123`;
    expect(screen.getByText('Public Preview Link')).toBeVisible();
    expect(await screen.findByLabelText('Public preview link')).toHaveValue(link);
    expect(await screen.findByLabelText('Public preview link')).toHaveAttribute('readonly');
    await user.click(screen.getByText('Copy'));
    expect(await screen.findByText('Link copied!')).toBeVisible();
    expect(await screen.findByText('Public preview link has been copied to clipboard')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(link);
  });

  it('says when it was shared and opened, and is shared by copying its link', async () => {
    const shared = { sharedAt: new Date(Date.now() - 2 * 3_600_000).toISOString() };
    fakeServer.on('POST /api/gmb-optimizations/opt-1/share', { body: anOptimization(shared) });
    const { user } = await openPage();
    expect(screen.getByText('Not shared yet')).toBeVisible();
    fakeServer.on('GET /api/gmb-optimizations/opt-1', { body: aDetail(anOptimization(shared)) });
    await user.click(screen.getByText('Copy'));
    const text = await screen.findByText(/^Shared/);
    expect(text).toHaveTextContent('Shared 2 hours ago · Not opened yet');
    expect(fakeServer.calls('POST /api/gmb-optimizations/opt-1/share')).toHaveLength(1);
    fakeServer.emit('optimization.changed', anOptimization({ ...shared, openedAt: new Date().toISOString() }));
    await waitFor(() => expect(text).toHaveTextContent('Shared 2 hours ago · Opened less than a minute ago'));
  });

  it('opens its preview in a new tab, on the verified domain of the agency', async () => {
    await openPage(anOptimization({ publicOrigin: 'https://review.example.com' }));
    const link = screen.getByText('Open Preview').closest('a')!;
    await waitFor(() => expect(link).toHaveAttribute('href', 'https://review.example.com/gmb-preview/abc123'));
    expect(link).toHaveAttribute('target', '_blank');
  });

  it('has no link to copy or open while the open link is closed', async () => {
    fakeServer.on('GET /api/gmb-optimizations/opt-1/sharing', {
      body: aSharing({ openLink: false, isOpenLinkWorking: false }),
    });
    await openPage();
    expect(await screen.findByDisplayValue('The open link is closed')).toBe(
      screen.getByLabelText('Public preview link'),
    );
    expect(screen.getByText('Copy').closest('button')).toBeDisabled();
    expect(screen.getByText('Open Preview').closest('a')).not.toHaveAttribute('href');
  });

  it('says that links of reviewers were sent where the open one was never copied or opened', async () => {
    fakeServer.on('GET /api/gmb-optimizations/opt-1/sharing', { body: aSharing({ links: [aLink()] }) });
    await openPage(anOptimization({ sharedAt: new Date().toISOString() }));
    expect(await screen.findByText(/^Links of reviewers sent/)).toBeVisible();
  });

  it('shows five sections in order, each with what is on the profile beside its suggestion', async () => {
    editFaqsAsJson();
    await openPage();
    const titles = ['Business Description', 'Services', 'Service Areas', 'FAQs', 'Target Keywords'];
    const shown = screen.getAllByText('Regenerate').map((text) => text.closest('button')!.getAttribute('aria-label'));
    expect(shown).toEqual(titles.map((title) => `Regenerate ${title}`));
    const editors = titles.map(editorOf);
    expect(editors.map(({ rows }) => rows)).toEqual([4, 6, 6, 8, 6]);
    expect(editors.map(({ value }) => value)).toEqual([
      'Fresh flowers for every day.',
      'Bouquets\nWedding flowers',
      'Plymouth\nExeter',
      JSON.stringify([{ question: 'Do you deliver?', answer: 'Yes, in town.' }]),
      'florist plymouth\nwedding flowers',
    ]);
    for (const title of titles) {
      expect(cardOf(title).getByText('Current')).toBeVisible();
      expect(cardOf(title).getByText('AI Suggestion')).toBeVisible();
    }
    expect(await cardOf('Business Description').findByText('A flower shop.')).toBeVisible();
    expect(await cardOf('Business Description').findByText('28/750')).toBeVisible();
    expect(await cardOf('FAQs').findByText('Are you open on Sundays?')).toBeVisible();
    expect(await cardOf('FAQs').findByText('Q: question? A: answer')).toBeVisible();
    expect(await cardOf('FAQs').findByText('Yes, in town.')).toBeVisible();
    expect(await cardOf('FAQs').findByText(/Google closed its Q&A in November 2025/)).toBeVisible();
    expect(await cardOf('Target Keywords').findByText('flowers')).toBeVisible();
    expect(await cardOf('Target Keywords').findByText('florist plymouth', { selector: 'li *' })).toBeVisible();
    expect(await cardOf('Target Keywords').findByText(/Planning data/)).toBeVisible();
  });

  it('says what is not on record, and shows FAQs that cannot be read as they are', async () => {
    fakeServer.on('GET /api/gmb-optimizations/opt-1', {
      body: aDetail(anOptimization({ currentServices: '', currentFAQs: 'Just call us' }), { targetKeywords: [] }),
    });
    fakeServer.on('GET /api/gmb-optimizations/opt-1/runs', { body: [] });
    renderRoute('/gmb-optimizations/opt-1');
    expect(await screen.findByText('No services on record')).toBeVisible();
    expect(await screen.findByText('The client has no target keywords')).toBeVisible();
    expect(await screen.findByText('Just call us')).toBeVisible();
  });

  it.each([
    ['lines', 'Q: Are you open on Sundays?\nA: No.'],
    ['JSON', '[{"question": "Are you open on Sundays?", "answer": "No."}]'],
  ])('reads FAQs as %s, current and suggested ones', async (_form, faqs) => {
    editFaqsAsJson();
    await openPage(anOptimization({ currentFAQs: faqs, faqsSuggestion: faqs }));
    const card = cardOf('FAQs');
    expect(card.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(
      Array(2).fill('Are you open on Sundays?'),
    );
    expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['No.', 'No.']);
  });

  it('shows what the client said, also while the next suggestion waits for the client', async () => {
    await openPage(
      anOptimization({
        descriptionApproved: 'approved',
        servicesApproved: 'rejected',
        servicesFeedback: 'We do no weddings',
        faqsFeedback: 'Too long',
      }),
    );
    expect(await cardOf('Business Description').findByText('Approved')).toBeVisible();
    expect(await cardOf('Services').findByText('Needs Revision')).toBeVisible();
    expect(await cardOf('Services').findByText('Client feedback')).toBeVisible();
    expect(await cardOf('Services').findByText('We do no weddings')).toBeVisible();
    expect(await cardOf('FAQs').findByText('Pending Review')).toBeVisible();
    expect(await cardOf('FAQs').findByText('The client said before')).toBeVisible();
    expect(await cardOf('FAQs').findByText('Too long')).toBeVisible();
  });

  it('shows what the client rejected before, beside the suggestion of now', async () => {
    const earlierSuggestions = { ...anOptimization().earlierSuggestions, services: 'Bouquets\nFunerals' };
    const { user } = await openPage(anOptimization({ earlierSuggestions, servicesFeedback: 'We do no funerals' }));
    expect(screen.getAllByText('Earlier version')).toHaveLength(1);
    await user.click(cardOf('Services').getByText('Earlier version'));
    expect(cardOf('Services').getByText('Funerals').closest('del')).toBeVisible();
    expect(cardOf('Services').getByText('1 new · 1 unchanged · 1 removed', { exact: false })).toBeVisible();
  });

  it('follows what happens elsewhere', async () => {
    await openPage();
    const approved = anOptimization({
      descriptionApproved: 'approved',
      descriptionSuggestion: 'Flowers from Plymouth.',
      status: 'completed',
    });
    change(approved);
    expect(await cardOf('Business Description').findByText('Approved')).toBeVisible();
    expect(editorOf('Business Description')).toHaveValue('Flowers from Plymouth.');
    expect(await screen.findByText('✓ Complete')).toBeVisible();
    fakeServer.on('GET /api/gmb-optimizations/opt-1', failure(404, 'NOT_FOUND', 'Optimization not found'));
    fakeServer.emit('optimization.deleted', { optimizationId: 'opt-1' });
    expect(await screen.findByText('Optimization not found')).toBeVisible();
  });

  it('says whether the website was read', async () => {
    const website = 'https://rose.example.com';
    const at = '2026-01-01T00:00:00Z';
    await openPage(anOptimization({ website, websiteScan: { url: website, state: 'read', note: '', at } }));
    expect(await screen.findByText(/was read/)).toBeVisible();
    const note = 'The website could not be read: it answered with status 404.';
    const failed = anOptimization({ website, websiteScan: { url: website, state: 'failed', note, at } });
    change(failed);
    expect(await screen.findByText(/^The website could not be read: it answered with status 404\./)).toBeVisible();
    change(anOptimization({ website: 'https://thorn.example.com' }));
    expect(await screen.findByText(/is read with the next generation/)).toBeVisible();
    change(anOptimization());
    expect(await screen.findByText(/No website on record/)).toBeVisible();
  });

  it('leads a draft back into its wizard', async () => {
    const { user, router } = await openPage(anOptimization({ status: 'draft', currentStep: 5 }));
    expect(await screen.findByText('This optimization is a draft')).toBeVisible();
    expect(screen.queryByText(/^Step/)).toBeNull();
    await user.click(screen.getByText('Continue the wizard'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/gmb-optimizations/create'));
    expect(router.state.location.search).toBe('?draft=opt-1');
  });

  it('is deleted after a confirmation, without asking about unsaved edits', async () => {
    fakeServer.on('DELETE /api/gmb-optimizations/opt-1', { status: 204 });
    const { user, router } = await openPage();
    await user.type(editorOf('Services'), '!');
    await user.click(screen.getByText('Delete'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/public preview link stops working/)).toBeVisible();
    await user.click(dialog.getByText('Delete'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/gmb-optimizations'));
    expect(await screen.findByText('Deleted')).toBeVisible();
  });

  it('says while changes of decisions through its link are refused, and afterwards that they were', async () => {
    const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    await openPage(anOptimization({ throttledUntil: inMs(600_000) }));
    expect(await screen.findByText('Decisions through the preview link are limited at the moment')).toBeVisible();
    expect(await screen.findByText(/further changes are refused until \d/)).toBeVisible();
    change(anOptimization({ throttledUntil: inMs(1500) }));
    expect(await screen.findByText('Decisions through the preview link were limited')).toBeVisible();
    expect(screen.queryByText(/at the moment/)).toBeNull();
    change(anOptimization({ throttledUntil: inMs(-25 * 60 * 60_000) }));
    await waitFor(() => expect(screen.queryByText(/Decisions through the preview link/)).toBeNull());
  });

  it('shows its history', async () => {
    const entry = { imageId: null, imageName: '', changes: {}, feedback: '', at: '2026-01-01T00:00:00Z' };
    fakeServer.on('GET /api/gmb-optimizations/opt-1/history', {
      body: [
        {
          ...entry,
          id: '4',
          action: 'section.rejected',
          actor: 'visitor',
          actorName: null,
          section: 'services',
          feedback: 'No weddings',
        },
        { ...entry, id: '5', action: 'section.throttled', actor: 'visitor', actorName: null, section: 'services' },
        { ...entry, id: '3', action: 'optimization.opened', actor: 'visitor', actorName: null, section: null },
        {
          ...entry,
          id: '2',
          action: 'section.suggested',
          actor: 'ai',
          actorName: 'gpt',
          section: 'faqs',
          feedback: 'Shorter',
        },
        {
          ...entry,
          id: '1',
          action: 'section.edited',
          actor: 'staff',
          actorName: 'Ada',
          section: 'serviceAreas',
          changes: { suggestion: { from: 'Exeter', to: 'Plymouth\nTorquay' } },
        },
      ],
    });
    const { user } = await openPage();
    await user.click(screen.getByText('History'));
    expect(await screen.findByText('Client rejected the services')).toBeVisible();
    expect(await screen.findByText('“No weddings”')).toBeVisible();
    expect(
      await screen.findByText('Client changed the decision on the services too often; further changes were refused'),
    ).toBeVisible();
    expect(await screen.findByText('Client opened the link')).toBeVisible();
    expect(await screen.findByText('AI (gpt) suggested the FAQs')).toBeVisible();
    expect(await screen.findByText('Asked for: “Shorter”')).toBeVisible();
    expect(await screen.findByText('Ada edited the service areas')).toBeVisible();
    expect(await screen.findByText('Suggestion: “Exeter” → “Plymouth, Torquay”')).toBeVisible();
  });
});
