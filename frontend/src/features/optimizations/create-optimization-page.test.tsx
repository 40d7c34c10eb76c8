import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aClient } from '../moments/moment.fixture';
import { wizardDrafts } from './wizard-draft-storage';
import { aDraft, serveDraft } from './wizard.fixture';

type User = ReturnType<typeof renderRoute>['user'];

const ROSE = aClient({
  website: 'https://rose.example',
  phone: '+44 1752 000000',
  address: '1 Quay Street, Plymouth',
  description: 'Florist since 1987.',
  serviceAreas: 'Plymouth\nSaltash',
});
const CAFE = aClient({ id: 'client-2', business: 'Corner Café', phone: '+351 22 000 000' });

const button = (name: string) => screen.getByText(name).closest('button')!;
const field = (label: string) => screen.findByLabelText(label);

async function open(path = '/gmb-optimizations/create') {
  const page = renderRoute(path);
  await screen.findByRole('heading', { name: 'Create GMB Optimization' });
  return page;
}

async function choose(user: User, business: string) {
  await user.click(await field('Client'));
  await user.click(await screen.findByTitle(business));
}

async function type(user: User, label: string, text: string) {
  await user.clear(await field(label));
  await user.type(await field(label), text);
}

/** Holds an answer back until the test lets it go. */
function gate() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** Step 1 filled in for the client of the test, and saved. */
async function toStep2(user: User) {
  await choose(user, 'Rose & Thorn');
  await user.click(button('Next'));
  await field('Phone');
}

beforeEach(() => {
  signedIn();
  fakeServer.on('GET /api/clients', { body: [ROSE, CAFE] });
  serveDraft(null);
});

