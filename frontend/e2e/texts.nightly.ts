import { readFile } from 'node:fs/promises';
import { expect, type APIRequestContext, type APIResponse, type Page } from '@playwright/test';
import { polyglots } from '../../backend/test/faults/files-pictures.js';
import { photo } from './photos.ts';
import { signIn, test, type Product } from './product.ts';

/** A text that runs a script or creates an element if it is parsed as markup. */
const HOSTILE = `<img src=x onerror="__ran=1"><script>__ran=2</script>"'><svg onload=__ran=3>`;

interface Ids {
  client: string;
  moment: string;
  optimization: string;
  publicLink: string;
}

test('HTML and scripts in every text → on every page of staff, on the review page and on the preview, in a browser → shown as text; nothing runs, no element comes of it, and no policy had to stop it', async ({
  page,
  product,
}) => {
  await watchFor(page);
  await signIn(page, product);
  const ids = await seed(page.request);
  const pages = [
    ...['/', '/agencies', '/clients', `/clients/${ids.client}`, '/moments', `/moments/${ids.moment}`],
    ...['/gmb-optimizations', `/gmb-optimizations/${ids.optimization}`],
    ...[`/public/${ids.moment}`, `/gmb-preview/${ids.publicLink}`],
  ];
  for (const path of pages) {
    await page.goto(product.url + path);
    await expect(page.getByText('<img src=x').filter({ visible: true }).first(), path).toBeVisible();
    expect([path, await whatCameOf(page)]).toEqual([path, NOTHING]);
  }
  await openWhatHides(page, product, ids);
  for (const path of [
    '/settings',
    `/nothing/${encodeURIComponent(HOSTILE)}`,
    `/public/${encodeURIComponent(HOSTILE)}`,
  ]) {
    await page.goto(product.url + path);
    await expect(page.locator('main, h1, h2').first(), path).toBeVisible();
    expect([path, await whatCameOf(page)]).toEqual([path, NOTHING]);
  }
  // Shows that the checks above can fail: the same text, inserted as markup, is noticed.
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), HOSTILE);
  await expect
    .poll(() => whatCameOf(page))
    .toMatchObject({ stopped: expect.arrayContaining([expect.stringContaining('script-src')]), elements: 3 });
});

test('Pictures that are HTML, JavaScript or an archive as well → opened as pages of their own, and as scripts, in a browser → shown as pictures; nothing runs', async ({
  page,
  product,
}) => {
  await watchFor(page);
  await signIn(page, product);
  const { moment } = await seed(page.request);
  const files = Object.values(await polyglots()).filter(({ isPicture }) => isPicture);
  for (const { name, content } of files) {
    const images = { name, mimeType: 'text/html', buffer: content };
    const answer = await page.request.post('/api/upload', { multipart: { momentId: moment, images } });
    const [{ imageUrl }] = (await answer.json()) as [{ imageUrl: string }];
    await page.goto(product.url + imageUrl);
    expect(await page.evaluate(() => [document.contentType.split('/')[0], document.images.length])).toEqual([
      'image',
      1,
    ]);
    expect([name, await whatCameOf(page)]).toEqual([name, NOTHING]);
    await page.goto(`${product.url}/login`);
    const hasRun = await page.evaluate(loadAsScript, imageUrl);
    expect([name, hasRun]).toEqual([name, 'refused']);
  }
});

function loadAsScript(address: string): Promise<string> {
  const script = Object.assign(document.createElement('script'), { src: address });
  return new Promise((resolve) => {
    script.addEventListener('load', () => resolve('loaded'));
    script.addEventListener('error', () => resolve('refused'));
    document.head.append(script);
  });
}

interface Traces {
  __ran?: unknown;
  __stopped?: string[];
}

const NOTHING = { ran: null, stopped: [], elements: 0 };

