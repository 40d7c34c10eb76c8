import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aClient } from '../../records/moments.fixture';
import { wizardDrafts } from './wizard-drafts';
import { aDraft } from './wizard.fixture';
import { ROSE, button, enabled, field, open, choose, type, gate, toStep2, setTheStage } from './wizard-page.fixture';

beforeEach(setTheStage);

describe('the wizard', () => {
  it('says what it is for, and which three steps there are', async () => {
    await open();
    expect(screen.getByText('Collect business information for optimization')).toBeVisible();
    expect(document.querySelector('main')).toHaveTextContent(
      /1Basic InfoBusiness details.*2Current GMB DataExisting information.*3Review & SubmitFinalize optimization/,
    );
    expect(await screen.findByRole('heading', { name: 'Basic Info' })).toBeVisible();
    expect(screen.getByText('Step 1 of 3 · Business details')).toBeVisible();
  });
});

describe('the wizard for the client that the address names', () => {
  const READ = 'GET /api/clients/client-1';
  const NOT_NOW = failure(503, 'DATABASE_UNAVAILABLE', 'Not now.');
  const openForClient = () => renderRoute('/gmb-optimizations/create?clientId=client-1');

  it('says that the client could not be loaded, and retries', async () => {
    fakeServer.on(READ, NOT_NOW);
    const { user } = openForClient();
    expect(await screen.findByText('The client could not be loaded')).toBeVisible();
    fakeServer.on(READ, { body: ROSE });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await field('Business Name')).toHaveValue(ROSE.business);
  });

  it('keeps what was typed when the client cannot be read again', async () => {
    fakeServer.on(READ, { body: ROSE });
    const { user } = openForClient();
    await type(user, 'GMB Link', 'https://g.example');
    fakeServer.on(READ, NOT_NOW);
    const reads = fakeServer.calls(READ).length;
    fakeServer.emit('client.changed', { id: 'client-2' });
    await waitFor(() => expect(fakeServer.calls(READ).length).toBeGreaterThan(reads));
    expect(await field('GMB Link')).toHaveValue('https://g.example');
  });

  it('starts without a client that is gone', async () => {
    fakeServer.on(READ, failure(404, 'NOT_FOUND', 'Client not found'));
    openForClient();
    expect(await field('Business Name')).toHaveValue('');
  });
});

