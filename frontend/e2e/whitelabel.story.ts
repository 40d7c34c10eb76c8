import { expect, type APIResponse, type Browser, type Page } from '@playwright/test';
import { photoPart } from './photos.ts';
import { openSession, test, type Product } from './product.ts';

/** The API calls that an agency's domain serves: the brand, and those of public links. */
const PUBLIC_CALL =
  /^\/api\/(branding$|public\/|images\/[^/]+\/(approve|reject)$|gmb-optimizations\/public\/)|^\/(media|socket\.io)\//;

interface Whitelabel {
  id: string;
  name: string;
  host: string;
  color: string;
  business: string;
  /** Origin of its public pages, with the port of this product. */
  origin: string;
  momentPath: string;
  previewPath: string;
}

const BLOOM = { name: 'Bloom Agency', domain: 'bloom.example', color: '#7a2e8e', business: 'Petra’s Flowers' };
const OTHER = { name: 'Other & Sons', domain: 'other.example', color: '#0b6e4f', business: 'Rye Bakery' };

test(
  'two agencies show their own brand and content on their own domains, and nothing of the admin',
  { tag: '@main' },
  async ({ browser, page: staff, product, nth }) => {
    await openSession(staff.request, product);
    const [bloom, other] = [await setUp(staff, product, BLOOM, nth), await setUp(staff, product, OTHER, nth)];

    await test.step('before its domain is verified an agency has neither brand nor content there', async () => {
      const { page } = await openAt(browser, bloom, '/public/moments');
      await expect(page.getByRole('banner')).toHaveText('GMB Moments');
      await page.goto(bloom.origin + bloom.momentPath);
      await expect(page.getByRole('heading', { name: 'Moment not found' })).toBeVisible();
      await page.context().close();
    });

    await verifyDomains(staff, product, [bloom, other]);
    for (const [own, foreign] of [
      [bloom, other],
      [other, bloom],
    ] as const) {
      await test.step(`${own.host} shows ${own.name} alone`, async () => {
        const { page, strays, answers } = await openAt(browser, own, '/public/moments');
        await showsBrand(page, own);
        await opensOwnLinks(page, product, own);
        await hidesForeignLinks(page, own, foreign);
        await hidesTheAdmin(page, own);
        expect(strays).toEqual([]);
        expect((await answers()).join()).toContain(own.name);
        expect((await answers()).join()).not.toMatch(new RegExp(`${foreign.name}|${foreign.business}`));
      });
    }

    await test.step('what the client of one agency decided stands in that agency’s moment only', async () => {
      await staff.goto(product.url + bloom.momentPath.replace('/public/', '/moments/'));
      await expect(staff.getByRole('article', { name: /^Image 1\b/ }).getByText('Approved')).toBeVisible();
    });
  },
);

/** Creates an agency with a logo, a domain, a moment and an optimization. */
async function setUp(staff: Page, product: Product, brand: typeof BLOOM, nth: string): Promise<Whitelabel> {
  const post = (path: string, options: object) => staff.request.post(product.url + path, options);
  const { name, color: primaryColor, domain, business } = brand;
  const host = `review.story${nth}.${domain}`;
  const agency = await made(
    await post('/api/agencies', {
      multipart: { name, primaryColor, customDomain: host, logo: await logo(staff, primaryColor) },
    }),
  );
  const client = await made(await post('/api/clients', { data: { business, agencyId: agency.id } }));
  const moment = await made(
    await post('/api/moments', { data: { title: `${business} in spring`, clientId: client.id } }),
  );
  const images = await photoPart('IMG_2041.jpg');
  await made(await post('/api/upload', { multipart: { momentId: moment.id, images } }));
  const optimization = await made(
    await post('/api/gmb-optimizations', { data: { clientId: client.id, businessName: business } }),
  );
  return {
    ...brand,
    id: agency.id,
    host,
    origin: `http://${host}:${new URL(product.url).port}`,
    momentPath: `/public/${moment.id}`,
    previewPath: `/gmb-preview/${optimization.publicLink}`,
  };
}

async function made(response: APIResponse): Promise<{ id: string; publicLink: string }> {
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()) as { id: string; publicLink: string };
}