/** Records violations of a page's content security policy, starting before its first script. */
async function watchFor(page: Page): Promise<void> {
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`);
  });
  await page.addInitScript(() => {
    const stopped: string[] = [];
    Object.assign(window, { __stopped: stopped });
    document.addEventListener('securitypolicyviolation', (event) =>
      stopped.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
}

function whatCameOf(page: Page): Promise<typeof NOTHING> {
  return page.evaluate(() => {
    const { __ran, __stopped = [] } = window as Traces;
    // Not the page's JSON for hydration, which does not run.
    const elements = document.querySelectorAll(
      'img[src="x"], [onerror], [onload], [onfocus], body script:not([src], [type="application/json"])',
    ).length;
    return { ran: (__ran ?? null) as null, stopped: __stopped as never[], elements };
  });
}

/** The dialogs, menus and histories of a moment and an optimization. */
async function openWhatHides(page: Page, product: Product, ids: Ids): Promise<void> {
  await page.goto(`${product.url}/moments/${ids.moment}`);
  await page.getByRole('article').getByRole('button', { name: 'Rejected', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('<img src=x').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('<img src=x').first()).toBeVisible();
  expect(await whatCameOf(page)).toEqual(NOTHING);
  await page.goto(`${product.url}/moments/create`);
  await page.getByRole('combobox').first().click();
  await expect(page.getByText('<img src=x').filter({ visible: true }).first()).toBeVisible();
  expect(await whatCameOf(page)).toEqual(NOTHING);
}

async function seed(api: APIRequestContext): Promise<Ids> {
  const make = async (path: string, data: object): Promise<Record<string, string>> =>
    (await expectDone(api.post(path, { data }))).json();
  const change = (path: string, data: object) => expectDone(api.patch(path, { data }));
  const agency = await make('/api/agencies', { name: HOSTILE });
  const texts = { description: HOSTILE, mediaDescription: HOSTILE, serviceAreas: HOSTILE, notes: HOSTILE };
  const contact = { phone: HOSTILE, address: HOSTILE };
  const lists = { targetKeywords: [HOSTILE], categories: [HOSTILE], socialLinks: [HOSTILE, 'javascript:__ran=5'] };
  const client = await make('/api/clients', {
    business: HOSTILE,
    agencyId: agency['id'],
    ...texts,
    ...contact,
    ...lists,
  });
  const moment = await make('/api/moments', { title: HOSTILE, clientId: client['id'] });
  await addImages(api, moment['id']!);
  const optimization = await make('/api/gmb-optimizations', { clientId: client['id'], businessName: HOSTILE });
  const path = `/api/gmb-optimizations/${optimization['id']}`;
  const current = {
    currentDescription: HOSTILE,
    currentServices: HOSTILE,
    currentServiceAreas: HOSTILE,
    currentFAQs: HOSTILE,
  };
  const suggested = {
    descriptionSuggestion: HOSTILE,
    servicesSuggestion: HOSTILE,
    serviceAreasSuggestion: HOSTILE,
    faqsSuggestion: JSON.stringify([{ question: HOSTILE, answer: HOSTILE }]),
    keywordsSuggestion: [HOSTILE],
  };
  await change(path, { hours: HOSTILE, categories: HOSTILE, ...current, ...suggested, status: 'in_progress' });
  const { publicLink } = optimization as { publicLink: string };
  await make(`/api/gmb-optimizations/public/${publicLink}/approve/services`, { status: 'rejected', feedback: HOSTILE });
  await change('/api/settings', { brandName: HOSTILE });
  return { client: client['id']!, moment: moment['id']!, optimization: optimization['id']!, publicLink };
}

/** Three images with hostile captions and names; the client has rejected one and approved another. */
async function addImages(api: APIRequestContext, momentId: string): Promise<void> {
  const buffer = await readFile(photo('IMG_2041.jpg')[0]!);
  for (const verdict of ['reject', 'approve', null]) {
    const images = { name: `${HOSTILE.replaceAll('/', '')}.jpg`, mimeType: 'image/jpeg', buffer };
    const uploaded = await api.post('/api/upload', { multipart: { momentId, images } });
    const [{ id }] = (await uploaded.json()) as [{ id: string }];
    const caption = { title: HOSTILE, description: HOSTILE, exifKeywords: HOSTILE, geoAltDescription: HOSTILE };
    await expectDone(api.patch(`/api/images/${id}`, { data: { ...caption, address: HOSTILE } }));
    const data = verdict === 'reject' ? { feedback: HOSTILE } : {};
    if (verdict) await expectDone(api.post(`/api/images/${id}/${verdict}`, { data }));
  }
}

async function expectDone(call: Promise<APIResponse>): Promise<APIResponse> {
  const answer = await call;
  expect([answer.status() < 300, answer.ok() ? '' : await answer.text()]).toEqual([true, '']);
  return answer;
}
