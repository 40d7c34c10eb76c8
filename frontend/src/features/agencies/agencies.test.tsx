import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anAgency } from '../../records/moments.fixture';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const NORTHLIGHT = anAgency({ customDomain: 'review.northlight.example', domainVerified: true });
const SOLO: AgencyView = { ...NORTHLIGHT, id: 'a2', name: 'Solo', customDomain: null, logoUrl: '/media/solo.webp' };
const NEW: AgencyView = { ...NORTHLIGHT, id: 'a3', name: 'New', domainVerified: false };

beforeEach(() => {
  signedIn();
  fakeServer.on('GET /api/agencies', { body: [NORTHLIGHT, SOLO, NEW] });
});

async function openAdd() {
  const page = renderRoute('/agencies');
  await page.user.click(await screen.findByRole('button', { name: /Add Agency/ }));
  return { ...page, dialog: await screen.findByRole('dialog', { name: 'Add Agency' }) };
}

describe('the agency table', () => {
  it('shows name, domain with its marker, and actions', async () => {
    renderRoute('/agencies');
    const row = await screen.findByRole('row', { name: /Northlight/ });
    expect(screen.getAllByRole('columnheader').map((heading) => heading.textContent)).toEqual([
      'Name',
      'Custom Domain',
      'Actions',
    ]);
    expect(screen.getByRole('row', { name: /Solo/ }).querySelector('img')).toHaveAttribute('src', '/media/solo.webp');
    expect(within(row).getByText('review.northlight.example')).toBeVisible();
    expect(within(row).getByText('Verified')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /New/ })).getByText('Not verified')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /Solo/ })).queryByText(/erified/)).not.toBeInTheDocument();
  });
});

describe('the agency dialog', () => {
  it('creates an agency with its logo, and hints at DNS for its domain', async () => {
    fakeServer.on('POST /api/agencies', { body: NEW });
    const { user, dialog } = await openAdd();
    expect(within(dialog).getByLabelText('Primary Color')).toHaveValue('#6366f1');
    await user.type(within(dialog).getByLabelText('Name'), 'New');
    await user.type(within(dialog).getByLabelText('Custom Domain'), 'https://Review.northlight.example/');
    const logo = new File(['logo'], 'logo.png', { type: 'image/png' });
    await user.upload(within(dialog).getByLabelText('Logo'), logo);
    expect(await within(dialog).findByAltText('Preview of the new logo')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Add Agency' }));
    expect(await screen.findByText('Agency created')).toBeVisible();
    expect(screen.getByText(/set up DNS for review\.northlight\.example/)).toBeVisible();
    const [request] = fakeServer.calls('POST /api/agencies');
    expect(request?.fields).toEqual({
      name: 'New',
      primaryColor: '#6366f1',
      customDomain: 'review.northlight.example',
      replyTo: '',
      postalAddress: '',
    });
    expect(request?.text).toContain('name="logo"; filename="logo.png"');
  });

  it('creates one agency however fast the button is clicked', async () => {
    fakeServer.on('POST /api/agencies', { body: SOLO });
    const { dialog } = await openAdd();
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Solo' } });
    const button = within(dialog).getByRole('button', { name: 'Add Agency' });
    // Two clicks between which the form is validated, but not rerendered.
    await act(async () => {
      button.click();
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
      button.click();
    });
    expect(await screen.findByText('Agency created')).toBeVisible();
    expect(fakeServer.calls('POST /api/agencies')).toHaveLength(1);
  });

  it('can be tried again after it failed', async () => {
    fakeServer.on('POST /api/agencies', failure(503, 'DATABASE_UNAVAILABLE', 'The database is down.'));
    const { user, dialog } = await openAdd();
    await user.type(within(dialog).getByLabelText('Name'), 'Solo');
    await user.click(within(dialog).getByRole('button', { name: 'Add Agency' }));
    expect(await within(dialog).findByText('The database is down.')).toBeVisible();
    fakeServer.on('POST /api/agencies', { body: SOLO });
    await user.click(within(dialog).getByRole('button', { name: 'Add Agency' }));
    expect(await screen.findByText('Agency created')).toBeVisible();
  });

  it('gives no DNS hint without a domain', async () => {
    fakeServer.on('POST /api/agencies', { body: SOLO });
    const { user, dialog } = await openAdd();
    await user.type(within(dialog).getByLabelText('Name'), 'Solo');
    await user.click(within(dialog).getByRole('button', { name: 'Add Agency' }));
    expect(await screen.findByText('Agency created')).toBeVisible();
    expect(screen.queryByText(/set up DNS/)).not.toBeInTheDocument();
  });

  it('checks name, colour, domain and logo', async () => {
    const { user, dialog } = await openAdd();
    const color = within(dialog).getByLabelText('Primary Color');
    await user.clear(color);
    await user.type(color, '#12');
    await user.type(within(dialog).getByLabelText('Custom Domain'), 'https://x.example/path');
    const script = new File(['x'], 'notes.txt', { type: 'text/plain' });
    await userEvent.setup({ applyAccept: false }).upload(within(dialog).getByLabelText('Logo'), script);
    await user.click(within(dialog).getByRole('button', { name: 'Add Agency' }));
    // Fields hide their messages during validation.
    await waitFor(() => {
      expect(within(dialog).getByText('Agency name is required')).toBeInTheDocument();
      expect(within(dialog).getByText(/Enter a colour of six hexadecimal digits/)).toBeInTheDocument();
      expect(within(dialog).getByText(/Enter a domain such as review\.example\.com/)).toBeInTheDocument();
    });
    expect(within(dialog).getByText('notes.txt is not a PNG, JPEG, WebP, AVIF or GIF image.')).toBeInTheDocument();
    expect(fakeServer.calls('POST /api/agencies')).toHaveLength(0);
  });

  it('keeps picker and text field in step', async () => {
    const { user, dialog } = await openAdd();
    const color = within(dialog).getByLabelText('Primary Color');
    await user.clear(color);
    await user.type(color, '#FF8800');
    expect(within(dialog).getByLabelText('Pick a colour')).toHaveValue('#ff8800');
    await user.clear(color);
    await user.type(color, '#12');
    expect(within(dialog).getByLabelText('Pick a colour')).toHaveValue('#ff8800');
  });

  it.each([
    ['e91e63', '#e91e63'],
    ['#0A8', '#00AA88'],
    ['pink', 'pink'],
  ])('completes the colour %s to %s', async (typed, completed) => {
    const { user, dialog } = await openAdd();
    const color = within(dialog).getByLabelText('Primary Color');
    await user.clear(color);
    await user.type(color, typed);
    await user.tab();
    expect(color).toHaveValue(completed);
  });

  it("says why the server refused, in the server's words", async () => {
    const sentence = 'Another agency uses this custom domain already.';
    fakeServer.on('PATCH /api/agencies/a1', failure(409, 'DOMAIN_TAKEN', sentence));
    const { user } = renderRoute('/agencies');
    await user.click(await screen.findByRole('button', { name: 'Edit Northlight' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Agency' });
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Failed to update agency. Please try again.')).toBeVisible();
    expect(await within(dialog).findByText(sentence)).toBeInTheDocument();
  });
});

describe('deleting an agency', () => {
  it('asks, deletes, and says so', async () => {
    fakeServer.on('DELETE /api/agencies/a2', () => {
      fakeServer.on('GET /api/agencies', { body: [NORTHLIGHT] });
      return { status: 204 };
    });
    const { user } = renderRoute('/agencies');
    await user.click(await screen.findByRole('button', { name: 'Delete Solo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete agency?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Agency deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Solo/ })).not.toBeInTheDocument());
  });
});
