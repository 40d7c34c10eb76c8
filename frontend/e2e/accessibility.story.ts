import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { agencyHostScenes, EMPTY, staffScenes, visitorScenes, type Layer, type Scene } from './accessibility.scenes.ts';
import { findViolations } from './axe.ts';
import { signIn, test } from './product.ts';
import { showcase } from './showcase.ts';

test.use({
  // What axe finds says more than a recording, which would take half of the time.
  trace: 'off',
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP *.example 127.0.0.1'];
      await provide({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});

const SIZES = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};

// Three tests, since each has its own product and they can run side by side.
test.describe.configure({ mode: 'parallel', timeout: 300_000 });

for (const size of ['desktop', 'phone'] as const) {
  test(`axe finds nothing on the pages of staff, light and dark, ${size}`, async ({ product, browser }) => {
    const page = await open(browser, size);
    await signIn(page, product);
    await check('without content', page, product.url, EMPTY);
    const content = await showcase(page.request, product);
    await keepWizardSteps(page.context(), content.draftId);
    await check('with content', page, product.url, staffScenes(content));
    if (size === 'phone') await check('the menu', page, product.url, [MENU]);
  });
}

test('axe finds nothing on the pages of visitors, light and dark, desktop and phone', async ({ product, browser }) => {
  const staff = await open(browser, 'desktop');
  await signIn(staff, product);
  const content = await showcase(staff.request, product);
  const agencyUrl = `http://${content.host}:${new URL(product.url).port}`;
  const walkAs = async (size: keyof typeof SIZES): Promise<void> => {
    const page = await open(browser, size);
    await check(`on the main domain, ${size}`, page, product.url, visitorScenes(content));
    await check(`on an agency’s domain, ${size}`, page, agencyUrl, agencyHostScenes(content));
  };
  await Promise.all([walkAs('desktop'), walkAs('phone')]);
});

const MENU: Scene = {
  name: 'menu',
  path: '/',
  ready: (page) => page.getByText('Wedding season').first(),
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

async function check(title: string, page: Page, origin: string, scenes: Scene[]): Promise<void> {
  await test.step(title, async () => {
    for (const { name, path, ready, layers = [] } of scenes) {
      await page.goto(origin + path);
      await ready(page).waitFor();
      expectNone(await findViolations(page, { name }));
      for (const layer of layers) await checkLayer(page, layer);
    }
  });
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