describe('the first step of the wizard', () => {
  it('asks for a client, a business name and valid addresses, at their fields', async () => {
    const { user } = await open();
    await type(user, 'Website', 'example');
    await type(user, 'GMB Link', 'https://example..com');
    await user.click(button('Next'));
    expect(await screen.findByText('Client is required')).toBeVisible();
    expect(await screen.findByText('Business name is required')).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('Must be a valid URL')).toHaveLength(2));
    await waitFor(async () => expect(await field('Client')).toHaveFocus());
    expect(fakeServer.calls('POST /api/gmb-optimizations')).toHaveLength(0);
  });

  it('completes addresses without a scheme', async () => {
    const { user } = await open();
    await type(user, 'GMB Link', 'maps.example/rosa/');
    await type(user, 'Website', 'rosa.example{Enter}');
    expect(await field('GMB Link')).toHaveValue('https://maps.example/rosa/');
    expect(await field('Website')).toHaveValue('https://rosa.example');
    expect(await screen.findByText('Client is required')).toBeVisible();
    expect(screen.queryByText('Must be a valid URL')).toBeNull();
  });

  it('creates a client by its name, and takes its record over', async () => {
    const added = aClient({ id: 'client-3', business: 'Tulip & Co' });
    fakeServer.on('POST /api/clients', { status: 201, body: added });
    const { user } = await open();
    await user.click(await field('Client'));
    await user.keyboard('Tulip & Co');
    await user.click(await screen.findByTitle('Create “Tulip & Co”'));
    await waitFor(async () => expect(await field('Business Name')).toHaveValue('Tulip & Co'));
    expect(fakeServer.calls('POST /api/clients').map(({ json }) => json)).toEqual([{ business: 'Tulip & Co' }]);
  });

  it('finds a client by its name without accents', async () => {
    const { user } = await open();
    await user.click(await field('Client'));
    await user.keyboard('cafe');
    expect(await screen.findByTitle('Corner Café')).toBeVisible();
    await waitFor(() => expect(screen.queryByTitle('Rose & Thorn')).toBeNull());
  });

  it('does not continue on Enter while a field is missing', async () => {
    const { user } = await open();
    await user.type(await field('Business Name'), 'Rose{Enter}');
    expect(await screen.findByText('Client is required')).toBeVisible();
    expect(fakeServer.calls('POST /api/gmb-optimizations')).toHaveLength(0);
  });

  it('cannot go back', async () => {
    await open();
    await field('Client');
    expect(button('Back')).toBeDisabled();
  });

  it('creates a draft with its four fields, says so, keeps it in this browser, and goes on', async () => {
    const { user, router } = await open();
    await choose(user, 'Corner Café');
    await user.click(await field('Business Name'));
    await type(user, 'Business Name', '  Corner Café Porto ');
    fakeServer.on('GET /api/clients', { body: [] });
    await user.click(button('Next'));
    await waitFor(async () => expect(await field('Phone')).toHaveFocus());
    expect(await screen.findByText('Draft saved')).toBeVisible();
    expect(screen.getByText('Your progress has been saved')).toBeVisible();
    expect(fakeServer.calls('POST /api/gmb-optimizations')[0]!.json).toMatchObject({
      clientId: 'client-2',
      businessName: 'Corner Café Porto',
      website: null,
      gmbLink: null,
    });
    expect(wizardDrafts.current()).toBe('o1');
    expect(wizardDrafts.has('o1')).toBe(true);
    await waitFor(() => expect(router.state.location.search).toBe('?draft=o1'));
  });

  it('sends nothing but step 1 when there is nothing else yet', async () => {
    fakeServer.on('GET /api/clients', { body: [aClient()] });
    const { user } = await open();
    await choose(user, 'Rose & Thorn');
    await user.click(button('Next'));
    await field('Phone');
    expect(fakeServer.calls('POST /api/gmb-optimizations')[0]!.json).toEqual({
      clientId: 'client-1',
      businessName: 'Rose & Thorn',
      website: null,
      gmbLink: null,
    });
  });

  it('fills in what the record of the chosen client knows, also on step 2', async () => {
    const { user } = await open();
    await toStep2(user);
    expect(await field('Phone')).toHaveValue(ROSE.phone);
    expect(await field('Address')).toHaveValue(ROSE.address);
    expect(screen.getByText('Gift shop')).toBeVisible();
    expect(await field('Current Description')).toHaveValue(ROSE.description);
    expect(await field('Current Service Areas')).toHaveValue(ROSE.serviceAreas);
    expect(fakeServer.calls('POST /api/gmb-optimizations')[0]!.json).toMatchObject({
      businessName: 'Rose & Thorn',
      website: 'https://rose.example',
      phone: ROSE.phone,
      categories: 'Florist\nGift shop',
      currentServiceAreas: ROSE.serviceAreas,
    });
  });

  it('fills in the record of another client, but not over what was typed', async () => {
    const { user } = await open();
    await choose(user, 'Rose & Thorn');
    await type(user, 'Business Name', 'My own name');
    await choose(user, 'Corner Café');
    expect(await field('Website')).toHaveValue('');
    expect(await field('Business Name')).toHaveValue('My own name');
  });

  it('creates one draft, however often Next is clicked', async () => {
    const { promise, resolve } = gate();
    fakeServer.on('POST /api/gmb-optimizations', () => promise.then(() => ({ status: 201, body: aDraft() })));
    const { user } = await open();
    await choose(user, 'Rose & Thorn');
    await user.dblClick(button('Next'));
    await user.click(button('Next'));
    expect(await field('Business Name')).toBeDisabled();
    resolve();
    await field('Phone');
    expect(fakeServer.calls('POST /api/gmb-optimizations')).toHaveLength(1);
  });

  it('says why a draft could not be created, and stays', async () => {
    const down = failure(503, 'DATABASE_UNAVAILABLE', 'The database is not reachable.');
    fakeServer.on('POST /api/gmb-optimizations', down);
    const { user } = await open();
    await choose(user, 'Rose & Thorn');
    await user.click(button('Next'));
    expect(await screen.findByText(/Failed to create GMB optimization/)).toHaveTextContent(
      'Failed to create GMB optimization The database is not reachable.',
    );
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
    expect(await field('Business Name')).toHaveValue('Rose & Thorn');
    expect(wizardDrafts.current()).toBeNull();
  });

  it('stays usable after a refusal by a proxy, whose details name no fields', async () => {
    const body = { message: 'Blocked', details: 'Rule 17 of the firewall' };
    fakeServer.on('POST /api/gmb-optimizations', { status: 403, body });
    const { user } = await open();
    await choose(user, 'Rose & Thorn');
    await user.click(button('Next'));
    expect(await screen.findByText(/Failed to create GMB optimization/)).toBeVisible();
    fakeServer.on('POST /api/gmb-optimizations', { status: 201, body: aDraft() });
    await user.click(button('Next'));
    expect(await field('Phone')).toBeVisible();
  });

  it('shows what the server refuses at its field, until it is changed', async () => {
    const details = [
      { field: 'gmbLink', message: 'gmbLink must be a web address that starts with http:// or https://' },
    ];
    fakeServer.on('POST /api/gmb-optimizations', failure(400, 'VALIDATION_FAILED', details[0]!.message, details));
    const { user } = await open();
    await choose(user, 'Rose & Thorn');
    await type(user, 'GMB Link', 'https://a.example/<b>');
    await user.click(button('Next'));
    await waitFor(async () => expect(await field('GMB Link')).toHaveFocus());
    await waitFor(async () =>
      expect(await field('GMB Link')).toHaveAccessibleDescription(new RegExp(details[0]!.message)),
    );
    await user.keyboard('c');
    await waitFor(async () =>
      expect(await field('GMB Link')).not.toHaveAccessibleDescription(new RegExp(details[0]!.message)),
    );
  });
});

