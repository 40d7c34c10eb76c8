import { expect, type APIRequestContext } from '@playwright/test';
import { SECTIONS } from '@gmb-moments/backend/contract/statuses';
import { signIn, test, type Product } from './product.ts';

const RUNS = 5;
const AI_MS = 1000;

test('from the opening of an optimization to its suggestions', async ({ browser, product }) => {
  const staff = await (await browser.newContext()).newPage();
  await signIn(staff, product);
  product.ai.always({ delayMs: AI_MS });
  const times: { first: number; last: number }[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const id = await submitted(staff.request, product);
    await staff.goto(`${product.url}/gmb-optimizations`);
    const open = staff.locator(`a[href="/gmb-optimizations/${id}"]`).first();
    await expect(open).toBeVisible();
    await open.click();
    const clicked = Date.now();
    // Looks at each frame: expectations look again at ever longer intervals.
    await staff.waitForFunction(() => [...document.querySelectorAll('textarea')].some(({ value }) => value !== ''));
    const first = Date.now() - clicked;
    await staff.waitForFunction(
      (count) => [...document.querySelectorAll('textarea')].filter(({ value }) => value !== '').length === count,
      SECTIONS.length,
    );
    times.push({ first, last: Date.now() - clicked });
  }
  const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  const first = median(times.map((time) => time.first));
  const last = median(times.map((time) => time.last));
  console.log(
    `click → first section: median ${first} ms, → all five: median ${last} ms (AI of ${AI_MS} ms, n = ${RUNS})`,
  );
});

async function submitted(api: APIRequestContext, product: Product): Promise<string> {
  const post = async (path: string, data: object): Promise<string> =>
    (await (await api.post(product.url + path, { data })).json()).id;
  const clientId = await post('/api/clients', {
    business: 'Petra’s Flowers',
    targetKeywords: ['florist porto'],
    categories: ['Florist'],
    serviceAreas: 'Porto',
  });
  const record = { clientId, businessName: 'Petra’s Flowers', website: product.website.url, categories: 'Florist' };
  const id = await post('/api/gmb-optimizations', record);
  await api.patch(`${product.url}/api/gmb-optimizations/${id}`, { data: { status: 'in_progress' } });
  return id;
}
