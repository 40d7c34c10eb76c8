import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { renderRoute } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { wizardDrafts } from './wizard-drafts';
import { aDraft, serveDraft } from './wizard.fixture';
import { button, enabled, field, open, toStep2, setTheStage } from './wizard-page.fixture';

beforeEach(setTheStage);

describe('an unfinished draft', () => {
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

  it('is taken from the address, also one from another browser', async () => {
    serveDraft(DRAFT);
    wizardDrafts.keep('o7', 0);
    await open('/gmb-optimizations/create?draft=o1');
    expect(await field('Hours')).toHaveValue('Mon 9–18');
    expect(wizardDrafts.current()).toBe('o1');
    expect(wizardDrafts.has('o7')).toBe(true);
  });

  it('is replaced by a new one on request, and can still be continued from the list', async () => {
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

  it('shows all its fields also when somebody else has submitted it, and changes it', async () => {
    serveDraft({ ...DRAFT, status: 'in_progress' });
    wizardDrafts.keep('o1', 1);
    const { user, router } = await open('/gmb-optimizations/create?draft=o1');
    expect(await field('Hours')).toHaveValue('Mon 9–18');
    expect(screen.getByText('Gift shop')).toBeVisible();
    expect(screen.getByText(/^The optimization for Rose & Thorn Florists was submitted/)).toBeVisible();
    expect(screen.queryByText('Starting a new draft - previous draft could not be loaded')).toBeNull();
    await user.click(button('Back'));
    expect(await field('Business Name')).toHaveValue('Rose & Thorn Florists');
    expect(await field('Website')).toHaveValue('https://rose.example');
    expect(await field('Client')).toBeDisabled();
    await user.click(button('Next'));
    await enabled('Hours');
    await user.click(button('Next'));
    await user.click(await screen.findByText('Create Optimization'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/gmb-optimizations/o1'));
    expect(wizardDrafts.has('o1')).toBe(false);
  });

  it('opens its page when it is completed', async () => {
    serveDraft({ ...DRAFT, status: 'completed' });
    wizardDrafts.keep('o1', 1);
    const { router } = await open('/gmb-optimizations/create?draft=o1');
    await waitFor(() => expect(router.state.location.pathname).toBe('/gmb-optimizations/o1'));
    expect(wizardDrafts.has('o1')).toBe(false);
    expect(screen.queryByText('Starting a new draft - previous draft could not be loaded')).toBeNull();
  });

  it('is kept while the server does not respond, and loaded on request', async () => {
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

  it('is refetched, also when it is cached', async () => {
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
