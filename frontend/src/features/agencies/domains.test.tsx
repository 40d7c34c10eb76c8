import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { screen, waitFor, within } from '@testing-library/react';
import { isLoading } from '../../test/filled-buttons';
import { anAgency } from '../../records/moments.fixture';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer, type Answer } from '../../test/server';

const ROOT = anAgency({ customDomain: 'northlight.example' });
const SUB: AgencyView = { ...ROOT, id: 'a2', name: 'Harbour', customDomain: 'review.harbour.co.uk' };
const SOLO: AgencyView = { ...ROOT, id: 'a3', name: 'Solo', customDomain: null };
const VERIFY = 'POST /api/agencies/a1/verify-domain';
const MOVED = 'northlight.example points to 198.51.100.9, not to this server (203.0.113.7).';

beforeEach(() => {
  signedIn();
  haveAgencies(ROOT, SUB, SOLO);
  fakeServer.on('GET /api/server-ip', { body: { ip: '203.0.113.7' } });
});

function haveAgencies(...agencies: AgencyView[]) {
  fakeServer.on('GET /api/agencies', { body: agencies });
}

/** A response that the test releases. */
function held(call: string): (answer: Answer) => void {
  let answer!: (answer: Answer) => void;
  const promise = new Promise<Answer>((resolve) => (answer = resolve));
  fakeServer.on(call, () => promise);
  return answer;
}

const row = (name: RegExp) => screen.findByRole('row', { name });

