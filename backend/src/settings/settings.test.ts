import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../test/app.js';
import { createAgency } from '../../test/factories.js';

describe('settings and branding', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('show staff the platform’s branding, with its defaults', async () => {
    const staff = await app.staff();
    const { body } = await staff.get('/api/settings').expect(200);
    const edits = { revision: 1, editor: null };
    expect(body).toEqual({ logoUrl: null, brandName: '', primaryColor: '#3b82f6', usesBuiltInWriter: true, ...edits });
  });

  it('show everybody the brand of the host, and nothing else of it', async () => {
    const staff = await app.staff();
    const branding = (host: string) => app.visitor().get('/api/branding').set('Host', host);
    const platform = { name: 'GMB Moments', primaryColor: '#3b82f6', logoUrl: null, agencyDomain: false };
    expect((await branding('localhost')).body).toEqual(platform);
    await app.db.query(`UPDATE settings SET "brandName" = 'Acme', "primaryColor" = '#112233'`);
    const acme = { name: 'Acme', primaryColor: '#112233', logoUrl: null, agencyDomain: true };
    expect((await staff.get('/api/settings')).body).toEqual({
      logoUrl: null,
      brandName: 'Acme',
      primaryColor: '#112233',
      usesBuiltInWriter: true,
      revision: 1,
      editor: null,
    });
    const { id } = await createAgency(staff, {
      name: 'Bright',
      primaryColor: '#445566',
      customDomain: 'bright.example',
    });
    expect((await branding('bright.example')).body).toEqual(acme);
    await app.db.query('UPDATE agencies SET "domainVerified" = true WHERE id = $1', [id]);
    expect((await branding('Bright.Example:8080')).body).toEqual({
      name: 'Bright',
      primaryColor: '#445566',
      logoUrl: null,
      agencyDomain: true,
    });
    expect((await branding('unknown.example')).body).toEqual(acme);
    expect((await branding('127.0.0.1')).body).toEqual({ ...acme, agencyDomain: false });
    await staff.patch(`/api/agencies/${id}`).field('customDomain', 'moved.example').expect(200);
    expect((await branding('moved.example')).body).toEqual(acme);
  });
});
