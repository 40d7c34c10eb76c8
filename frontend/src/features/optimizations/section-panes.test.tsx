import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { anOptimization, aRegeneration } from '../../records/optimizations.fixture';
import { cardOf, change, editFaqsAsJson, editorOf, openPage, serve } from './optimization-page.fixture';
import { gate } from './wizard-page.fixture';

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
    expect(screen.getByLabelText('Question 2')).toHaveAttribute('placeholder', 'Question');
    expect(screen.getByLabelText('Answer 2')).toHaveAttribute('placeholder', 'Answer');
    expect(cardOf('FAQs').queryByRole('alert')).toBeNull();
    await user.type(screen.getByLabelText('Question 2'), 'Open today?');
    expect(await cardOf('FAQs').findByRole('alert')).toHaveTextContent('A question has no answer yet.');
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

describe('FAQs without a suggestion', () => {
  const openEmpty = () => openPage(anOptimization({ faqsSuggestion: '' }));

  it('begin as rows, with JSON one switch away and back', async () => {
    const { user } = await openEmpty();
    const card = cardOf('FAQs');
    expect(card.queryByRole('textbox')).toBeNull();
    expect(card.getByText('Q: question? A: answer')).toBeVisible();
    await user.click(card.getByText('Edit as JSON'));
    expect(card.getByRole('textbox')).toHaveValue('');
    expect(card.getByText('Q: question? A: answer')).toBeVisible();
    await user.click(card.getByText('Edit as rows'));
    await user.click(card.getByText('Add a question'));
    await user.type(card.getByLabelText('Question 1'), 'Open today?');
    expect(card.getByLabelText('Question 1')).toHaveValue('Open today?');
    expect(card.getByLabelText('Question 1')).toHaveFocus();
  });

  it('wait for it in a read-only text field, without a switch', async () => {
    await openPage(anOptimization({ faqsSuggestion: '' }), [aRegeneration('faqs')]);
    await waitFor(() => expect(cardOf('FAQs').getByRole('textbox')).toHaveAttribute('readonly'));
    expect(cardOf('FAQs').queryByText(/^Edit as/)).toBeNull();
  });
});