/** A square in the agency's colour. */
async function logo(page: Page, color: string) {
  const data = await page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 200 });
    const context = canvas.getContext('2d')!;
    context.fillStyle = fill;
    context.fillRect(0, 0, 200, 200);
    return canvas.toDataURL('image/png').split(',')[1]!;
  }, color);
  return { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(data, 'base64') };
}

/** Points the agencies' domains at the product, and verifies them. */
async function verifyDomains(staff: Page, product: Product, agencies: Whitelabel[]): Promise<void> {
  for (const { id, host } of agencies) {
    product.dns.on(host, { A: ['127.0.0.1'] });
    const answer = await staff.request.post(`${product.url}/api/agencies/${id}/verify-domain`);
    expect(await answer.json()).toMatchObject({ verified: true });
  }
}

/** A visitor at an agency's domain; records all API responses, and requests that are not public. */
async function openAt(browser: Browser, { origin }: Whitelabel, path: string) {
  const page = await (await browser.newContext()).newPage();
  const answers: Promise<string>[] = [];
  const strays: string[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) answers.push(response.text().catch(() => ''));
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isCall = /^\/(api|media|socket\.io)\//.test(url.pathname);
    if (url.origin !== origin || (isCall && !PUBLIC_CALL.test(url.pathname))) strays.push(request.url());
  });
  await page.goto(origin + path);
  return { page, strays, answers: () => Promise.all(answers) };
}

async function showsBrand(page: Page, own: Whitelabel): Promise<void> {
  await expect(page).toHaveTitle(own.name);
  await expect(page.getByRole('banner')).toHaveText(own.name);
  const image = page.getByRole('banner').locator('img');
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  const brand = await page
    .getByRole('banner')
    .evaluate((element) => getComputedStyle(element).getPropertyValue('--brand').trim());
  expect(brand).toBe(own.color);
}

/** Opens both links by pasting them, including links of the main host, and decides. */
async function opensOwnLinks(page: Page, product: Product, own: Whitelabel): Promise<void> {
  await paste(page, own, product.url + own.previewPath);
  await expect(page.getByRole('heading', { name: 'GMB Optimization Review' })).toBeVisible();
  await expect(page.getByText(own.business)).toBeVisible();
  await namesAgencyInItsColor(page, own);
  await paste(page, own, product.url + own.momentPath);
  await expect(page).toHaveURL(own.origin + own.momentPath);
  await expect(page.getByRole('heading', { name: `${own.business} in spring` })).toBeVisible();
  await namesAgencyInItsColor(page, own);
  await expect(page.locator('[data-connection=live]')).toBeAttached();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Image approved successfully')).toBeVisible();
}

async function namesAgencyInItsColor(page: Page, own: Whitelabel): Promise<void> {
  const [red, green, blue] = own.color.match(/\w\w/g)!.map((digits) => Number.parseInt(digits, 16));
  await expect(page.getByText(own.name)).toHaveCSS('color', `rgb(${red}, ${green}, ${blue})`);
  const image = page.getByRole('img', { name: `${own.name} logo` });
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
}

async function hidesForeignLinks(page: Page, own: Whitelabel, foreign: Whitelabel): Promise<void> {
  await paste(page, own, foreign.origin + foreign.momentPath);
  await expect(page).toHaveURL(own.origin + foreign.momentPath);
  await expect(page.getByRole('heading', { name: 'Moment not found' })).toBeVisible();
  await paste(page, own, foreign.origin + foreign.previewPath);
  await expect(page.getByText('Optimization Not Found')).toBeVisible();
}

async function hidesTheAdmin(page: Page, own: Whitelabel): Promise<void> {
  for (const path of ['/', '/clients', '/moments/create', '/settings']) {
    await page.goto(own.origin + path);
    await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
    await expect(page.getByText(`Current domain: ${own.host}`)).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Return to Public Pages' }).click();
  await expect(page).toHaveURL(`${own.origin}/public/moments`);
  await page.goto(`${own.origin}/login`);
  await expect(page.getByRole('heading', { name: 'Login Not Available' })).toBeVisible();
  await expect(page.getByText(`Current domain: ${own.host}`)).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.goto(`${own.origin}/no/such/page`);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
}

async function paste(page: Page, own: Whitelabel, link: string): Promise<void> {
  await page.goto(`${own.origin}/public/moments`);
  await page.getByRole('textbox', { name: 'Review link' }).fill(link);
  await page.getByRole('button', { name: 'Open' }).click();
}
