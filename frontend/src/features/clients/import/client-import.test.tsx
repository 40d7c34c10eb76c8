import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../../test/render-route';
import { failure, fakeServer } from '../../../test/server';
import { aClient } from '../../../records/moments.fixture';

const IMPORT = 'POST /api/client-imports';

beforeEach(() => {
  signedIn();
  fakeServer.on('GET /api/agencies', { body: [{ id: 'a1', name: 'Northlight' }] });
  fakeServer.on('GET /api/clients', { body: [aClient()], headers: { 'X-Total-Count': '1' } });
  fakeServer.on(IMPORT, ({ json }) => ({
    status: 201,
    body: { clientIds: (json as { clients: object[] }).clients.map((_client, index) => `new-${index}`) },
  }));
});

async function open() {
  const page = renderRoute('/clients');
  await page.user.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = within(await screen.findByRole('dialog'));
  return { ...page, dialog, field: await dialog.findByLabelText('Clients to import') };
}

const sent = () => fakeServer.calls(IMPORT).map(({ json }) => (json as { clients: object[] }).clients);

describe('the import of clients', () => {
  it('shows what is pasted, and imports all of it', async () => {
    const { user, dialog, field } = await open();
    await user.click(field);
    await user.paste('business,agency,website,Turnover\nRosa,Northlight,rosa.example,7\nRose & Thorn,,,');
    const preview = within(await dialog.findByRole('region', { name: 'Preview' }));
    expect(preview.getByText('Agency: Northlight · Website: https://rosa.example')).toBeVisible();
    expect(preview.getByText('Is a client already')).toBeVisible();
    expect(dialog.getByText('Columns that are left out: Turnover')).toBeVisible();
    const button = dialog.getByRole('button', { name: 'Import 2 clients' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    expect(await screen.findByText('Clients imported')).toBeVisible();
    expect(sent()).toEqual([
      [
        { business: 'Rosa', agencyId: 'a1', website: 'https://rosa.example' },
        { business: 'Rose & Thorn', agencyId: null },
      ],
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('takes a file', async () => {
    const { user, dialog, field } = await open();
    const csv = new File(['Company;Phone\r\nRosa;112\r\nAcme;113\r\n'], 'clients.csv', { type: 'text/csv' });
    await user.upload(dialog.getByLabelText('CSV file'), csv);
    expect(await dialog.findByRole('button', { name: 'Import 2 clients' })).toBeVisible();
    expect(field).toHaveValue('Company;Phone\nRosa;112\nAcme;113\n');
  });

  it('reads no file that would freeze the page', async () => {
    const { user, dialog, field } = await open();
    const large = new File([new Uint8Array(5_000_001)], 'large.csv', { type: 'text/csv' });
    await user.upload(dialog.getByLabelText('CSV file'), large);
    expect(await screen.findByText('large.csv is too large: at most 5 MB are read.')).toBeVisible();
    expect(field).toHaveValue('');
  });

  it('leaves out rows that a broken file has mixed up, and says what else it left out', async () => {
    const { user, dialog } = await open();
    const text = 'Clients 2026,\r\nbusiness,phone\r\nAcme,1\r\n"Joe\'s 12" Pizza,2\r\nLast One,3\r\nCaf\xe9,4\r\n';
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    await user.upload(dialog.getByLabelText('CSV file'), new File([bytes], 'clients.csv', { type: 'text/csv' }));
    expect(await dialog.findByText('Line 1 stands above the headings and is left out: Clients 2026')).toBeVisible();
    expect(dialog.getByText(/Line 6 was read as Windows-1252/)).toBeVisible();
    const fault = dialog.getByText(/^Line 4 has a quotation mark that is not closed/);
    expect(fault.closest('tr')).toHaveTextContent('Joe');
    const button = dialog.getByRole('button', { name: 'Import the 3 valid rows' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject([{ business: 'Acme' }, { business: 'Last One' }, { business: 'Café' }]);
  });

  it('imports the rows without errors, and keeps the others to be corrected or copied', async () => {
    const { user, dialog, field } = await open();
    await user.click(field);
    await user.paste('business,agency,Turnover\nRosa,,1\nAcme,"Nobody, Inc.",2\nTulip,Northlight,3');
    expect(await dialog.findByText('No agency is called “Nobody, Inc.”')).toBeVisible();
    expect(dialog.getByText(/1 with errors/)).toBeVisible();
    expect(dialog.getAllByRole('row').filter((row) => /Rosa|Acme/.test(row.textContent))[0]).toHaveTextContent('Acme');
    const button = dialog.getByRole('button', { name: 'Import the 2 valid rows' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    expect(await dialog.findByText(/^2 clients imported\. The rows below were not/)).toBeVisible();
    expect(sent()).toEqual([
      [
        { business: 'Rosa', agencyId: null },
        { business: 'Tulip', agencyId: 'a1' },
      ],
    ]);
    const left = 'business,agency,Turnover\nAcme,"Nobody, Inc.",2';
    expect(field).toHaveValue(left);
    await waitFor(() => expect(field).toHaveFocus());
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled());
    await user.click(dialog.getByRole('button', { name: 'Copy the rows' }));
    expect(await navigator.clipboard.readText()).toBe(left);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Discard unsaved changes?')).toBeVisible();
  });

  it('says what the server refused at its row, until the text changes', async () => {
    const message = 'clients.1: phone must be one line: it must not contain line breaks';
    fakeServer.on(IMPORT, failure(400, 'VALIDATION_FAILED', message, [{ field: 'clients.1.phone', message }]));
    const { user, dialog, field } = await open();
    await user.click(field);
    await user.paste('business,phone,agency\nTulip,0,Nobody\nRosa,1,\nAcme,2,');
    const button = await dialog.findByRole('button', { name: 'Import the 2 valid rows' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    const refusal = 'phone must be one line: it must not contain line breaks';
    expect(await dialog.findByText(refusal)).toBeVisible();
    expect(dialog.getByText(refusal).closest('tr')).toHaveTextContent('Acme');
    expect(dialog.getByRole('button', { name: 'Import the valid row' })).toBeEnabled();
    await user.click(field);
    await user.paste('\n');
    await waitFor(() => expect(dialog.queryByText(refusal)).toBeNull());
  });

  it('sends the same key again after a lost answer, and another one for other clients', async () => {
    fakeServer.on(IMPORT, failure(503, 'DATABASE_UNAVAILABLE', 'Down.'));
    const { user, dialog, field } = await open();
    const importAll = async (name: string) => {
      const button = await dialog.findByRole('button', { name });
      await waitFor(() => expect(button).toBeEnabled());
      const before = sent().length;
      await user.click(button);
      await waitFor(() => expect(sent()).toHaveLength(before + 1));
      await waitFor(() => expect(field).toBeEnabled());
    };
    await user.click(field);
    await user.paste('Rosa');
    await importAll('Import 1 client');
    expect(await screen.findByText(/No client was imported/)).toBeVisible();
    await importAll('Import 1 client');
    await user.click(field);
    await user.paste('\nAcme');
    await importAll('Import 2 clients');
    const keys = fakeServer.calls(IMPORT).map(({ headers }) => headers['idempotency-key']);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('takes at most 1,000', async () => {
    const { user, dialog, field } = await open();
    await user.click(field);
    await user.paste(Array.from({ length: 1001 }, (_none, index) => `Shop ${index}`).join('\n'));
    expect(await dialog.findByText('At most 1,000 clients at once: this list has 1,001')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Import 1,001 clients' })).toBeDisabled();
  });
});