describe('the first step of the wizard', () => {
  it('asks for a client, a business name and valid addresses, at their fields', async () => {
    const { user } = await open();
    await type(user, 'Website', 'example.com');
    await type(user, 'GMB Link', 'https://example..com');
    await user.click(button('Next'));
    expect(await screen.findByText('Client is required')).toBeVisible();
    expect(screen.getByText('Business name is required')).toBeVisible();
    expect(screen.getAllByText('Must be a valid URL')).toHaveLength(2);
    await waitFor(async () => expect(await field('Client')).toHaveFocus());
    expect(fakeServer.calls('POST /api/gmb-optimizations')).toHaveLength(0);
  });

  it('does not let Enter pass what is missing', async () => {
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
    expect(await field('Current Description')).toHaveValue(ROSE.description);
    expect(await field('Current Service Areas')).toHaveValue(ROSE.serviceAreas);
    expect(fakeServer.calls('POST /api/gmb-optimizations')[0]!.json).toMatchObject({
      businessName: 'Rose & Thorn',
      website: 'https://rose.example',
      phone: ROSE.phone,
      currentServiceAreas: ROSE.serviceAreas,
    });
  });

  it('fills in anew for another client, but not over what was typed', async () => {
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
    expect(await field('Business Name')).toHaveValue('Rose & Thorn');
    expect(wizardDrafts.current()).toBeNull();
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
    expect(await field('GMB Link')).toHaveAccessibleDescription(new RegExp(details[0]!.message));
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
    expect(await field('Phone')).toHaveValue('123');
    expect(await field('Phone')).toBeEnabled();
  });

  it('saves as a new draft what was entered in one that was deleted meanwhile', async () => {
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
    await screen.findByRole('heading', { name: 'Review & Submit' });
    return page;
  }

  it('shows what was entered, and that it is already saved', async () => {
    await toReview();
    const review = within(screen.getByRole('table'));
    expect(review.getAllByText('Rose & Thorn')).toHaveLength(2);
    expect(review.getByText('https://rose.example')).toBeVisible();
    expect(review.getByText('—')).toBeVisible();
    expect(screen.getByText('Your data is already saved as a draft.')).toBeVisible();
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

  it('goes back without saving, for nothing changes here', async () => {
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
    expect(await field('Hours')).toHaveAccessibleDescription(details[0]!.message);
    expect(await screen.findByText(/Failed to save GMB optimization/)).toBeVisible();
  });
});

describe('a draft that was left', () => {
  const DRAFT = aDraft({ hours: 'Mon 9–18', categories: 'Florist\nGift shop', currentServices: 'Bouquets\n' });

  it('is resumed with all fields on its step', async () => {
    serveDraft(DRAFT);
    wizardDrafts.keep('o1', 1);
    const { user, router } = await open();
    expect(await field('Hours')).toHaveValue('Mon 9–18');
    expect(screen.getByText('Gift shop')).toBeVisible();
    expect(await field('Current Services')).toHaveValue('Bouquets\n');
    expect(router.state.location.search).toBe('?draft=o1');
    await user.click(button('Back'));
    expect(await field('Business Name')).toHaveValue('Rose & Thorn Florists');
    expect(await field('Website')).toHaveValue('https://rose.example');
    expect(screen.getByTitle('Rose & Thorn')).toBeVisible();
  });

  it('is resumed on its review, and submitted from there with all it holds', async () => {
    serveDraft(DRAFT);
    wizardDrafts.keep('o1', 2);
    const { user, router } = await open();
    await screen.findByRole('heading', { name: 'Review & Submit' });
    await user.click(button('Create Optimization'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/gmb-optimizations/o1'));
    expect(fakeServer.calls('PATCH /api/gmb-optimizations/o1')[0]!.json).toMatchObject({
      hours: 'Mon 9–18',
      categories: 'Florist\nGift shop',
      currentServices: 'Bouquets\n',
      status: 'in_progress',
    });
  });

  it('is the one that the address names, also one from another browser', async () => {
    serveDraft(DRAFT);
    wizardDrafts.keep('o7', 0);
    await open('/gmb-optimizations/create?draft=o1');
    expect(await field('Hours')).toHaveValue('Mon 9–18');
    expect(wizardDrafts.current()).toBe('o1');
    expect(wizardDrafts.has('o7')).toBe(true);
  });

  it('makes way for a new one on request, and can still be continued from the list', async () => {
    serveDraft(DRAFT);
    wizardDrafts.keep('o1', 1);
    const { user, router } = await open();
    await field('Hours');
    expect(screen.getByText('You are continuing the draft for Rose & Thorn Florists.')).toBeVisible();
    await user.click(button('Start a new one'));
    expect(await field('Business Name')).toHaveValue('');
    expect(wizardDrafts.current()).toBeNull();
    expect(wizardDrafts.has('o1')).toBe(true);
    expect(router.state.location.search).toBe('');
    expect(screen.queryByText(/You are continuing/)).toBeNull();
  });

  it('asks before a new one throws away what is not saved', async () => {
    serveDraft(DRAFT);
    wizardDrafts.keep('o1', 1);
    const { user } = await open();
    await user.type(await field('Hours'), 'x');
    await user.click(button('Start a new one'));
    await user.click(await screen.findByText('Keep editing'));
    expect(await field('Hours')).toHaveValue('Mon 9–18x');
    await user.click(button('Start a new one'));
    await user.click((await screen.findAllByText('Discard')).at(-1)!);
    expect(await field('Business Name')).toHaveValue('');
  });

  it.each([
    ['was deleted', failure(404, 'NOT_FOUND', 'Optimization not found')],
    ['cannot be read', failure(500, 'INTERNAL_ERROR', 'Something went wrong')],
    ['was submitted elsewhere', { body: { optimization: { ...DRAFT, status: 'in_progress' }, client: {} } }],
  ])('is forgotten when it %s', async (_why, answer) => {
    wizardDrafts.keep('o1', 1);
    fakeServer.on('GET /api/gmb-optimizations/o1', answer);
    const { router } = await open('/gmb-optimizations/create?draft=o1');
    expect(await screen.findByText('Starting a new draft - previous draft could not be loaded')).toBeVisible();
    expect(await field('Business Name')).toHaveValue('');
    expect(wizardDrafts.current()).toBeNull();
    expect(wizardDrafts.has('o1')).toBe(false);
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('is kept while the server does not answer at all, and read on request', async () => {
    wizardDrafts.keep('o1', 1);
    fakeServer.on('GET /api/gmb-optimizations/o1', () => {
      testServer.closeAllConnections();
      return {};
    });
    const { user, router } = renderRoute('/gmb-optimizations');
    await screen.findByText('Live');
    await act(() => router.navigate('/gmb-optimizations/create'));
    expect(await screen.findByText(/The server could not be reached/)).toBeVisible();
    expect(wizardDrafts.current()).toBe('o1');
    serveDraft(DRAFT);
    await user.click(screen.getByText('Try again'));
    expect(await field('Hours')).toHaveValue('Mon 9–18');
  });

  it('is read anew, whatever was read of it before', async () => {
    serveDraft(DRAFT);
    wizardDrafts.keep('o1', 1);
    const { router } = await open();
    await field('Hours');
    await act(() => router.navigate('/gmb-optimizations'));
    serveDraft({ ...DRAFT, hours: 'Tue 10–12' });
    await act(() => router.navigate('/gmb-optimizations/create'));
    expect(await field('Hours')).toHaveValue('Tue 10–12');
  });
});

describe('leaving the wizard', () => {
  it('asks while something is not saved', async () => {
    const { user, router } = await open();
    await user.type(await field('Business Name'), 'Rose');
    await user.click(screen.getByText('Moments'));
    await user.click(await screen.findByText('Keep editing'));
    expect(router.state.location.pathname).toBe('/gmb-optimizations/create');
    expect(await field('Business Name')).toHaveValue('Rose');
  });

  it('does not ask when all is saved', async () => {
    const { user, router } = await open();
    await toStep2(user);
    await user.click(screen.getByText('Dashboard'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
