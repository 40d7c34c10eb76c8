import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aClient, aListedMoment } from '../../records/moments.fixture';

const ACME = aClient({ id: 'c1', business: 'Acme', momentCount: 7, website: 'https://acme.example' });

describe('what is done for a client, on its page', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/agencies', { body: [] });
    fakeServer.on('GET /api/clients', { body: [ACME] });
    fakeServer.on('GET /api/clients/c1', { body: ACME });
    fakeServer.on('GET /api/moments', { body: [], headers: { 'X-Total-Count': '0' } });
    fakeServer.on('GET /api/gmb-optimizations', { body: [], headers: { 'X-Total-Count': '0' } });
  });

  it('shows the newest moments of this client, with a link to all of them', async () => {
    fakeServer.on('GET /api/moments', { body: [aListedMoment({ id: 'm1' })], headers: { 'X-Total-Count': '7' } });
    renderRoute('/clients/c1');
    const moments = within(await screen.findByRole('region', { name: 'Moments' }));
    expect(await moments.findByRole('link', { name: 'Spring window' })).toHaveAttribute('href', '/moments/m1');
    const { query } = fakeServer.calls('GET /api/moments')[0]!;
    expect(Object.fromEntries(query)).toMatchObject({ clientId: 'c1', limit: '5', sort: '-createdAt' });
    const all = moments.getByRole('link', { name: 'Show all 7 moments of this client' });
    expect(all).toHaveAttribute('href', '/moments?clientId=c1');
  });

  it('does not repeat its name on the cards of a narrow page', async () => {
    window.innerWidth = 390;
    fakeServer.on('GET /api/moments', { body: [aListedMoment({ id: 'm1' })], headers: { 'X-Total-Count': '1' } });
    renderRoute('/clients/c1');
    const moments = within(await screen.findByRole('region', { name: 'Moments' }));
    expect(await moments.findByRole('link', { name: 'Spring window' })).toBeVisible();
    expect(moments.queryByText(aListedMoment().client.business)).toBeNull();
  });

  it('comes before the record, of which each card is drawn, with a dash for what is missing', async () => {
    const nothing = { description: '', mediaDescription: '', serviceAreas: '', agencyId: null, notes: '' };
    const { phone, address } = { phone: '', address: '' };
    const empty = {
      ...ACME,
      ...nothing,
      phone,
      address,
      website: '',
      targetKeywords: [],
      categories: [],
      socialLinks: [],
    };
    fakeServer.on('GET /api/clients/c1', { body: empty });
    renderRoute('/clients/c1');
    const work = await screen.findByRole('region', { name: 'GMB Optimizations' });
    const contact = screen.getByText('No contact information provided');
    expect(work.compareDocumentPosition(contact)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    for (const [card, dashes] of Object.entries({ 'Business Information': 3, 'SEO & Categories': 3 })) {
      const fields = within(screen.getByText(card).closest<HTMLElement>('.ant-card')!);
      expect(fields.getAllByText('—')).toHaveLength(dashes);
    }
  });

  it('shows a dash for what is missing of its contact', async () => {
    const contact = { website: '', phone: '+49 40 1234', address: '', socialLinks: [] };
    fakeServer.on('GET /api/clients/c1', { body: { ...ACME, ...contact } });
    renderRoute('/clients/c1');
    await screen.findByText('Contact Information');
    const fields = ['Website', 'Phone', 'Address', 'Social Links'].map(
      (name) => screen.getByText(name).nextElementSibling!.textContent,
    );
    expect(fields).toEqual(['—', '+49 40 1234', '—', '—']);
  });

  it('says when its agency could not be loaded', async () => {
    fakeServer.on('GET /api/agencies', failure(503, 'DATABASE_UNAVAILABLE', 'Not now.'));
    fakeServer.on('GET /api/clients/c1', { body: { ...ACME, agencyId: 'a1' } });
    renderRoute('/clients/c1');
    expect(await screen.findByText('The agencies could not be loaded')).toBeVisible();
  });

  it('leads to a new package, for which the client is chosen already', async () => {
    const { user, router } = renderRoute('/clients/c1');
    const moments = within(await screen.findByRole('region', { name: 'Moments' }));
    expect(await moments.findByText('No moments yet')).toBeVisible();
    await user.click(moments.getByRole('link', { name: 'Create Package' }));
    expect(router.state.location.pathname).toBe('/moments/create');
    expect(await screen.findByRole('heading', { level: 1, name: 'Create New Package' })).toBeVisible();
    expect(await screen.findByTitle('Acme')).toBeVisible();
  });

  it('shows the optimizations of this client', async () => {
    const optimization = {
      id: 'o1',
      clientId: 'c1',
      client: { id: 'c1', business: 'Acme' },
      businessName: 'Acme in the harbour',
      status: 'in_progress',
      currentStep: 4,
      createdAt: '2026-01-01T00:00:00Z',
    };
    fakeServer.on('GET /api/gmb-optimizations', { body: [optimization] });
    renderRoute('/clients/c1');
    const optimizations = within(await screen.findByRole('region', { name: 'GMB Optimizations' }));
    const link = await optimizations.findByRole('link', { name: 'Acme in the harbour' });
    expect(link).toHaveAttribute('href', '/gmb-optimizations/o1');
    expect(optimizations.getByText('Step 4/5: Keywords')).toBeVisible();
    expect(fakeServer.calls('GET /api/gmb-optimizations')[0]!.query.get('clientId')).toBe('c1');
  });

  it('leads to a new optimization with the record of the client filled in', async () => {
    // A stored draft of another client is not continued.
    localStorage.setItem('gmb-optimization-draft', 'o9');
    const { user } = renderRoute('/clients/c1');
    const optimizations = within(await screen.findByRole('region', { name: 'GMB Optimizations' }));
    expect(await optimizations.findByText('No GMB optimizations yet')).toBeVisible();
    await user.click(optimizations.getByRole('link', { name: 'Create GMB Optimization' }));
    expect(await screen.findByTitle('Acme')).toBeVisible();
    expect(screen.getByRole('textbox', { name: /Business Name/ })).toHaveValue('Acme');
    expect(screen.getByRole('textbox', { name: /Website/ })).toHaveValue('https://acme.example');
  });
});
