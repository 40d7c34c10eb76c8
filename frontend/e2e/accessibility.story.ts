import { chromium, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { agencyHostScenes, EMPTY, staffScenes, visitorScenes, type Layer, type Scene } from './accessibility.scenes.ts';
import { findViolations } from './axe.ts';
import { signIn, test } from './product.ts';
import { showcase } from './showcase.ts';

// What axe finds says more than a recording, which would take half of the time.
test.use({ trace: 'off' });

const SIZES = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};

test('axe finds nothing on any page, light and dark, desktop and phone', async ({ product, launchOptions }) => {
  test.setTimeout(300_000);
  const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP *.example 127.0.0.1'];
  const browser = await chromium.launch({ ...launchOptions, args });
  try {
    const staff = await Promise.all([open(browser, 'desktop'), open(browser, 'phone')]);
    for (const page of staff) await signIn(page, product);
    await check('without content', staff, product.url, EMPTY);
    const content = await showcase(staff[0].request, product);
    for (const page of staff) await keepWizardSteps(page.context(), content.draftId);
    await check('for staff', staff, product.url, staffScenes(content));
    await staff[1].goto(product.url);
    await check('the menu of a phone', [staff[1]], product.url, [MENU]);
    const visitors = await Promise.all([open(browser, 'desktop'), open(browser, 'phone')]);
    await check('for visitors', visitors, product.url, visitorScenes(content));
    const agencyUrl = `http://${content.host}:${new URL(product.url).port}`;
    await check('on an agency’s domain', visitors, agencyUrl, agencyHostScenes(content));
  } finally {
    await browser.close();
  }
});

const MENU: Scene = {
  name: 'menu',
  path: '/',
  ready: (page) => page.getByText('Wedding season'),
  layers: [{ name: 'sheet', open: (page) => page.getByRole('button', { name: 'Toggle sidebar' }).click() }],
};

async function open(browser: Browser, size: keyof typeof SIZES): Promise<Page> {
  return (await browser.newContext({ ...SIZES[size], reducedMotion: 'reduce' })).newPage();
}

/** The wizard opens a draft at the step that its address names here. */
async function keepWizardSteps(context: BrowserContext, draftId: string): Promise<void> {
  await context.addInitScript((id) => {
    const step = Number(new URLSearchParams(location.search).get('step'));
    if (step) localStorage.setItem(`gmb-optimization-draft:${id}`, String(step - 1));
    else localStorage.removeItem('gmb-optimization-draft');
  }, draftId);
}

/** Each page goes through all scenes, both at the same time. */
async function check(title: string, pages: Page[], origin: string, scenes: Scene[]): Promise<void> {
  await test.step(title, () => Promise.all(pages.map((page) => walk(page, origin, scenes))));
}

async function walk(page: Page, origin: string, scenes: Scene[]): Promise<void> {
  for (const { name, path, ready, layers = [] } of scenes) {
    await page.goto(origin + path);
    await ready(page).waitFor();
    expectNone(await findViolations(page, { name }));
    for (const layer of layers) await checkLayer(page, layer);
  }
}

async function checkLayer(page: Page, layer: Layer): Promise<void> {
  const { name, selector = 'dialog, [role=dialog]', escape = 'closes' } = layer;
  const opened = page.locator(selector).filter({ visible: true });
  await layer.open(page);
  await opened.first().waitFor();
  expectNone(await findViolations(page, { name, layer: selector }));
  if (escape === 'ignored') return;
  await page.keyboard.press('Escape');
  await expect(opened, `${name} closes with Escape`).toHaveCount(0);
}

function expectNone(violations: string[]): void {
  expect.soft(violations.join('\n\n')).toBe('');
}
