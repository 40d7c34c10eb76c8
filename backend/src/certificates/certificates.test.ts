import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_SECRET, startApp, STAFF_NAME, type Agent, type TestApp } from '../../test/app.js';
import { createApproved, deliver, download } from '../../test/deliveries.js';
import { createAgency, createClient } from '../../test/factories.js';
import { loadConfig } from '../config.js';
import type { CertificateClaims, CertificateKeysView, CertificateView } from '../contract/certificates.js';
import { compareFiles, verifyCertificate } from '../contract/verify-certificate.js';
import { CertificateKeysService } from './certificate-keys.service.js';

const HOSTILE = '=HYPERLINK("http://evil.example")</script><img src=x onerror=alert(1)>';

const digest = (file: Buffer) => createHash('sha256').update(file).digest('hex');
const decode = <T>(part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as T;

/** Requests that are answered while three certificates of 100 photos are drawn; some 500 are. */
const ANSWERS_MIN = 50;

describe('certificates', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const certificateOf = async (deliveryId: string): Promise<CertificateView> =>
    (await staff.get(`/api/deliveries/${deliveryId}/certificate.json`).expect(200)).body as CertificateView;
  const keys = async (): Promise<CertificateKeysView> =>
    (await app.visitor().get('/api/certificate-keys').expect(200)).body as CertificateKeysView;
  const pdfOf = async (deliveryId: string): Promise<Buffer> => {
    const answer = await staff.get(`/api/deliveries/${deliveryId}/certificate.pdf`).responseType('blob').expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename=certificate.pdf',
    });
    return answer.body as Buffer;
  };

  /** A delivery of these photos, which was downloaded. */
  async function delivered(photos: { texts?: object }[], fields: object = {}) {
    const { momentId, images } = await createApproved(staff, photos, fields);
    const { id } = await deliver(staff, momentId);
    return { id, momentId, images, files: await download(staff, id) };
  }

  it('say of each delivered file what was approved, who approved it and when, signed with a public key', async () => {
    const agency = await createAgency(staff, { name: 'Northlight' });
    const client = await createClient(staff, { agencyId: agency.id, business: 'Harbor Dental' });
    const { id, momentId, images, files } = await delivered([{}, { texts: { title: 'عيادة الميناء' } }], {
      clientId: client.id,
    });
    const certificate = await certificateOf(id);
    const { kid } = decode<{ kid: string }>(certificate.protected);
    const jwk = (await keys()).keys.find((key) => key.kid === kid)!;
    const signed = Buffer.from(`${certificate.protected}.${certificate.payload}`);
    // Node itself checks the signature, not the library that made it.
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    const signature = Buffer.from(certificate.signature, 'base64url');
    expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
    const claims = decode<CertificateClaims>(certificate.payload);
    expect(claims).toMatchObject({
      note: 'Evidence of approval, not a qualified electronic signature.',
      iss: 'GMB Moments',
      agency: 'Northlight',
      jti: id,
      deliveredBy: STAFF_NAME,
      deliveredAt: expect.any(String),
    });
    const names = Object.keys(files).filter((name) => !name.startsWith('manifest.'));
    expect(claims.photos).toMatchObject([
      { file: names[0], sha256: digest(files[names[0]!]!), title: 'Tulips in the window', client: 'Harbor Dental' },
      { file: names[1], sha256: digest(files[names[1]!]!), title: 'عيادة الميناء', approvedBy: STAFF_NAME, round: 1 },
    ]);
    expect(claims.photos[0]!.version).toBe(images[0]!.version);
    expect(JSON.stringify(jwk)).not.toContain('"d"');
    const { body } = await staff.get(`/api/moments/${momentId}/deliveries`).expect(200);
    expect(body).toEqual([{ id, deliveredAt: claims.deliveredAt, deliveredBy: STAFF_NAME, photos: 2 }]);
  });

  it('still say what was delivered after the photos were edited and removed', async () => {
    const { id, momentId, images } = await delivered([{}]);
    const before = decode<CertificateClaims>((await certificateOf(id)).payload);
    await staff.patch(`/api/images/${images[0]!.id}`).send({ title: 'Another' }).expect(200);
    expect(decode<CertificateClaims>((await certificateOf(id)).payload).photos).toEqual(before.photos);
    await staff.delete(`/api/moments/${momentId}`).expect(204);
    expect(decode<CertificateClaims>((await certificateOf(id)).payload).photos).toEqual(before.photos);
    expect((await pdfOf(id)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('keep nothing of a client who was deleted, and what is of other clients', async () => {
    const [gone, other] = await Promise.all(
      ['Harbor Dental', 'Rosa’s Flowers'].map((business) => createClient(staff, { business })),
    );
    const own = await delivered([{}], { clientId: gone!.id });
    const kept = await createApproved(staff, [{ texts: { title: 'Roses' } }], { clientId: other!.id });
    const chosen = [...own.images, ...kept.images].map(({ id }) => ({ imageId: id }));
    const { body } = await staff.post('/api/deliveries').send({ photos: chosen }).expect(201);
    const { id: both } = body as { id: string };
    await download(staff, both);
    await staff.delete(`/api/moments/${own.momentId}`).expect(204);
    await staff.delete(`/api/clients/${gone!.id}`).expect(204);
    await staff.get(`/api/deliveries/${own.id}/certificate.json`).expect(404);
    const { photos } = decode<CertificateClaims>((await certificateOf(both)).payload);
    expect(photos).toMatchObject([{ title: 'Roses', client: 'Rosa’s Flowers' }]);
    await staff.delete(`/api/clients/${other!.id}`).expect(204);
    await staff.get(`/api/deliveries/${both}`).expect(404);
    const rows = await app.db.query<{ row: string }[]>('SELECT d::text AS "row" FROM deliveries d');
    const images = [...own.images, ...kept.images].map((image) => image.id);
    expect(rows.filter(({ row }) => images.some((imageId) => row.includes(imageId)))).toEqual([]);
  });

  it('are still known after the secret was changed, and signed with another key from then on', async () => {
    const { id } = await delivered([{}]);
    const before = JSON.stringify(await certificateOf(id));
    const known = (await keys()).keys;
    const config = loadConfig({ DATA_DIR: app.dataDir, SESSION_SECRET: 'another-secret-of-this-installation' });
    const { claims } = await verifyCertificate(before, known);
    const after = JSON.stringify(await new CertificateKeysService(app.db, config).sign(claims));
    const all = (await keys()).keys;
    expect((await verifyCertificate(after, known)).isKnown).toBe(false);
    expect((await verifyCertificate(after, all)).isKnown).toBe(true);
    expect((await verifyCertificate(before, all)).isKnown).toBe(true);
  });

  it('are refused where the secret was changed before they were issued', async () => {
    const { id } = await delivered([{}]);
    const before = JSON.stringify(await certificateOf(id));
    const { claims, keyId } = await verifyCertificate(before, []);
    const former = new CertificateKeysService(app.db, loadConfig({ DATA_DIR: app.dataDir, SESSION_SECRET }));
    const config = loadConfig({ DATA_DIR: app.dataDir, SESSION_SECRET: 'a-third-secret-of-this-installation' });
    const current = new CertificateKeysService(app.db, config);
    await current.onApplicationBootstrap();
    const after = JSON.stringify(await current.sign(claims));
    const { keys: all } = await keys();
    const ended = all.find(({ kid }) => kid === keyId)!;
    expect(Date.parse(ended.notAfter!)).toBeLessThanOrEqual(Date.now());
    expect(all[0]).not.toHaveProperty('notAfter');
    expect((await verifyCertificate(before, all)).isKnown).toBe(true);
    expect((await verifyCertificate(after, all)).isKnown).toBe(true);
    const forged = JSON.stringify(await former.sign({ ...claims, iat: claims.iat + 60 }));
    await expect(verifyCertificate(forged, all)).rejects.toThrow('after the end of its key');
    // With the former secret, its key signs again.
    await former.onApplicationBootstrap();
    expect((await verifyCertificate(forged, (await keys()).keys)).isKnown).toBe(true);
  });

  it('are refused when they were changed, and show files that were', async () => {
    const { id, files } = await delivered([{}, { texts: { title: 'Roses' } }]);
    const certificate = await certificateOf(id);
    const known = (await keys()).keys;
    const text = JSON.stringify(certificate);
    const { claims, isKnown } = await verifyCertificate(text, known);
    expect(isKnown).toBe(true);
    expect((await verifyCertificate(text, [])).isKnown).toBe(false);
    const forged = Buffer.from(JSON.stringify({ ...claims, agency: 'Somebody else' })).toString('base64url');
    for (const changed of [
      { ...certificate, payload: forged },
      { ...certificate, signature: certificate.payload },
    ])
      await expect(verifyCertificate(JSON.stringify(changed), known)).rejects.toThrow('was changed');
    for (const other of ['', '{}', '{"protected":"","payload":"","signature":""}', '[', 'null'])
      await expect(verifyCertificate(other, known)).rejects.toThrow(/certificate/u);
    const names = claims.photos.map(({ file }) => file);
    const [first, second] = names.map((name) => ({ name, sha256: digest(files[name]!) }));
    expect(compareFiles(claims, [{ ...first!, name: 'renamed.jpg' }, second!])).toMatchObject({
      matching: [{ name: 'renamed.jpg' }, { name: names[1] }],
      missing: [],
    });
    const changedFile = { name: names[0]!, sha256: digest(Buffer.concat([files[names[0]!]!, Buffer.from('.')])) };
    const stranger = { name: 'stranger.jpg', sha256: digest(Buffer.from('1')) };
    expect(compareFiles(claims, [changedFile, stranger, { ...stranger, name: 'a/manifest.csv' }])).toMatchObject({
      matching: [],
      changed: [{ name: names[0] }],
      unknown: ['stranger.jpg'],
      missing: [{ file: names[1] }],
    });
  });

  it('are made of deliveries that were sent, alone', async () => {
    const { momentId } = await createApproved(staff, [{}]);
    const { id } = await deliver(staff, momentId);
    for (const kind of ['json', 'pdf']) {
      const { body } = await staff.get(`/api/deliveries/${id}/certificate.${kind}`).expect(409);
      expect(body).toMatchObject({ code: 'DELIVERY_NOT_DONE' });
    }
    expect((await staff.get(`/api/moments/${momentId}/deliveries`).expect(200)).body).toEqual([]);
    await app.visitor().get(`/api/deliveries/${id}/certificate.json`).expect(401);
  });

  it('hold no text as markup or formula, and characters of any script', async () => {
    const title = 'تبييض الأسنان (Zahnarzt 24) と桜 🌸';
    const { id } = await delivered([{ texts: { title, description: HOSTILE } }]);
    const { claims } = await verifyCertificate(JSON.stringify(await certificateOf(id)), []);
    expect(claims.photos[0]).toMatchObject({ title, description: HOSTILE });
    const pdf = (await pdfOf(id)).toString('latin1');
    expect(pdf).not.toMatch(/\/(?:URI|JS|JavaScript|Launch|OpenAction)\b/u);
  });

  it('of 200 photos are a few megabytes, sent page by page', async () => {
    const { id } = await delivered([{}]);
    await app.db.query(
      `UPDATE deliveries SET "photos" = (SELECT jsonb_agg(photo) FROM generate_series(1, 200), (SELECT deliveries."photos" -> 0 AS photo) one) WHERE "id" = $1`,
      [id],
    );
    const pdf = await pdfOf(id);
    expect(pdf.length).toBeLessThan(5_000_000);
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/gu)!.length).toBeGreaterThan(25);
    expect(pdf.subarray(-6).toString()).toContain('%%EOF');
  });

  it('are drawn photo by photo, and let other requests have their turn between', async () => {
    const { id } = await delivered([{ texts: { description: 'Tulips in the window. '.repeat(30) } }]);
    await app.db.query(
      `UPDATE deliveries SET "photos" = (SELECT jsonb_agg(photo) FROM generate_series(1, 100), (SELECT deliveries."photos" -> 0 AS photo) one) WHERE "id" = $1`,
      [id],
    );
    let answers = 0;
    const state = { isMade: false };
    const made = Promise.all([pdfOf(id), pdfOf(id), pdfOf(id)]).finally(() => (state.isMade = true));
    while (!state.isMade) {
      await app.visitor().get('/api/health/live').expect(200);
      answers += 1;
    }
    await made;
    // A certificate that is drawn in one go lets none through.
    expect(answers).toBeGreaterThan(ANSWERS_MIN);
  });
});