describe('the second step of the wizard', () => {
  it('sends what it holds as the API wants it, and goes on to the review', async () => {
    const { user } = await open();
    await toStep2(user);
    await user.clear(await field('Phone'));
    await type(user, 'Hours', 'Mon–Fri 9–18');
    await user.type(await field('Categories'), 'Florist{Enter}Gift shop,');
    await type(user, 'Current Services', 'Bouquets{Enter}Wreaths{Enter}');
    await user.clear(await field('Current Service Areas'));
    await type(user, 'Current FAQs', 'Q: Open on Sunday?{Enter}A: No.{Enter}');
    await user.click(button('Next'));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Review & Submit' })).toHaveFocus());
    expect(await screen.findByText('Draft saved')).toBeVisible();
    expect(fakeServer.calls('PATCH /api/gmb-optimizations/o1')[0]!.json).toEqual({
      phone: null,
      address: ROSE.address,
      hours: 'Mon–Fri 9–18',
      categories: 'Florist\nGift shop',
      currentDescription: ROSE.description,
      currentServices: 'Bouquets\nWreaths\n',
      currentServiceAreas: '',
      currentFAQs: 'Q: Open on Sunday?\nA: No.',
      revision: 1,
    });
  });

  it('saves before it goes back; the first step then changes the draft instead of making another', async () => {
    const { user } = await open();
    await toStep2(user);
    await type(user, 'Phone', '123');
    await user.click(button('Back'));
    expect(await field('Business Name')).toHaveValue('Rose & Thorn');
    expect(fakeServer.calls('PATCH /api/gmb-optimizations/o1')[0]!.json).toMatchObject({ phone: '123' });
    await choose(user, 'Corner Café');
    expect(await field('Business Name')).toHaveValue('Rose & Thorn');
    await user.click(button('Next'));
    expect(await field('Phone')).toHaveValue('123');
    expect(fakeServer.calls('PATCH /api/gmb-optimizations/o1')[1]!.json).toEqual({
      clientId: 'client-2',
      businessName: 'Rose & Thorn',
      website: 'https://rose.example',
      gmbLink: null,
      revision: 1,
    });
    expect(fakeServer.calls('POST /api/gmb-optimizations')).toHaveLength(1);
  });

  it('says why it could not be saved, stays, and keeps what was typed', async () => {
    const { user } = await open();
    await toStep2(user);
    const down = failure(503, 'DATABASE_UNAVAILABLE', 'The database is not reachable.');
    fakeServer.on('PATCH /api/gmb-optimizations/o1', down);
    await type(user, 'Phone', '123');
    await user.click(button('Back'));
    expect(await screen.findByText(/Failed to save GMB optimization/)).toHaveTextContent(/is not reachable/);
    expect(screen.getByText('Error').closest('[role=alert]')).toBeVisible();
    expect(await field('Phone')).toHaveValue('123');
    expect(await field('Phone')).toBeEnabled();
  });

  it('saves a draft that was deleted meanwhile as a new draft', async () => {
    const { user } = await open();
    await toStep2(user);
    fakeServer.on('PATCH /api/gmb-optimizations/o1', failure(404, 'NOT_FOUND', 'Optimization not found'));
    await type(user, 'Hours', 'always');
    await user.click(button('Next'));
    expect(await screen.findByText(/The draft no longer exists/)).toBeVisible();
    expect(wizardDrafts.current()).toBeNull();
    fakeServer.on('POST /api/gmb-optimizations', { status: 201, body: aDraft({ id: 'o2' }) });
    await user.click(button('Next'));
    expect(await screen.findByRole('heading', { name: 'Review & Submit' })).toBeVisible();
    expect(fakeServer.calls('POST /api/gmb-optimizations')[1]!.json).toMatchObject({
      businessName: 'Rose & Thorn',
      hours: 'always',
    });
    expect(wizardDrafts.current()).toBe('o2');
  });
});

