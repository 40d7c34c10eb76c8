import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import type { Layer, Scene } from './scene.ts';

/** WCAG 2.2 A and AA, and axe's rules for good practice. */
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose result depends on the theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The checked part of a page: all of it, or a layer over it. */
export interface Subject {
  name: string;
  /** Selector of the layer. */
  layer?: string;
}

/** Checks a page with all rules in the current theme, then the colours in the other theme. */
export async function findViolations(page: Page, subject: Subject): Promise<string[]> {
  await waitUntilStable(page);
  const first = await audit(page, subject, (axe) => axe.withTags(STANDARD));
  await changeTheme(page);
  return [...first, ...(await audit(page, subject, (axe) => axe.withRules(OF_COLOURS)))];
}

/** Checks pages and their layers, as a step of the story. */
export async function checkScenes(title: string, page: Page, origin: string, scenes: Scene[]): Promise<void> {
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
  const { name, selector = 'dialog', escape = 'closes' } = layer;
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

/** Changes the theme as another tab would, through local storage. */
async function changeTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('theme', localStorage.getItem('theme') === 'dark' ? 'light' : 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  });
  await waitUntilStable(page);
}

/** Waits until nothing is loading and no animation runs. */
async function waitUntilStable(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true], [aria-label=Loading], .ant-skeleton, .ant-spin-spinning')).toHaveCount(
    0,
  );
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const ends = (animation: Animation) => animation.effect?.getComputedTiming().iterations !== Infinity;
    // The end of one animation may start another.
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await frame();
      const moving = document
        .getAnimations()
        .filter((animation) => ends(animation) && animation.playState === 'running');
      if (moving.length > 0) quiet = 0;
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  });
}

async function audit(page: Page, { name, layer }: Subject, rules: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // The default mode of axe is slower and only needed for frames, which do not exist here.
  const axe = rules(new AxeBuilder({ page }).options({ resultTypes: ['violations'] })).setLegacyMode();
  const { violations } = await (layer ? axe.include(layer) : axe).analyze();
  if (violations.length === 0) return [];
  const where = `${name}, ${page.viewportSize()!.width} px, ${await page.locator('html').getAttribute('data-theme')}`;
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target, html, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
      return `${where}: ${impact} ${id} (${help}): ${target.join(' ')}\n    ${html.slice(0, 200)}\n    ${why}`;
    }),
  );
}
