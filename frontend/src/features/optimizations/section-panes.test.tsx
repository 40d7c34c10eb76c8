import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { anOptimization } from './optimization.fixture';
import { cardOf, change, editorOf, openPage } from './optimization.stage';

const PATH = '/api/gmb-optimizations/opt-1';

beforeEach(signedIn);

describe('a decided section', () => {
  it('folds to one line once it is approved, and unfolds on request', async () => {
    const { user } = await openPage(anOptimization({ servicesApproved: 'approved' }));
    expect(screen.queryByLabelText('Services: AI Suggestion')).toBeNull();
    expect(cardOf('Services').getByText('Bouquets, Wedding flowers')).toBeVisible();
    await user.click(cardOf('Services').getByText('Services'));
    expect(editorOf('Services')).toBeVisible();
    await user.click(cardOf('Services').getByText('Services'));
    expect(screen.queryByLabelText('Services: AI Suggestion')).toBeNull();
  });

  it('stays open when it is approved while the page is open', async () => {
    await openPage();
    change(anOptimization({ servicesApproved: 'approved' }));
    expect(await cardOf('Services').findByText('Approved')).toBeVisible();
    expect(editorOf('Services')).toBeVisible();
  });

  it('is unfolded by its entry in the list of sections, which shows all states', async () => {
    Element.prototype.scrollIntoView = () => undefined;
    const { user } = await openPage(anOptimization({ servicesApproved: 'approved' }));
    const list = within(screen.getByRole('navigation', { name: 'Sections', hidden: true }));
    await user.click(list.getByText('Services'));
    expect(editorOf('Services')).toBeVisible();
  });
});

describe('the changes that a suggestion makes', () => {
  it('are marked on request, until the suggestion is edited; the choice is kept', async () => {
    const { user } = await openPage();
    await user.click(screen.getByText('Show changes'));
    expect(cardOf('Services').getByText('Wedding flowers', { selector: 'ins' })).toBeVisible();
    expect(cardOf('Services').getByText('1 new · 1 unchanged')).toBeVisible();
    expect(localStorage.getItem('optimization-changes')).toBe('marked');
    await user.click(screen.getByLabelText('Edit Services'));
    expect(editorOf('Services')).toHaveValue('Bouquets\nWedding flowers');
    await waitFor(() => expect(editorOf('Services')).toHaveFocus());
    await user.click(screen.getByText('Hide changes'));
    expect(editorOf('Service Areas')).toBeVisible();
  });
});

describe('FAQs', () => {
  it('are edited as rows, which are saved as JSON', async () => {
    fakeServer.on(`PATCH ${PATH}`, { body: anOptimization() });
    const { user } = await openPage();
    await user.type(screen.getByLabelText('Answer 1'), ' Free.');
    await user.click(screen.getByText('Add a question'));
    await user.type(screen.getByLabelText('Question 2'), 'Open today?');
    expect(await cardOf('FAQs').findByRole('alert')).toHaveTextContent('cannot be read');
    await user.type(screen.getByLabelText('Answer 2'), 'Yes.');
    await user.click(screen.getByText('Save Changes'));
    await waitFor(() => expect(fakeServer.calls(`PATCH ${PATH}`)).toHaveLength(1));
    const { faqsSuggestion } = fakeServer.calls(`PATCH ${PATH}`)[0]!.json as { faqsSuggestion: string };
    expect(JSON.parse(faqsSuggestion)).toEqual([
      { question: 'Do you deliver?', answer: 'Yes, in town. Free.' },
      { question: 'Open today?', answer: 'Yes.' },
    ]);
  });

  it('can be removed, and edited as JSON instead, which is remembered', async () => {
    const { user } = await openPage();
    await user.click(screen.getByText('Add a question'));
    await user.click(screen.getByLabelText('Remove question 2'));
    expect(screen.queryByLabelText('Question 2')).toBeNull();
    await user.click(screen.getByText('Edit as JSON'));
    expect(JSON.parse(editorOf('FAQs').value)).toEqual([{ question: 'Do you deliver?', answer: 'Yes, in town.' }]);
    expect(localStorage.getItem('faq-editor')).toBe('json');
    await user.click(screen.getByText('Edit as rows'));
    expect(screen.getByLabelText('Question 1')).toHaveValue('Do you deliver?');
  });
});

describe('rejected sections', () => {
  it('are regenerated together, with the client’s feedback', async () => {
    fakeServer.on(`POST ${PATH}/regenerate/services`, { status: 202, body: { jobId: 'run-s' } });
    fakeServer.on(`POST ${PATH}/regenerate/faqs`, { status: 202, body: { jobId: 'run-f' } });
    const { user } = await openPage(
      anOptimization({ servicesApproved: 'rejected', servicesFeedback: 'No weddings', faqsApproved: 'rejected' }),
    );
    await user.click(screen.getByText('Regenerate rejected (2)'));
    await waitFor(() => expect(fakeServer.calls(`POST ${PATH}/regenerate/faqs`)).toHaveLength(1));
    expect(fakeServer.calls(`POST ${PATH}/regenerate/services`)).toHaveLength(1);
  });

  it('are not offered to be regenerated while there are none', async () => {
    await openPage();
    expect(screen.queryByText(/^Regenerate rejected/)).toBeNull();
  });
});
