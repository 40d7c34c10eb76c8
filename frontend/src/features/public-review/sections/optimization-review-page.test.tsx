import { describe, expect, it } from '@jest/globals';
import { SECTIONS } from '@gmb-moments/backend/contract/statuses';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../../test/render-route';
import { fakeServer } from '../../../test/server';
import { aView, decided, PAGE, serve } from './sections.fixtures';

const card = (name: string) => within(screen.getByRole('article', { name }));
const shown = () => screen.findByRole('article', { name: 'Business Description' });
const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);

describe('the page of an optimization’s public link', () => {
  it('shows its title, the business and the brand, and is kept out of search engines', async () => {
    serve(aView());
    renderRoute(PAGE);
    expect(await screen.findByRole('heading', { level: 1, name: 'GMB Optimization Review' })).toBeVisible();
    expect(await screen.findByText('Fleur & Co Florists')).toBeVisible();
    expect(await screen.findByText('Northlight')).toBeVisible();
    expect(await screen.findByRole('img', { name: 'Northlight logo' })).toHaveAttribute('src', '/media/logo.png');
    await waitFor(() => expect(document.title).toBe('GMB Optimization Review – Fleur & Co Florists'));
    expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  });

  it('says that the link leads nowhere', async () => {
    renderRoute(PAGE);
    expect(await screen.findByRole('heading', { name: 'Optimization Not Found' })).toBeVisible();
    expect(
      await screen.findByText(/The requested GMB optimization could not be found\. Please check the link/),
    ).toBeVisible();
  });
});

