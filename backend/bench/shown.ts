import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { uploadMoment } from './photos.js';
import { call, type Product } from './product.js';

/** What the measured pages show. */

const PHOTOS = new URL('../../frontend/e2e/photos/', import.meta.url);

/** A moment of photos with captions as an AI writes them; of every three one is pending, one approved, one rejected. */
export async function captionedMoment(product: Product, count: number): Promise<string> {
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

/** The public link of an optimization with all its suggestions. */
export async function reviewedOptimization(product: Product): Promise<string> {
  const { id: clientId } = await call<{ id: string }>(product, 'POST', '/api/clients', { business: 'Rose Florist' });
  const record = { clientId, businessName: 'Rose Florist', currentServices: 'Bouquets\nWreaths' };
  const made = await call<{ id: string; publicLink: string }>(product, 'POST', '/api/gmb-optimizations', record);
  await call(product, 'PATCH', `/api/gmb-optimizations/${made.id}`, SUGGESTIONS);
  return made.publicLink;
}

const SUGGESTIONS = {
  descriptionSuggestion: 'Bouquets and wreaths, tied by hand every morning in Riverton.',
  servicesSuggestion: 'Bridal bouquets\nFuneral wreaths',
  serviceAreasSuggestion: 'Riverton',
  faqsSuggestion: 'Q: Do you deliver?\nA: Yes, in Riverton.',
  keywordsSuggestion: ['florist riverton', 'wedding flowers'],
};