describe('removing questions', () => {
  it('keeps the rows and the focus, down to the last one', async () => {
    const { user } = await openPage();
    await user.click(screen.getByText('Add a question'));
    await user.click(screen.getByLabelText('Remove question 1'));
    expect(screen.getByLabelText('Remove question 1')).toHaveFocus();
    await user.click(screen.getByLabelText('Remove question 1'));
    expect(cardOf('FAQs').queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('button', { name: 'Add a question' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByLabelText('Question 1')).toHaveValue('');
  });

  it('can be saved without any, and returns the focus to what adds one', async () => {
    const emptied = anOptimization({ faqsSuggestion: '' });
    fakeServer.on(`PATCH ${PATH}`, () => {
      serve(emptied);
      return { body: emptied };
    });
    const { user } = await openPage();
    await user.click(screen.getByLabelText('Remove question 1'));
    await user.click(screen.getByText('Save Changes'));
    await waitFor(() => expect(screen.queryByText('Save Changes')).toBeNull());
    expect(fakeServer.calls(`PATCH ${PATH}`)[0]!.json).toMatchObject({ faqsSuggestion: '' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add a question' })).toHaveFocus());
  });
});

describe('FAQs that are typed as text', () => {
  const rowsSwitch = () => screen.getByRole('button', { name: 'Edit as rows' });

  it('stay in their field, also once they can be shown as rows', async () => {
    const { user } = await openPage(anOptimization({ faqsSuggestion: 'Just call us' }));
    const field = editorOf('FAQs');
    await user.clear(field);
    await user.type(field, 'Q: Open today? A: Yes.');
    expect(editorOf('FAQs')).toBe(field);
    expect(field).toHaveFocus();
    expect(field).toHaveValue('Q: Open today? A: Yes.');
    await user.click(rowsSwitch());
    expect(screen.getByLabelText('Question 1')).toHaveValue('Open today?');
    expect(screen.getByLabelText('Answer 1')).toHaveValue('Yes.');
  });

  it.each([
    ['prose', 'Just call us'],
    ['a question without an answer', 'Q: Open today?'],
    ['unfinished JSON', '[{"question": "Open today?"'],
    ['JSON that is no list', '{"question": "Open today?", "answer": "Yes."}'],
    ['a list of something else', '["Open today?"]'],
    ['a list of lists', '[["Open today?", "Yes."]]'],
    ['an answer that is no text', '[{"question": "How many?", "answer": 3}]'],
    ['more than questions and answers', '[{"question": "Open today?", "answer": "Yes.", "source": "phone"}]'],
  ])('are not offered as rows, which would lose %s', async (_what, text) => {
    editFaqsAsJson();
    await openPage();
    fireEvent.change(editorOf('FAQs'), { target: { value: text } });
    expect(rowsSwitch()).toBeDisabled();
    expect(screen.getByText('Rows hold questions with their answers, and nothing else.')).toBeVisible();
    expect(editorOf('FAQs')).toHaveValue(text);
  });

  it.each([
    ['a list of none', '[]', []],
    ['blanks', '[{"question": "Open today?", "answer": ""}]', ['Open today?', '']],
    ['a missing answer', '[{"question": "Open today?"}]', ['Open today?', '']],
    ['spaces that are being typed', '[{"question": "Open ", "answer": "Yes."}]', ['Open ', 'Yes.']],
    ['lines', 'Q: Open today? A: Yes.', ['Open today?', 'Yes.']],
    ['a blank text', ' \n', []],
  ])('are shown as rows on request with %s', async (_what, text, shown) => {
    editFaqsAsJson();
    const { user } = await openPage();
    fireEvent.change(editorOf('FAQs'), { target: { value: text } });
    await user.click(rowsSwitch());
    const fields = cardOf('FAQs').queryAllByRole<HTMLTextAreaElement>('textbox');
    expect(fields.map(({ value }) => value)).toEqual(shown);
    expect(screen.getByText('Add a question')).toBeVisible();
  });
});

describe('rejected sections', () => {
  it('are regenerated together, with the client’s feedback', async () => {
    fakeServer.on(`POST ${PATH}/regenerate/services`, { status: 202, body: { jobId: 'run-s' } });
    fakeServer.on(`POST ${PATH}/regenerate/faqs`, { status: 202, body: { jobId: 'run-f' } });
    const { user } = await openPage(
      anOptimization({
        servicesApproved: 'rejected',
        servicesFeedback: 'No weddings',
        faqsApproved: 'rejected',
        handwrittenSections: ['services'],
        sectionEditors: { description: null, services: 'Ada', serviceAreas: null, faqs: null, keywords: null },
      }),
    );
    await user.click(screen.getByText('Regenerate rejected (2)'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Regenerate 2 rejected sections?' }));
    expect(dialog.getByText('The client sees the new texts at once.')).toBeInTheDocument();
    expect(dialog.getByText(/^Ada wrote this by hand/)).toBeInTheDocument();
    expect(dialog.getByText(/Bouquets/)).toBeInTheDocument();
    expect(fakeServer.requests.filter(({ method }) => method === 'POST')).toHaveLength(0);
    await user.click(dialog.getByText('Regenerate'));
    await waitFor(() => expect(fakeServer.calls(`POST ${PATH}/regenerate/faqs`)).toHaveLength(1));
    expect(fakeServer.calls(`POST ${PATH}/regenerate/services`)).toHaveLength(1);
  });

  it('can be regenerated before it is known what is being written', async () => {
    const answer = gate();
    fakeServer.on(`GET ${PATH}/runs`, async () => {
      await answer.promise;
      return { body: [] };
    });
    serve(anOptimization({ servicesApproved: 'rejected' }));
    renderRoute('/gmb-optimizations/opt-1');
    expect((await screen.findByText('Regenerate rejected (1)')).closest('button')).toBeEnabled();
    answer.resolve();
  });

  it('are kept as drafts until they are resubmitted', async () => {
    const rejected = anOptimization({ servicesApproved: 'rejected' });
    fakeServer.on(`POST ${PATH}/regenerate/services`, { status: 202, body: { jobId: 'run-s' } });
    const { user } = await openPage(rejected);
    await user.click(screen.getByText('Regenerate rejected (1)'));
    await user.click(within(await screen.findByRole('dialog')).getByText('As drafts'));
    await waitFor(() => expect(fakeServer.calls(`POST ${PATH}/regenerate/services`)).toHaveLength(1));
    expect(fakeServer.calls(`POST ${PATH}/regenerate/services`)[0]!.json).toEqual({ userFeedback: '', asDraft: true });
    change({ ...rejected, sectionDrafts: { ...rejected.sectionDrafts, services: 'Bouquets and arches' } });
    expect(await cardOf('Services').findByText('Bouquets and arches')).toBeVisible();
    fakeServer.on(`POST ${PATH}/resubmit/services`, { body: rejected });
    await user.click(cardOf('Services').getByText('Resubmit'));
    expect(await screen.findByText('The client sees the new text')).toBeVisible();
    expect(fakeServer.calls(`POST ${PATH}/resubmit/services`)).toHaveLength(1);
  });

  it('are asked about again unchanged, with an answer', async () => {
    const rejected = anOptimization({ servicesApproved: 'rejected', servicesFeedback: 'Too many' });
    const { user } = await openPage(rejected);
    fakeServer.on(`POST ${PATH}/resubmit/services`, { body: rejected });
    await user.click(cardOf('Services').getByText('Resubmit unchanged'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Nothing changed since “Too many”' }));
    expect(dialog.queryByText('Resubmit anyway')).toBeNull();
    await user.type(dialog.getByLabelText('Your answer'), 'All of them are on your website.');
    await user.click(dialog.getByText('Answer and resubmit'));
    expect(await screen.findByText('The client is asked again')).toBeVisible();
    expect(fakeServer.calls(`POST ${PATH}/resubmit/services`)[0]!.json).toEqual({
      reply: 'All of them are on your website.',
    });
  });

  it('are not offered to be regenerated while there are none', async () => {
    await openPage();
    expect(screen.queryByText(/^Regenerate rejected/)).toBeNull();
  });
});
