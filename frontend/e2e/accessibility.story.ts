import { type Browser, type BrowserContext, type Page } from '@playwright/test';
import { staffScenes } from './accessibility.scenes.ts';
import type { Scene } from './scene.ts';
import { agencyHostScenes, visitorScenes } from './visitor.scenes.ts';
import { checkScenes } from './axe.ts';
import { openSession, test } from './product.ts';

const SIZES = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};

// Pages without content are in first-run.story.ts.
test.describe.configure({ timeout: 300_000 });

for (const size of ['desktop', 'phone'] as const) {
  test(`axe finds nothing on the pages of staff, light and dark, ${size}`, async ({ product, content, browser }) => {
    const page = await open(browser, size);
    await openSession(page.request, product);
    await keepWizardSteps(page.context(), content.draftId);
    await checkScenes('with content', page, product.url, staffScenes(content));
    if (size === 'phone') await checkScenes('the menu', page, product.url, [MENU]);
  });
}

test('axe finds nothing on the pages of visitors, light and dark, desktop and phone', async ({
  product,
  content,
  browser,
}) => {
  const agencyUrl = `http://${content.host}:${new URL(product.url).port}`;
  const walkAs = async (size: keyof typeof SIZES): Promise<void> => {
    const page = await open(browser, size);
    await checkScenes(`on the main domain, ${size}`, page, product.url, visitorScenes(content));
    await checkScenes(`on an agency’s domain, ${size}`, page, agencyUrl, agencyHostScenes(content));
  };
  await Promise.all([walkAs('desktop'), walkAs('phone')]);
});

const MENU: Scene = {
  name: 'menu',
  path: '/',
  ready: (page) => page.getByRole('heading', { name: 'Recent Activity' }),
  layers: [{ name: 'sheet', open: (page) => page.getByRole('button', { name: 'Toggle sidebar' }).click() }],
};

async function open(browser: Browser, size: keyof typeof SIZES): Promise<Page> {
  return (await browser.newContext({ ...SIZES[size], reducedMotion: 'reduce' })).newPage();
}

/** Makes the wizard open a draft at the step in the URL (`?step=2`), as if this browser had stored it. */
async function keepWizardSteps(context: BrowserContext, draftId: string): Promise<void> {
  await context.addInitScript((id) => {
    const step = Number(new URLSearchParams(location.search).get('step'));
    if (step) localStorage.setItem(`gmb-optimization-draft:${id}`, String(step - 1));
    else localStorage.removeItem('gmb-optimization-draft');
  }, draftId);
}
