import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { anOptimization, aRegeneration } from '../../records/optimizations.fixture';
import { cardOf, editFaqsAsJson, change, editorOf, openPage, progress, serve } from './optimization-page.fixture';

const PATCH = 'PATCH /api/gmb-optimizations/opt-1';
const VERSIONS = anOptimization().sectionVersions;

const type = (title: string, text: string) => fireEvent.change(editorOf(title), { target: { value: text } });
const saveButton = () => screen.queryByText('Save Changes')?.closest('button') ?? null;

/** The same optimization after somebody changed the services. */
const withServices = (servicesSuggestion: string, more: Partial<OptimizationView> = {}) =>
  anOptimization({
    servicesSuggestion,
    sectionVersions: { ...VERSIONS, services: 3 },
    sectionEditors: { ...anOptimization().sectionEditors, services: 'Grace' },
    ...more,
  });

/** Sets the server's response to a save. */
function serveSave(saved: OptimizationView) {
  fakeServer.on(PATCH, () => {
    serve(saved);
    return { body: saved };
  });
}

describe('editing suggestions', () => {
  beforeEach(signedIn);

  it('offers Save Changes only while there is something to save', async () => {
    await openPage();
    expect(saveButton()).toBeNull();
    type('Services', 'Bouquets');
    expect(saveButton()).toBeEnabled();
    expect(await screen.findByText('Unsaved: Services')).toBeVisible();
    type('Services', 'Bouquets\nWedding flowers');
    expect(saveButton()).toBeNull();
  });

  it('saves all edited sections at once, with the versions that the edits started from', async () => {
    const { user } = await openPage();
    const saved = withServices('Bouquets', { keywordsSuggestion: ['peonies', 'roses'] });
    serveSave(saved);
    type('Services', 'Bouquets');
    type('Target Keywords', 'peonies\n\n roses \n');
    expect(await screen.findByText('Unsaved: Services and Target Keywords')).toBeVisible();
    await user.click(saveButton()!);
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(await screen.findByText('Changes saved successfully')).toBeVisible();
    await waitFor(() => expect(saveButton()).toBeNull());
    expect(editorOf('Target Keywords')).toHaveValue('peonies\nroses');
    await waitFor(() => expect(editorOf('Services')).toHaveFocus());
    expect(fakeServer.calls(PATCH).map(({ json }) => json)).toEqual([
      {
        servicesSuggestion: 'Bouquets',
        keywordsSuggestion: ['peonies', 'roses'],
        sectionVersions: { services: 2, keywords: 2 },
      },
    ]);
  });

  it('says why it could not save, and keeps what was typed', async () => {
    fakeServer.on(PATCH, failure(503, 'DATABASE_UNAVAILABLE', 'The database is not reachable.'));
    const { user } = await openPage();
    type('Services', 'Bouquets');
    await user.click(saveButton()!);
    expect((await screen.findByText('Failed to save changes')).closest('[role=alert]')).toBeVisible();
    expect(await screen.findByText('The database is not reachable.')).toBeVisible();
    expect(editorOf('Services')).toHaveValue('Bouquets');
    await waitFor(() => expect(saveButton()).toBeEnabled());
  });

  it('shows what the server refused in its section, until it is typed over', async () => {
    const message = 'servicesSuggestion must not contain NUL characters';
    const refused = failure(400, 'VALIDATION_FAILED', 'Please check the fields.', [
      { field: 'servicesSuggestion', message },
    ]);
    fakeServer.on(PATCH, refused);
    const { user } = await openPage();
    type('Services', 'Bouquets');
    await user.click(saveButton()!);
    expect(await cardOf('Services').findByText(message)).toBeVisible();
    expect(editorOf('Services')).toBeInvalid();
    type('Services', 'Roses');
    expect(cardOf('Services').queryByText(message)).toBeNull();
  });

  it('counts the description, and saves none that is too long', async () => {
    const { user } = await openPage();
    type('Business Description', 'x'.repeat(750));
    expect(await screen.findByText('750/750')).toBeVisible();
    expect(saveButton()).toBeEnabled();
    type('Business Description', 'x'.repeat(751));
    expect(await screen.findByText('751/750')).toBeVisible();
    expect(editorOf('Business Description')).toBeInvalid();
    const problem = 'The description has 751 characters; Google takes at most 750.';
    expect(await cardOf('Business Description').findByText(problem)).toBeVisible();
    expect(saveButton()).toBeDisabled();
    expect(await screen.findByText(`Business Description: ${problem}`)).toBeVisible();
    await user.click(screen.getByText('Show'));
    await waitFor(() => expect(editorOf('Business Description')).toHaveFocus());
  });

  it('saves no more lines, and none longer, than are allowed', async () => {
    await openPage();
    type('Service Areas', Array.from({ length: 21 }, (_, index) => `Town ${index}`).join('\n'));
    expect(
      await cardOf('Service Areas').findByText('There are 21 service areas; at most 20 are allowed.'),
    ).toBeVisible();
    expect(saveButton()).toBeDisabled();
    type('Service Areas', 'Plymouth');
    type('Services', 'x'.repeat(141));
    expect(await cardOf('Services').findByText(/has 141 characters; at most 140 are allowed per line/)).toBeVisible();
    expect(saveButton()).toBeDisabled();
  });

  it('takes FAQs as lines or JSON, says when it can read neither, and previews what is saved', async () => {
    editFaqsAsJson();
    await openPage();
    const card = cardOf('FAQs');
    expect(await card.findByLabelText('Preview of the FAQs')).toHaveTextContent('Do you deliver?Yes, in town.');
    type('FAQs', 'Just call us');
    expect(await card.findByText(/This cannot be read as questions and answers/)).toBeVisible();
    expect(card.queryByLabelText('Preview of the FAQs')).toBeNull();
    expect(saveButton()).toBeDisabled();
    type('FAQs', 'Q: Do you deliver? A: Yes.');
    expect(saveButton()).toBeEnabled();
    type('FAQs', '[{"question": "Do you deliver?"}]');
    expect(saveButton()).toBeDisabled();
  });

  it('shows keywords as badges while they are typed', async () => {
    await openPage();
    type('Target Keywords', 'peonies\nroses');
    expect(await cardOf('Target Keywords').findByText('peonies', { selector: 'li *' })).toBeVisible();
  });

  it('drops edits on request, after asking', async () => {
    const { user } = await openPage();
    type('Services', 'Bouquets');
    await user.click(screen.getByText('Discard'));
    await user.click(within(await screen.findByRole('dialog')).getByText('Discard'));
    expect(editorOf('Services')).toHaveValue('Bouquets\nWedding flowers');
    expect(saveButton()).toBeNull();
  });

  it('asks before unsaved edits are left behind', async () => {
    const { user, router } = await openPage();
    type('Services', 'Bouquets');
    await user.click(screen.getByText('Rose & Thorn'));
    await user.click(await screen.findByText('Keep editing'));
    expect(router.state.location.pathname).toBe('/gmb-optimizations/opt-1');
    expect(editorOf('Services')).toHaveValue('Bouquets');
    await user.click(screen.getByText('Rose & Thorn'));
    await user.click(within(await screen.findByRole('dialog')).getByText('Discard'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/clients/client-1'));
  });
});

describe('a section that somebody else changes while it is edited', () => {
  beforeEach(signedIn);

  it('keeps typed text when the suggestion changes, and can take the new one', async () => {
    const { user } = await openPage();
    type('Services', 'Mine');
    change(withServices('Theirs', { descriptionSuggestion: 'Also new.' }));
    const card = cardOf('Services');
    expect(await card.findByText('Grace changed the suggestion meanwhile')).toBeVisible();
    expect(editorOf('Services')).toHaveValue('Mine');
    expect(await card.findByText('Theirs')).toBeVisible();
    expect(editorOf('Business Description')).toHaveValue('Also new.');
    expect(saveButton()).toBeDisabled();
    expect(await screen.findByText('Services was changed meanwhile: choose which version to keep.')).toBeVisible();
    await user.click(card.getByText('Take theirs'));
    expect(editorOf('Services')).toHaveValue('Theirs');
    expect(saveButton()).toBeNull();
    await waitFor(() => expect(editorOf('Services')).toHaveFocus());
  });

  it('can keep the own text, which is saved over the new version', async () => {
    const { user } = await openPage();
    type('Services', 'Mine');
    change(withServices('Theirs'));
    await user.click(await cardOf('Services').findByText('Keep mine'));
    expect(cardOf('Services').queryByText('Theirs')).toBeNull();
    serveSave(withServices('Mine', { sectionVersions: { ...VERSIONS, services: 4 } }));
    await user.click(saveButton()!);
    expect(await screen.findByText('Saved')).toBeVisible();
    const [request] = fakeServer.calls(PATCH);
    expect(request!.json).toEqual({ servicesSuggestion: 'Mine', sectionVersions: { services: 3 } });
  });

  it('shows the new version after a 409, and overwrites nothing', async () => {
    const { user } = await openPage();
    type('Services', 'Mine');
    const reason = 'The suggestion for Services was changed meanwhile. Please look at the new version.';
    fakeServer.on(PATCH, failure(409, 'SECTION_CHANGED', reason));
    serve(withServices('Theirs'));
    await user.click(saveButton()!);
    expect((await screen.findByText('Failed to save changes')).closest('[role=alert]')).toBeVisible();
    expect(await screen.findByText(reason)).toBeVisible();
    expect(await cardOf('Services').findByText('Theirs')).toBeVisible();
    expect(editorOf('Services')).toHaveValue('Mine');
    expect(await cardOf('Services').findByText('Keep mine')).toBeVisible();
  });

  it('keeps what was typed while the section is regenerated, read-only until that ends', async () => {
    await openPage();
    type('Services', 'Mine');
    const run = aRegeneration('services');
    progress(run);
    await waitFor(() => expect(editorOf('Services')).toHaveAttribute('readonly'));
    expect(editorOf('Services')).toHaveValue('Mine');
    expect(editorOf('FAQs')).not.toHaveAttribute('readonly');
  });
});
