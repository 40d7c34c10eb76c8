import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { uploadMoment } from './photos.js';
import { call, type Product } from './product.js';

/** Records that the measured pages show. */

const PHOTOS = new URL('../../frontend/e2e/photos/', import.meta.url);

/** Creates a moment of `count` captioned photos, by turns pending, approved and rejected; returns its id. */
export async function createCaptionedMoment(product: Product, count: number): Promise<string> {
  const names = (await readdir(PHOTOS)).filter((name) => name.endsWith('.jpg'));
  const photos = await Promise.all(names.map((name) => readFile(new URL(name, PHOTOS))));
  const [image] = await uploadMoment(
    product,
    Array.from({ length: count }, (_, index) => photos[index % photos.length]!),
  );
  const db = new Client(product.databaseUrl);
  await db.connect();
  await db.query(CAPTIONS, [image!.momentId]);
  await db.end();
  return image!.momentId;
}

const CAPTIONS = `UPDATE images SET "title" = 'Hand-tied bouquet ' || "position",
    "description" = repeat('Garden roses and eucalyptus in the morning sun. ', 4),
    "exifKeywords" = 'florist, bouquet, roses, eucalyptus, shop, riverton',
    "geoAltDescription" = 'Bouquet on the counter of a florist in Riverton',
    "status" = (ARRAY['pending', 'approved', 'rejected'])[1 + "position" % 3],
    "feedback" = CASE WHEN "position" % 3 = 2 THEN 'Please name the flowers' ELSE '' END
  WHERE "momentId" = $1`;

/** Creates an optimization with a suggestion in every section; returns its public link. */
export async function createOptimizationForReview(product: Product): Promise<string> {
  const { id: clientId } = await call<{ id: string }>(product, 'POST', '/api/clients', { business: 'Rose Florist' });
  const record = { clientId, businessName: 'Rose Florist', currentServices: 'Bouquets\nWreaths' };
  const created = await call<{ id: string; publicLink: string }>(product, 'POST', '/api/gmb-optimizations', record);
  await call(product, 'PATCH', `/api/gmb-optimizations/${created.id}`, SUGGESTIONS);
  return created.publicLink;
}

const SUGGESTIONS = {
  descriptionSuggestion: 'Bouquets and wreaths, tied by hand every morning in Riverton.',
  servicesSuggestion: 'Bridal bouquets\nFuneral wreaths',
  serviceAreasSuggestion: 'Riverton',
  faqsSuggestion: 'Q: Do you deliver?\nA: Yes, in Riverton.',
  keywordsSuggestion: ['florist riverton', 'wedding flowers'],
};
