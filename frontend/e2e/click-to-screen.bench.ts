import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { photo, signIn, test, type Product } from './product.ts';

const IMAGES = 25;
const MOMENTS = 2;

test('from a client’s click to the staff screen', async ({ browser, product }) => {
  const staff = await (await browser.newContext()).newPage();
  const client = await (await browser.newContext()).newPage();
  await signIn(staff, product);
  const times: number[] = [];
  for (let moment = 1; moment <= MOMENTS; moment += 1) {
    const id = await momentWithImages(staff, product);
    await staff.goto(`${product.url}/moments/${id}`);
    await client.goto(`${product.url}/public/${id}`);
    await expect(staff.getByRole('article')).toHaveCount(IMAGES);
    await expect(client.getByRole('article')).toHaveCount(IMAGES);
    for (const page of [staff, client]) await expect(page.getByText('Live', { exact: true })).toBeVisible();
    for (let number = 1; number <= IMAGES; number += 1) times.push(await clickToScreen(client, staff, number));
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => times[Math.floor((times.length - 1) * share)]!.toFixed(0);
  console.log(`click → staff screen: median ${at(0.5)} ms, p90 ${at(0.9)} ms, max ${at(1)} ms, n = ${times.length}`);
});

// Both pages run on one machine, so their clocks agree.
async function clickToScreen(client: Page, staff: Page, number: number): Promise<number> {
  await staff.evaluate((label) => {
    const shown = new Promise<number>((resolve) => {
      const article = [...document.querySelectorAll('article')].find((element) => element.ariaLabel === label)!;
      const observer = new MutationObserver(() => {
        if (!article.textContent.includes('Approved')) return;
        observer.disconnect();
        resolve(performance.timeOrigin + performance.now());
      });
      observer.observe(article, { subtree: true, childList: true, characterData: true });
    });
    Object.assign(window, { shown });
  }, `Image ${number}`);
  const approve = client
    .getByRole('article')
    .nth(number - 1)
    .getByRole('button', { name: 'Approve' });
  await expect(approve).toBeEnabled();
  const clicked = await client.evaluate((index) => {
    const article = document.querySelectorAll('article')[index]!;
    const button = [...article.querySelectorAll('button')].find((element) => element.textContent.trim() === 'Approve')!;
    const at = performance.timeOrigin + performance.now();
    button.click();
    return at;
  }, number - 1);
  const shown = await staff.evaluate(() => (window as unknown as { shown: Promise<number> }).shown);
  return shown - clicked;
}

async function momentWithImages(page: Page, product: Product): Promise<string> {
  const api = page.request;
  const create = async (path: string, data: object): Promise<string> =>
    (await (await api.post(product.url + path, { data })).json()).id;
  const clientId = await create('/api/clients', { business: 'Petra’s Flowers' });
  const momentId = await create('/api/moments', { title: 'Many photos', clientId });
  const bytes = await readFile(photo('IMG_2041.jpg')[0]!);
  for (let sent = 0; sent < IMAGES; sent += 5) {
    const form = new FormData();
    form.append('momentId', momentId);
    for (let n = sent; n < sent + 5; n += 1)
      form.append('images', new File([bytes], `IMG_${n}.jpg`, { type: 'image/jpeg' }));
    expect((await api.post(`${product.url}/api/upload`, { multipart: form })).status()).toBe(201);
  }
  return momentId;
}
