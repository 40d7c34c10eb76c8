import { createHash, webcrypto } from 'node:crypto';
import { CERTIFICATE_NOTE, CERTIFICATE_TYPE, type CertificateClaims } from '@gmb-moments/backend/contract/certificates';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { onMainHost, renderRoute } from '../../test/render-route';
import { fakeServer } from '../../test/server';

const PHOTO = {
  file: '01-tulips.jpg',
  sha256: createHash('sha256').update('tulips').digest('hex'),
  version: 2,
  title: '<b>Tulips</b>',
  description: '',
  keywords: [],
  altText: '',
  place: '',
  moment: 'Spring',
  client: 'Harbor Dental',
  approvedBy: 'Maria Lopez',
  approvedAt: '2026-11-12T09:30:00Z',
  round: 1,
};
const CLAIMS: CertificateClaims = {
  type: CERTIFICATE_TYPE,
  note: CERTIFICATE_NOTE,
  iss: 'GMB Moments',
  iat: 1_795_000_000,
  jti: 'd1',
  agency: 'Northlight',
  deliveredAt: '2026-11-13T10:00:00Z',
  deliveredBy: 'Anna Keller',
  photos: [PHOTO, { ...PHOTO, file: '02-roses.jpg', sha256: '0'.repeat(64), title: 'Roses' }],
};

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A certificate, signed as the API does, and the public key. */
async function sign(claims: CertificateClaims = CLAIMS) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const { privateKey, publicKey } = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { kty, crv, x, y } = await webcrypto.subtle.exportKey('jwk', publicKey);
  const [header, payload] = [base64url({ alg: 'ES256', jwk: { kty, crv, x, y } }), base64url(claims)];
  const signature = await webcrypto.subtle.sign(algorithm, privateKey, Buffer.from(`${header}.${payload}`));
  const certificate = { protected: header, payload, signature: Buffer.from(signature).toString('base64url') };
  return { certificate, key: { kty, crv, x, y } };
}

describe('the page that checks certificates', () => {
  beforeEach(() => {
    onMainHost();
    fakeServer.on('GET /api/certificate-keys', { body: { keys: [] } });
  });

  async function choose(certificate: object) {
    const page = renderRoute('/verify');
    const input = await screen.findByLabelText(/^Certificate/u);
    await page.user.upload(
      input,
      new File([JSON.stringify(certificate)], 'certificate.json', { type: 'application/json' }),
    );
    return page;
  }

  it('says that this site signed it, and which files are as they were approved', async () => {
    const { certificate, key } = await sign();
    fakeServer.on('GET /api/certificate-keys', { body: { keys: [key] } });
    const { user } = await choose(certificate);
    expect(await screen.findByText('Signed by this site, and unchanged since')).toBeVisible();
    expect(screen.getByText(CERTIFICATE_NOTE)).toBeVisible();
    await user.upload(await screen.findByLabelText(/^Delivered photos/u), [
      new File(['tulips'], 'renamed.jpg'),
      new File(['other'], '02-roses.jpg'),
    ]);
    expect(await screen.findByText('1 file is not as certified')).toBeVisible();
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines[0]).toBe('02-roses.jpgChanged since it was delivered');
    expect(lines[1]).toMatch(/^<b>Tulips<\/b>Approved by \u2068Maria Lopez\u2069, .*2026.*, version 2$/u);
    expect(fakeServer.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('says that it does not know a key, and refuses what was changed', async () => {
    const { certificate } = await sign();
    const { user } = await choose(certificate);
    expect(await screen.findByText(/signed by a key this site does not know/u)).toBeVisible();
    const changed = { ...certificate, payload: base64url({ ...CLAIMS, agency: 'Another' }) };
    const file = new File([JSON.stringify(changed)], 'certificate.json', { type: 'application/json' });
    await user.upload(screen.getByLabelText(/^Certificate/u), file);
    expect(await screen.findByText('The certificate was changed after it was signed.')).toBeVisible();
    expect(screen.queryByLabelText(/^Delivered photos/u)).toBeNull();
  });

  it('does not say that a key is unknown where the keys of this site cannot be loaded', async () => {
    fakeServer.on('GET /api/certificate-keys', { status: 503, body: { code: 'DATABASE_UNAVAILABLE' } });
    await choose((await sign()).certificate);
    expect(await screen.findByText(/the keys of this site could not be loaded/u)).toBeVisible();
  });

  it('reads neither a certificate nor a photo that is too large to be one', async () => {
    const { certificate, key } = await sign();
    fakeServer.on('GET /api/certificate-keys', { body: { keys: [key] } });
    const { user } = await choose(certificate);
    const huge = new File(['tulips'], '01-tulips.jpg');
    Object.defineProperty(huge, 'size', { value: 5_000_000_000 });
    await user.upload(await screen.findByLabelText(/^Delivered photos/u), huge);
    expect(await screen.findByText('1 file is not as certified')).toBeVisible();
    expect(screen.getByText('1 delivered photo is not among these files')).toBeVisible();
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('01-tulips.jpgChanged since it was delivered');
    const long = new File(['{}'], 'certificate.json', { type: 'application/json' });
    Object.defineProperty(long, 'size', { value: 5_000_000_000 });
    await user.upload(screen.getByLabelText(/^Certificate/u), long);
    expect(await screen.findByText('This is not a certificate: it is too large.')).toBeVisible();
    expect(screen.queryByRole('listitem')).toBeNull();
  });

  it('refuses what has other content than a certificate, whoever signed it', async () => {
    await choose((await sign({ ...CLAIMS, photos: [null] as never })).certificate);
    expect(await screen.findByText('What was signed is not an approval certificate.')).toBeVisible();
  });

  it('speaks the language that the visitor chose', async () => {
    document.cookie = 'language=de';
    try {
      renderRoute('/verify');
      expect(await screen.findByRole('heading', { name: 'Zertifikat prüfen' })).toBeVisible();
      expect(document.documentElement.lang).toBe('de');
    } finally {
      document.cookie = 'language=; max-age=0';
    }
  });
});
