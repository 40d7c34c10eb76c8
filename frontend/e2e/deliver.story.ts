import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeliverableView } from '@gmb-moments/backend/contract/deliveries';
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { manifestIn, Metadata, sha256, unzipped } from '../../backend/test/delivered-files.js';
import { smallCopy } from '../../backend/test/photos.js';
import { whyMissing } from '../../backend/test/programs.js';
import { photoPart } from './photos.ts';
import { openSession, test, type Product } from './product.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PLACE = 'Rua das Flores 12\nPorto';
const HEIC = join(import.meta.dirname, '../../backend/test/photo.heic');
const reader = new Metadata();
const missing = whyMissing('perl');

test.skip(missing !== null, `not played: ${missing}`);
test.afterAll(() => reader.end());

test('photos are warned of, captioned, approved on the phone and delivered, but for the one that was edited in between', async ({
  browser,
  page,
  product,
  nth,
}) => {
  const api = page.request;
  await openSession(api, product);
  const momentId = await createPackage(page, product, nth);

  await test.step('warnings stand on the tiles, and can be filtered', async () => {
    await expect(tile(page, 1)).toContainText('Smaller than 720 px');
    await expect(tile(page, 3)).toContainText('Copy of another photo');
    await expect(tile(page, 4)).toContainText('Smaller than 250 px');
    const filters = page.getByLabel('Filter images by status');
    await filters.getByTitle('Has warnings').click();
    await expect(page.getByRole('article')).toHaveCount(3);
    await filters.getByText('All (5)').click();
    await expect(page.getByRole('article')).toHaveCount(5);
  });

  await test.step('captions are written', async () => {
    await page.getByRole('button', { name: 'Generate AI Captions' }).click();
    await expect(page.getByRole('article').getByText('Caption of picture')).toHaveCount(5);
    for (const { id } of await imagesOf(api, momentId)) await patch(api, id, { address: PLACE });
  });

  await test.step('the client approves all on the phone', async () => {
    const phone = await (await browser.newContext(PHONE)).newPage();
    await phone.goto(`${product.url}/public/${momentId}`);
    await phone.getByRole('button', { name: 'Approve All Pending' }).tap();
    await expect(phone.getByText('Successfully approved 5 image(s)')).toBeVisible();
  });

  const approved = await deliverablesOf(api, momentId);
  const edited = approved.at(-1)!;
  const delivered = approved.slice(0, -1);
  // A colleague edits a photo between the preview and the download.
  await page.route('**/api/deliveries', async (route) => {
    const response = await route.fetch();
    await patch(api, edited.imageId, { title: 'Another title' });
    await route.fulfill({ response });
  });
  const files = await test.step('the ZIP is downloaded, and the edited photo is named', async () => {
    await page.getByRole('button', { name: 'Deliver 5 photos' }).click();
    const dialog = page.getByRole('dialog');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: /^Download ZIP/ }).click(),
    ]);
    const zip = await readFile(await download.path());
    const outcome = dialog.getByRole('alert').filter({ hasText: '1 photo is not in the ZIP' });
    await expect(outcome).toContainText(`${edited.name}.jpg`);
    await dialog.getByRole('button', { name: 'Close' }).click();
    return unzipped(zip);
  });

  await test.step('every field and digest is that of the approved version', async () => {
    const manifest = manifestIn(files);
    const names = delivered.map(({ name }) => `${name}.jpg`);
    expect(Object.keys(files)).toEqual([...names, 'manifest.csv', 'manifest.json']);
    expect(manifest.notDelivered).toMatchObject([{ file: `${edited.name}.jpg`, imageId: edited.imageId }]);
    expect(manifest.files).toMatchObject(
      delivered.map(({ imageId, version, approvedAt }, index) => {
        const file = names[index]!;
        return { file, imageId, version, approvedAt, sha256: sha256(files[file]!) };
      }),
    );
    for (const photo of delivered) {
      const name = `${photo.name}.jpg`;
      expect(await reader.read(files[name]!, name)).toMatchObject(fieldsOf(photo));
    }
  });

  await test.step('the others count as delivered, and the edited one waits for the client', async () => {
    await expect(page.getByText(/Delivered by/)).toBeVisible();
    await expect(tile(page, 5)).toContainText('Another title');
    const left = await deliverablesOf(api, momentId);
    expect(left.map(({ imageId, isNew }) => ({ imageId, isNew }))).toEqual(
      delivered.map(({ imageId }) => ({ imageId, isNew: false })),
    );
  });
});

function tile(page: Page, number: number) {
  return page.getByRole('article', { name: new RegExp(`^Image ${number}\\b`) });
}

/** Uploads a HEIC photo, another one and a small copy of it, one that is too small, and one more. */
async function createPackage(page: Page, product: Product, nth: string): Promise<string> {
  const business = `Porto Flores ${nth}`;
  await page.request.post(`${product.url}/api/clients`, { data: { business } });
  await page.goto(`${product.url}/moments/create`);
  await page.getByLabel('Business').fill(business);
  await page.getByTitle(business, { exact: true }).click();
  await page.getByLabel('Moment Title').fill(`Market day ${nth}`);
  const photos = [
    { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: await readFile(HEIC) },
    await photoPart('IMG_2041.jpg'),
    { name: 'from-a-chat.jpg', mimeType: 'image/jpeg', buffer: await smallCopy('IMG_2041.jpg', 1100) },
    { name: 'icon.jpg', mimeType: 'image/jpeg', buffer: await smallCopy('shop-front-evening.jpg', 240) },
    await photoPart('spring-bouquet-peonies.jpg'),
  ];
  await page.locator('input[type=file]').setInputFiles(photos);
  await page.getByRole('button', { name: 'Create Package' }).click();
  await page.waitForURL(/\/moments\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('article')).toHaveCount(photos.length);
  return page.url().split('/').at(-1)!;
}

async function imagesOf(api: APIRequestContext, momentId: string): Promise<{ id: string }[]> {
  return (await api.get(`/api/moments/${momentId}/images`)).json();
}

async function deliverablesOf(api: APIRequestContext, momentId: string): Promise<DeliverableView[]> {
  return (await api.get(`/api/moments/${momentId}/deliverables`)).json();
}

async function patch(api: APIRequestContext, imageId: string, data: object): Promise<void> {
  const answer = await api.patch(`/api/images/${imageId}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The metadata that a photo's file must have. */
function fieldsOf({ title, description, exifKeywords, geoAltDescription, address }: DeliverableView) {
  const keywords = exifKeywords.split(', ');
  const place = address.replace('\n', ', ');
  return {
    'XMP-dc:Title': title,
    'XMP-dc:Description': description,
    'XMP-dc:Subject': keywords,
    'XMP-photoshop:Headline': title,
    'XMP-iptcCore:AltTextAccessibility': geoAltDescription,
    'XMP-iptcCore:Location': place,
    'IPTC:Headline': title,
    'IPTC:Caption-Abstract': description,
    'IPTC:Keywords': keywords,
    'IPTC:Sub-location': place,
    'IFD0:ImageDescription': description,
    'IFD0:XPTitle': title,
    'IFD0:XPKeywords': keywords.join(';'),
  };
}