async function openGuide(domain: string) {
  const page = renderRoute('/agencies');
  await page.user.click(await screen.findByRole('button', { name: `Setup DNS for ${domain}` }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Server IP');
  return { ...page, dialog };
}

describe('the actions for a custom domain', () => {
  it('are shown only if there is one', async () => {
    renderRoute('/agencies');
    expect(within(await row(/Northlight/)).getByRole('button', { name: /^Setup DNS/ })).toHaveTextContent('Setup DNS');
    expect(within(await row(/Northlight/)).getByRole('button', { name: /^Verify/ })).toHaveTextContent('Verify');
    const solo = within(await row(/Solo/));
    expect(solo.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Edit Solo',
      'Delete Solo',
    ]);
  });

  it('are shown on a phone too', async () => {
    window.innerWidth = 390;
    const card = async (name: RegExp) => (await screen.findByText(name, { selector: 'article *' })).closest('article')!;
    renderRoute('/agencies');
    const northlight = within(await card(/Northlight/));
    expect(northlight.getByText('Not verified')).toBeVisible();
    expect(northlight.getByRole('button', { name: 'Setup DNS for northlight.example' })).toBeVisible();
    expect(northlight.getByRole('button', { name: 'Verify northlight.example' })).toBeVisible();
    expect(within(await card(/Solo/)).queryByRole('button', { name: /Setup|Verify/ })).not.toBeInTheDocument();
  });
});

describe('the marker of a custom domain', () => {
  it('says why it is not verified, and nothing more when it is', async () => {
    haveAgencies({ ...ROOT, domainNote: MOVED }, { ...SUB, domainVerified: true, domainNote: '' });
    renderRoute('/agencies');
    expect(within(await row(/Northlight/)).getByText(MOVED)).toBeVisible();
    expect(within(await row(/Harbour/)).getByText('Verified')).toBeVisible();
  });

  it('changes at once when the periodic check unverifies a domain', async () => {
    haveAgencies({ ...ROOT, domainVerified: true });
    renderRoute('/agencies');
    expect(await screen.findByText('Verified')).toBeVisible();
    await screen.findByText('Live');
    haveAgencies({ ...ROOT, domainNote: MOVED });
    fakeServer.emit('agency.changed', { id: 'a1' });
    expect(await screen.findByText('Not verified')).toBeVisible();
    expect(screen.getByText(MOVED)).toBeVisible();
  });
});

describe('verifying a domain', () => {
  const verify = async () => {
    const page = renderRoute('/agencies');
    await page.user.click(await screen.findByRole('button', { name: 'Verify northlight.example' }));
    return page;
  };

  it("says that it is verified, in the server's words, and shows it", async () => {
    fakeServer.on(VERIFY, () => {
      haveAgencies({ ...ROOT, domainVerified: true });
      return { body: { verified: true, message: 'northlight.example points to this server.' } };
    });
    await verify();
    expect(await screen.findByText('Domain Verified')).toBeVisible();
    expect(screen.getByText('northlight.example points to this server.')).toBeVisible();
    await waitFor(() => expect(screen.getByText('Verified')).toBeVisible());
  });

  it('says why it is not, and keeps that in the row', async () => {
    fakeServer.on(VERIFY, () => {
      haveAgencies({ ...ROOT, domainNote: MOVED });
      return { body: { verified: false, message: MOVED } };
    });
    await verify();
    expect(await screen.findByText('Verification Failed')).toBeVisible();
    expect(within(await screen.findByRole('alert')).getByText(MOVED)).toBeVisible();
    expect(await within(await row(/Northlight/)).findByText(MOVED)).toBeVisible();
  });

  it('says why the request failed', async () => {
    const sentence = 'This agency has no custom domain to verify. Set one first.';
    fakeServer.on(VERIFY, failure(409, 'NO_DOMAIN', sentence));
    await verify();
    expect(await screen.findByText('Verification Error')).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it('is pending in its own row only, and not asked for twice', async () => {
    const answer = held(VERIFY);
    const { user } = await verify();
    const busy = screen.getByRole('button', { name: 'Verify northlight.example' });
    await waitFor(() => expect(isLoading(busy)).toBe(true));
    expect(isLoading(screen.getByRole('button', { name: 'Verify review.harbour.co.uk' }))).toBe(false);
    await user.click(busy);
    answer({ body: { verified: true, message: 'northlight.example points to this server.' } });
    await waitFor(() => expect(isLoading(busy)).toBe(false));
    expect(fakeServer.calls(VERIFY)).toHaveLength(1);
  });
});

describe('the DNS setup dialog', () => {
  const record = (dialog: { getAllByRole: typeof screen.getAllByRole }, type: string) =>
    dialog.getAllByRole('group', { name: `${type} record` }).map((group) => group.textContent);

  it('shows the records of a root domain', async () => {
    const { dialog } = await openGuide('northlight.example');
    expect(dialog.getByRole('heading', { name: 'Method 1: A record' })).toBeVisible();
    expect(dialog.getByRole('heading', { name: 'Method 2: CNAME for www, plus a root A record' })).toBeVisible();
    const root = 'TypeAName@ or blankValue203.0.113.7TTLAuto or 3600';
    expect(record(dialog, 'A')).toEqual([root, root]);
    expect(record(dialog, 'CNAME')).toEqual(['TypeCNAMENamewwwValuenorthlight.exampleTTLAuto or 3600']);
  });

  it('shows the subdomain part, also below a suffix of two parts', async () => {
    const { dialog } = await openGuide('review.harbour.co.uk');
    expect(record(dialog, 'A')).toEqual([
      'TypeANamereviewValue203.0.113.7TTLAuto or 3600',
      'TypeAName@ or blankValue203.0.113.7TTLAuto or 3600',
    ]);
    expect(record(dialog, 'CNAME')).toEqual(['TypeCNAMENamewwwValueharbour.co.ukTTLAuto or 3600']);
    expect(dialog.getByText(/for review\.harbour\.co\.uk, use method 1/)).toBeVisible();
  });

  it('notes the proxy, the time it takes, and what the domain is for', async () => {
    const { dialog } = await openGuide('northlight.example');
    expect(dialog.getByText(/turn its proxy off for these: choose “DNS only”/)).toBeVisible();
    expect(dialog.getByText(/5-30 minutes.*up to 48 hours/)).toBeVisible();
    expect(dialog.getByText(/for client-facing whitelabel URLs only/)).toBeVisible();
  });

  it.each([
    ['Copy Custom Domain', 'review.harbour.co.uk'],
    ['Copy Server IP', '203.0.113.7'],
    ['Copy name of the CNAME record', 'www'],
    ['Copy value of the CNAME record', 'harbour.co.uk'],
  ])('has a button "%s"', async (name, text) => {
    const { user, dialog } = await openGuide('review.harbour.co.uk');
    await user.click(dialog.getByRole('button', { name }));
    expect(await screen.findByText('Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(text);
  });

  it('verifies the domain, and shows the result', async () => {
    fakeServer.on(VERIFY, () => {
      haveAgencies({ ...ROOT, domainNote: MOVED });
      return { body: { verified: false, message: MOVED } };
    });
    const { user, dialog } = await openGuide('northlight.example');
    await user.click(dialog.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Verification Failed')).toBeVisible();
    expect(await dialog.findByText(MOVED)).toBeVisible();
    fakeServer.on(VERIFY, () => {
      haveAgencies({ ...ROOT, domainVerified: true });
      return { body: { verified: true, message: 'northlight.example points to this server.' } };
    });
    await waitFor(() => expect(isLoading(dialog.getByRole('button', { name: /Verify/ }))).toBe(false));
    await user.click(dialog.getByRole('button', { name: 'Verify' }));
    expect(await dialog.findByText('Verified: links for clients begin with https://northlight.example')).toBeVisible();
  });

  it('requests the server IP only once', async () => {
    const { user, client, dialog } = await openGuide('northlight.example');
    await user.click(dialog.getByText('Close').closest('button')!);
    await waitFor(() => expect(screen.queryByText('Server IP')).not.toBeInTheDocument());
    await client.invalidateQueries();
    await user.click(screen.getByRole('button', { name: 'Setup DNS for review.harbour.co.uk' }));
    expect(await screen.findByText('Server IP')).toBeVisible();
    expect(fakeServer.calls('GET /api/server-ip')).toHaveLength(1);
  });

  it('says when the server IP could not be loaded, and tries again', async () => {
    fakeServer.on('GET /api/server-ip', failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
    const { user } = renderRoute('/agencies');
    await user.click(await screen.findByRole('button', { name: 'Setup DNS for northlight.example' }));
    expect(await screen.findByText('The server IP could not be loaded')).toBeVisible();
    expect(screen.getByText('The database cannot be reached.')).toBeVisible();
    fakeServer.on('GET /api/server-ip', { body: { ip: '203.0.113.7' } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Server IP')).toBeVisible();
  });
});

describe('changing the custom domain', () => {
  it('hints that it must be verified again', async () => {
    haveAgencies({ ...ROOT, domainVerified: true });
    const { user } = renderRoute('/agencies');
    await user.click(await screen.findByRole('button', { name: 'Edit Northlight' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Agency' }));
    const field = dialog.getByLabelText('Custom Domain');
    expect(dialog.getByText(/Leave it empty for none/)).toBeVisible();
    await user.type(field, '.test');
    expect(await dialog.findByText(/must be verified again/)).toBeVisible();
    expect(dialog.getByText(/Links to northlight\.example that clients already have stop working/)).toBeVisible();
    await user.clear(field);
    await user.type(field, 'Northlight.example. ');
    await waitFor(() => expect(dialog.queryByText(/must be verified again/)).not.toBeInTheDocument());
  });
});