describe('a section card', () => {
  it('is shown for each of the five sections, in order', async () => {
    serve(aView());
    renderRoute(PAGE);
    await shown();
    expect(texts(screen.getAllByRole('heading', { level: 3 }))).toEqual([
      'Business Description',
      'Services',
      'Service Areas',
      'FAQs',
      'Target Keywords',
    ]);
    expect(screen.getAllByText('Optimized')).toHaveLength(5);
    expect(await card('FAQs').findByText(/for your website/)).toBeVisible();
    expect(await card('Target Keywords').findByText(/for planning/)).toBeVisible();
  });

  it('marks what is different in the description', async () => {
    serve(aView());
    renderRoute(PAGE);
    await shown();
    const description = card('Business Description');
    expect(await description.findByRole('heading', { name: 'Current' })).toBeVisible();
    expect(await description.findByRole('heading', { name: 'AI Suggestion' })).toBeVisible();
    expect(texts(description.getAllByRole('insertion'))).toEqual(['bind seasonal flowers by hand']);
    expect(texts(description.getAllByRole('deletion'))).toEqual(['sell flowers']);
    expect(await description.findByText('Changes are marked')).toBeVisible();
  });

  it('does not mark a description that was rewritten', async () => {
    serve(aView({ descriptionSuggestion: 'Bouquets from the heart of the capital, tied to order.' }));
    renderRoute(PAGE);
    await shown();
    expect(await card('Business Description').findByText('Rewritten')).toBeVisible();
    expect(card('Business Description').queryByRole('insertion')).not.toBeInTheDocument();
  });

  it('says in words which entries are new, kept and removed', async () => {
    serve(aView());
    renderRoute(PAGE);
    await shown();
    expect(texts(card('Services').getAllByRole('listitem'))).toEqual([
      'Bouquets',
      'Gift baskets',
      'BalloonsRemoved',
      'Wedding flowersNew',
      'Bouquets',
      'Gift baskets',
    ]);
    expect(await card('Services').findByText('1 new · 2 unchanged · 1 removed')).toBeVisible();
    expect(await card('Service Areas').findByText('1 new · 2 unchanged')).toBeVisible();
  });

  it('shows FAQs as questions with their answers, and what changed', async () => {
    serve(aView());
    renderRoute(PAGE);
    await shown();
    const faqs = card('FAQs');
    expect(texts(faqs.getAllByRole('term'))).toEqual([
      'Do you deliver?Changed',
      'Do you sell seeds?Removed',
      'Do you deliver?Changed',
      'Where are you?New',
    ]);
    expect(await faqs.findByText('In Mitte.')).toBeVisible();
    expect(await faqs.findByRole('insertion')).toHaveTextContent('on the same day');
  });

  it.each([
    ['lines', 'Q: Do you deliver?\nA: Yes.'],
    ['JSON', '[{"question": "Do you deliver?", "answer": "Yes."}]'],
  ])('reads FAQs as %s, current and suggested ones', async (_form, faqs) => {
    serve(aView({ currentFAQs: faqs, faqsSuggestion: faqs }));
    renderRoute(PAGE);
    await shown();
    expect(texts(card('FAQs').getAllByRole('term'))).toEqual(['Do you deliver?', 'Do you deliver?']);
    expect(texts(card('FAQs').getAllByRole('definition'))).toEqual(['Yes.', 'Yes.']);
  });

  it('shows FAQs that are no list of questions as they were typed', async () => {
    serve(aView({ currentFAQs: 'We get asked a lot of things.' }));
    renderRoute(PAGE);
    await shown();
    expect(await card('FAQs').findByText('We get asked a lot of things.')).toBeVisible();
    expect(card('FAQs').queryByText('New')).not.toBeInTheDocument();
  });

  it('shows that no keywords are recorded, beside those that are suggested', async () => {
    serve(aView());
    renderRoute(PAGE);
    await shown();
    expect(texts(card('Target Keywords').getAllByRole('listitem'))).toEqual(['florist berlin', 'wedding flowers']);
    expect(card('Target Keywords').getByRole('heading', { name: 'Current' })).toBeVisible();
    expect(card('Target Keywords').getByText('None recorded')).toBeVisible();
  });

  it('marks nothing where the profile has nothing yet', async () => {
    serve(aView({ currentDescription: '', currentServices: '', currentServiceAreas: '', currentFAQs: '' }));
    renderRoute(PAGE);
    await shown();
    expect(screen.getAllByText('Nothing yet.')).toHaveLength(4);
    expect(screen.queryByText('New')).not.toBeInTheDocument();
    expect(screen.queryByRole('insertion')).not.toBeInTheDocument();
  });

  it('shows the status, and other buttons once it is decided', async () => {
    serve(aView({ servicesApproved: 'approved', faqsApproved: 'rejected', faqsFeedback: 'Too long' }));
    renderRoute(PAGE);
    await shown();
    expect(await card('Business Description').findByText('Pending Review')).toBeVisible();
    expect(await card('Business Description').findByRole('button', { name: 'Approve' })).toBeEnabled();
    expect(await card('Business Description').findByRole('button', { name: 'Reject' })).toBeEnabled();
    expect(await card('Services').findByText('Approved')).toBeVisible();
    expect(await card('Services').findByRole('button', { name: 'Change Status' })).toBeEnabled();
    expect(await card('FAQs').findByText('Needs Revision')).toBeVisible();
    expect(await card('FAQs').findByText('Your feedback')).toBeVisible();
    expect(await card('FAQs').findByText('Too long')).toBeVisible();
    expect(card('FAQs').queryByRole('button', { name: /^(Approve|Reject)$/ })).not.toBeInTheDocument();
    expect(await screen.findByText('2 of 5 decided')).toBeVisible();
    expect(await screen.findByRole('progressbar', { name: 'Sections decided' })).toHaveAttribute('value', '2');
  });

  it('takes an absent approval for a pending one', async () => {
    const view = aView();
    Reflect.deleteProperty(view.optimization, 'servicesApproved');
    serve(view);
    renderRoute(PAGE);
    await shown();
    expect(await card('Services').findByText('Pending Review')).toBeVisible();
    expect(await card('Services').findByRole('button', { name: 'Approve' })).toBeEnabled();
    expect(await screen.findByRole('button', { name: 'Approve All (5 Pending)' })).toBeEnabled();
  });

  it('keeps the earlier feedback in view when the team has revised it', async () => {
    serve(aView({ faqsFeedback: 'Too long' }));
    renderRoute(PAGE);
    await shown();
    expect(await card('FAQs').findByText('Pending Review')).toBeVisible();
    expect(await card('FAQs').findByText('Too long')).toBeVisible();
    expect(await card('FAQs').findByText('The team has revised the suggestion since.')).toBeVisible();
  });

  it('has nothing to decide on where nothing is suggested at all', async () => {
    const none = Object.fromEntries(SECTIONS.map((section) => [`${section}Suggestion`, '']));
    serve(aView({ ...none, unwrittenSections: [...SECTIONS] }));
    renderRoute(PAGE);
    expect(await screen.findByText('There is nothing to review at the moment.')).toBeVisible();
    expect(screen.getAllByText('Nothing suggested here')).toHaveLength(5);
    expect(screen.queryByText(/Thank you|decided/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Approve/ })).not.toBeInTheDocument();
  });

  it.each([1440, 390])('shows what is there now where nothing is suggested, at %i px', async (width) => {
    window.innerWidth = width;
    serve(aView({ servicesSuggestion: '', servicesFeedback: 'Too long', unwrittenSections: ['services'] }));
    renderRoute(PAGE);
    await shown();
    expect(await card('Services').findByText('Nothing suggested here')).toBeVisible();
    expect(card('Services').getByRole('heading', { name: 'Current' })).toBeVisible();
    expect(card('Services').getByText('Balloons')).toBeVisible();
    expect(card('Services').queryByText(/Pending Review|Optimized/)).not.toBeInTheDocument();
    expect(card('Services').queryByRole('button')).not.toBeInTheDocument();
    expect(await screen.findByText('0 of 4 decided')).toBeVisible();
    expect(card('Services').queryByText(/revised the suggestion/)).not.toBeInTheDocument();
    expect(card('Services').queryByText('Removed')).not.toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Approve All (4 Pending)' })).toBeEnabled();
  });

  it('has the suggestion first on a phone, and the current text on demand', async () => {
    window.innerWidth = 390;
    serve(aView());
    const { user } = renderRoute(PAGE);
    await shown();
    const current = card('Services').getByText('Current');
    expect(current.compareDocumentPosition(card('Services').getByText('AI Suggestion'))).toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    );
    expect(await card('Services').findByText('Balloons')).not.toBeVisible();
    await user.click(current);
    expect(await card('Services').findByText('Balloons')).toBeVisible();
  });

  it('thanks the reviewer when all are approved', async () => {
    serve(aView(decided('approved')));
    renderRoute(PAGE);
    expect(await screen.findByText('Thank you, your review is complete.')).toBeVisible();
    expect(await screen.findByText(/You approved all sections/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Approve All/ })).not.toBeInTheDocument();
  });
});

describe('live', () => {
  it('follows what the team and other reviewers do', async () => {
    serve(aView({ servicesSuggestion: '' }));
    renderRoute(PAGE);
    await shown();
    await waitFor(() => expect(document.querySelector('[data-connection=live]')).toBeInTheDocument());
    fakeServer.emitToVisitors('optimization.changed', aView({ servicesSuggestion: 'Dried flowers' }));
    expect(await screen.findByText('Dried flowers')).toBeVisible();
    fakeServer.emitToVisitors('optimization.changed', aView({ servicesApproved: 'approved' }));
    expect(await screen.findByText('1 of 5 decided')).toBeVisible();
  });
});