describe('the last step of the wizard', () => {
  async function toReview() {
    const page = await open();
    await toStep2(page.user);
    await page.user.click(button('Next'));
    // The heading is shown before step 2 is saved.
    await screen.findByText('Create Optimization');
    return page;
  }

  it('shows all that was entered, and that it is already saved', async () => {
    await toReview();
    const basics = within(screen.getByRole('region', { name: 'Basic Info' }));
    expect(basics.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'ClientRose & Thorn',
      'Business NameRose & Thorn',
      'Websitehttps://rose.example',
      'GMB Link—',
    ]);
    const gmbData = within(screen.getByRole('region', { name: 'Current GMB Data' }));
    expect(gmbData.getAllByRole('row').map((row) => row.textContent)).toEqual([
      `Phone${ROSE.phone}`,
      `Address${ROSE.address}`,
      'Hours—',
      'CategoriesFlorist, Gift shop',
      `Current Description${ROSE.description}`,
      'Current Services—',
      `Current Service Areas${ROSE.serviceAreas}`,
      'Current FAQs—',
    ]);
    expect(screen.getByText('Your data is already saved as a draft.')).toBeVisible();
  });

  it('leads back to each part', async () => {
    const { user } = await toReview();
    await user.click(screen.getByRole('button', { name: 'Edit Basic Info' }));
    await waitFor(async () => expect(await field('Client')).toHaveFocus());
    expect(fakeServer.calls('PATCH /api/gmb-optimizations/o1')).toHaveLength(1);
    await user.click(button('Next'));
    await enabled('Phone');
    await user.click(button('Next'));
    await user.click(await screen.findByRole('button', { name: 'Edit Current GMB Data' }));
    await waitFor(async () => expect(await field('Phone')).toHaveFocus());
  });

  it('submits once, says so, forgets the draft and opens the optimization', async () => {
    const { promise, resolve } = gate();
    const { user, router } = await toReview();
    fakeServer.on('PATCH /api/gmb-optimizations/o1', () =>
      promise.then(() => ({ body: aDraft({ status: 'in_progress' }) })),
    );
    await user.dblClick(button('Create Optimization'));
    expect(await screen.findByText('Saving...')).toBeVisible();
    resolve();
    await waitFor(() => expect(router.state.location.pathname).toBe('/gmb-optimizations/o1'));
    expect(await screen.findByText('GMB Optimization created successfully')).toBeVisible();
    expect(screen.getByText('Success')).toBeVisible();
    expect(screen.queryByText('Draft saved')).toBeNull();
    const sent = fakeServer.calls('PATCH /api/gmb-optimizations/o1');
    expect(sent).toHaveLength(2);
    expect(sent[1]!.json).toMatchObject({ status: 'in_progress', phone: ROSE.phone, currentServices: '' });
    expect(wizardDrafts.current()).toBeNull();
    expect(wizardDrafts.has('o1')).toBe(false);
  });

  it('goes back without saving, since nothing can be changed here', async () => {
    const { user } = await toReview();
    await user.click(button('Back'));
    await waitFor(async () => expect(await field('Phone')).toHaveFocus());
    expect(fakeServer.calls('PATCH /api/gmb-optimizations/o1')).toHaveLength(1);
  });

  it('leads to the step with the field that the server refuses', async () => {
    const { user } = await toReview();
    const details = [{ field: 'hours', message: 'hours must be at most 10000 characters' }];
    fakeServer.on('PATCH /api/gmb-optimizations/o1', failure(400, 'VALIDATION_FAILED', details[0]!.message, details));
    await user.click(button('Create Optimization'));
    await waitFor(async () => expect(await field('Hours')).toHaveFocus());
    await waitFor(async () => expect(await field('Hours')).toHaveAccessibleDescription(details[0]!.message));
    expect(await screen.findByText(/Failed to save GMB optimization/)).toBeVisible();
  });
});
