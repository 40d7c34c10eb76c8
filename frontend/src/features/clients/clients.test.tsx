import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const ACME: ClientView = {
  id: 'c1',
  business: 'Acme Dental',
  description: 'Dentists in the old harbour',
  mediaDescription: 'Bright rooms',
  serviceAreas: 'Westend',
  targetKeywords: ['dentist'],
  categories: ['Dentist'],
  notes: 'No patients on photos',
  agencyId: null,
  owner: null,
  website: 'https://acme.example',
  phone: '+49 40 1234',
  address: '12 Harbour Street',
  socialLinks: ['instagram.com/acme'],
  momentCount: 3,
  revision: 1,
  editor: null,
  createdAt: '2026-01-01T00:00:00Z',
};
const BARE: ClientView = { ...ACME, id: 'c2', business: 'Bare', website: '', phone: '', address: '', socialLinks: [] };

beforeEach(() => {
  signedIn();
  fakeServer.on('GET /api/agencies', { body: [{ id: 'a1', name: 'Northlight' }] });
});

describe('the client table', () => {
  it('shows every column, and lists that arrive as comma-separated texts', async () => {
    fakeServer.on('GET /api/clients', { body: [{ ...ACME, categories: 'Dentist, Orthodontist' }] });
    const { user, router } = renderRoute('/clients');
    const row = await screen.findByRole('row', { name: /Acme Dental/ });
    const headings = screen.getAllByRole('columnheader').map((heading) => heading.textContent);
    expect(headings).toEqual([
      'Business',
      'Description',
      'Service Areas',
      'Categories',
      'Responsible',
      'Open work',
      'Last activity',
      'Actions',
    ]);
    expect(within(row).getByText('Dentists in the old harbour')).toBeVisible();
    expect(within(row).getByText('Dentist, Orthodontist')).toBeVisible();
    fakeServer.on('GET /api/clients/c1', { body: ACME });
    await user.click(within(row).getByRole('link', { name: 'View Acme Dental' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/clients/c1'));
  });

  it('says that it is loading', async () => {
    fakeServer.on('GET /api/clients', () => new Promise(() => {}));
    renderRoute('/clients');
    expect(await screen.findByText('Loading clients...')).toBeVisible();
  });
});

describe('deleting a client', () => {
  async function confirm() {
    const page = renderRoute('/clients');
    await page.user.click(await screen.findByRole('button', { name: 'Delete Acme Dental' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete client?' });
    expect(dialog).toHaveTextContent(
      'Acme Dental and all its moments and images are deleted as well, and so are its GMB optimizations.',
    );
    await page.user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  }

  it('asks, deletes, and says so', async () => {
    fakeServer.on('GET /api/clients', { body: [ACME] });
    fakeServer.on('DELETE /api/clients/c1', () => {
      fakeServer.on('GET /api/clients', { body: [] });
      return { status: 204 };
    });
    await confirm();
    expect(await screen.findByText('Client deleted')).toBeVisible();
    expect(await screen.findByText('No clients yet')).toBeVisible();
  });
});

describe('the client dialog', () => {
  beforeEach(() => fakeServer.on('GET /api/clients', { body: [ACME] }));

  async function open() {
    const page = renderRoute('/clients');
    await page.user.click(await screen.findByRole('button', { name: /Add Client/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Client' });
    return { ...page, dialog, submit: within(dialog).getByRole('button', { name: 'Add Client' }) };
  }

  it('needs a business name and a real web address', async () => {
    const { user, dialog, submit } = await open();
    await user.type(within(dialog).getByLabelText('Website'), 'acme');
    await user.type(within(dialog).getByLabelText('Business Name'), '\u200b');
    await user.click(submit);
    expect(await within(dialog).findByText('Business name is required')).toBeInTheDocument();
    expect(within(dialog).getByText('Must be a valid URL')).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Website')).toHaveAttribute('type', 'url');
    expect(within(dialog).getByLabelText('Phone')).toHaveAttribute('type', 'tel');
    expect(fakeServer.calls('POST /api/clients')).toHaveLength(0);
  });

  it('creates a client: its website is completed, lists default to empty and no agency to null', async () => {
    fakeServer.on('POST /api/clients', { body: { ...BARE, id: 'c9' } });
    const { user, dialog, submit } = await open();
    await user.type(within(dialog).getByLabelText('Business Name'), 'Bare');
    await user.type(within(dialog).getByLabelText('Website'), 'bare.example');
    await user.type(within(dialog).getByLabelText('Target Keywords'), 'bread, rolls{Enter}');
    await user.click(submit);
    expect(await screen.findByText('Client created')).toBeVisible();
    expect(fakeServer.calls('POST /api/clients')[0]?.json).toEqual({
      business: 'Bare',
      description: '',
      mediaDescription: '',
      serviceAreas: '',
      targetKeywords: ['bread', 'rolls'],
      categories: [],
      notes: '',
      agencyId: null,
      ownerId: null,
      website: 'https://bare.example',
      phone: '',
      address: '',
      socialLinks: [],
    });
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('says when it failed, why, and keeps what was typed', async () => {
    const details = [{ field: 'phone', message: 'phone must be at most 100 characters' }];
    fakeServer.on('POST /api/clients', failure(400, 'VALIDATION_FAILED', details[0]!.message, details));
    const { user, dialog, submit } = await open();
    await user.type(within(dialog).getByLabelText('Business Name'), 'Bare');
    await user.click(submit);
    expect(await screen.findByText('Failed to create client. Please try again.')).toBeVisible();
    expect(await within(dialog).findAllByText('phone must be at most 100 characters')).not.toHaveLength(0);
    expect(within(dialog).getByLabelText('Business Name')).toHaveValue('Bare');
  });

  it('starts in the first field, and gives the focus back when it closes', async () => {
    fakeServer.on('GET /api/clients', { body: [ACME] });
    const { user } = renderRoute('/clients');
    await screen.findByText(ACME.business);
    const opener = await screen.findByRole('button', { name: /Add Client/ });
    await user.click(opener);
    await waitFor(() => expect(screen.getByLabelText('Business Name')).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('asks before it discards what was typed, and closes at once when nothing was', async () => {
    const { user, dialog } = await open();
    await user.type(within(dialog).getByLabelText('Business Name'), 'B');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(within(dialog).getByLabelText('Business Name')).toHaveValue('B');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: /Add Client/ }));
    const again = await screen.findByRole('dialog', { name: 'Add Client' });
    await user.click(within(again).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(again).not.toBeInTheDocument());
  });
});

describe('one client', () => {
  it('shows its record, its links and how many moments it has', async () => {
    fakeServer.on('GET /api/clients/c1', { body: ACME });
    renderRoute('/clients/c1');
    expect(await screen.findByRole('heading', { name: 'Acme Dental' })).toBeVisible();
    for (const [card, facts] of [
      ['Business Information', ['Dentists in the old harbour', 'Bright rooms', 'Westend']],
      ['Contact Information', ['https://acme.example', '+49 40 1234', '12 Harbour Street', 'instagram.com/acme']],
      ['SEO & Categories', ['dentist', 'Dentist', 'No patients on photos']],
    ] as const) {
      for (const text of [card, ...facts]) expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.getByText('3 moments')).toBeVisible();
    expect(screen.getByRole('link', { name: 'https://acme.example' })).toHaveAttribute('href', 'https://acme.example');
    expect(screen.getByRole('link', { name: 'instagram.com/acme' })).toHaveAttribute(
      'href',
      'https://instagram.com/acme',
    );
    expect(screen.getByRole('link', { name: '+49 40 1234' })).toHaveAttribute('href', 'tel:+49401234');
    expect(screen.getByRole('link', { name: '12 Harbour Street' })).toHaveAttribute(
      'href',
      'https://www.google.com/maps/search/?api=1&query=12%20Harbour%20Street',
    );
  });

  it('leads to all moments', async () => {
    fakeServer.on('GET /api/clients/c1', { body: ACME });
    fakeServer.on('GET /api/moments', { body: [] });
    fakeServer.on('GET /api/clients', { body: [ACME] });
    const { user, router } = renderRoute('/clients/c1');
    await user.click(await screen.findByRole('button', { name: 'View All Moments' }));
    expect(await screen.findByText('No moments found')).toBeVisible();
    expect(router.state.location.pathname).toBe('/moments');
  });

  it('splits and trims keywords, categories and social links that arrive as comma-separated texts', async () => {
    const texts = {
      targetKeywords: 'braces, night clinic ,',
      categories: ' Dentist,Surgeon',
      socialLinks: 'a.example, b.example',
    };
    fakeServer.on('GET /api/clients/c1', { body: { ...ACME, ...texts } });
    renderRoute('/clients/c1');
    await screen.findByRole('heading', { name: 'Acme Dental' });
    for (const entry of ['braces', 'night clinic', 'Dentist', 'Surgeon']) expect(screen.getByText(entry)).toBeVisible();
    for (const link of ['a.example', 'b.example']) expect(screen.getByRole('link', { name: link })).toBeVisible();
  });

  it('never links to a script', async () => {
    fakeServer.on('GET /api/clients/c1', { body: { ...ACME, socialLinks: ['javascript:alert(1)'] } });
    renderRoute('/clients/c1');
    expect(await screen.findByRole('link', { name: 'javascript:alert(1)' })).toHaveAttribute(
      'href',
      'https://javascript:alert(1)',
    );
  });

  it('says when there is no contact information', async () => {
    fakeServer.on('GET /api/clients/c2', { body: BARE });
    renderRoute('/clients/c2');
    expect(await screen.findByText('No contact information provided')).toBeVisible();
  });

  it('says when there is no such client', async () => {
    fakeServer.on('GET /api/clients/none', failure(404, 'NOT_FOUND', 'Client not found'));
    renderRoute('/clients/none');
    expect(await screen.findByText('Client not found')).toBeVisible();
  });

  it('is edited in place', async () => {
    fakeServer.on('GET /api/clients/c1', { body: ACME });
    fakeServer.on('PATCH /api/clients/c1', ({ json }) => {
      const body = { ...ACME, ...(json as object) };
      fakeServer.on('GET /api/clients/c1', { body });
      return { body };
    });
    const { user } = renderRoute('/clients/c1');
    await user.click(await screen.findByRole('button', { name: /Edit Client/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Client' });
    const name = within(dialog).getByLabelText('Business Name');
    await user.clear(name);
    await user.type(name, 'Acme Dental & Sons');
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Client updated')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Acme Dental & Sons' })).toBeVisible();
    expect(fakeServer.calls('PATCH /api/clients/c1')[0]?.json).toMatchObject({
      categories: ['Dentist'],
      agencyId: null,
    });
  });
});
