import { expect, type Locator, type Page } from '@playwright/test';

const STOPS_MAX = 120;

/** Focuses a control by pressing Tab. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    if (await isFocused(control)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${STOPS_MAX} times Tab do not lead to ${control}`);
}

/** Focuses a control by pressing Tab, and presses Enter. */
export async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/** Opens a dialog by keyboard, and expects that it traps the focus and returns it to the control on Escape. */
export async function expectModal(
  page: Page,
  opener: Locator,
  inside: () => Promise<void> = async () => {},
): Promise<void> {
  await press(page, opener);
  const dialog = page.locator('dialog').filter({ visible: true });
  await expect(dialog).toHaveCount(1);
  await expect.poll(() => holdsFocus(dialog), `${opener}: its dialog takes the focus`).toBe(true);
  await inside();
  for (const key of ['Tab', 'Shift+Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab']) {
    await page.keyboard.press(key);
    await expect.poll(() => leavesPageAlone(dialog), `${opener}: ${key} leads to nothing behind it`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener, 'has the focus again').toBeFocused();
}

/** Tabs through the whole page; returns the elements without a visible focus indicator. */
export async function stopsWithoutSign(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(signOfFocus);
    if (stop === 'end') break;
    if (stop) found.push(stop);
  }
  return found;
}

/**
 * `''` if the focused element or its surroundings look different without the focus, otherwise its HTML; `end` after
 * the last one.
 */
async function signOfFocus(): Promise<string> {
  const control = document.activeElement;
  if (!(control instanceof HTMLElement) || control === document.body || control.dataset['seen']) return 'end';
  control.dataset['seen'] = 'yes';
  const looks = () => {
    const styles: string[] = [];
    for (let element: Element | null = control, up = 0; element && up < 8; element = element.parentElement, up += 1) {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } =
        getComputedStyle(element);
      const outline = outlineStyle === 'none' || outlineWidth === '0px' ? '' : outlineWidth + outlineColor;
      styles.push([outline, boxShadow, borderColor, backgroundColor].join('|'));
    }
    return styles.join('\n');
  };
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await drawn();
  const focused = looks();
  control.blur();
  await drawn();
  const plain = looks();
  control.focus({ preventScroll: true });
  return focused === plain ? control.outerHTML.slice(0, 200) : '';
}

async function isFocused(control: Locator): Promise<boolean> {
  return (await control.count()) > 0 && control.first().evaluate((element) => element === document.activeElement);
}

/** From the last control, Tab may go to the browser's own controls before the first one, as in native dialogs. */
async function leavesPageAlone(dialog: Locator): Promise<boolean> {
  return (await holdsFocus(dialog)) || dialog.page().evaluate(() => document.activeElement === document.body);
}

async function holdsFocus(area: Locator): Promise<boolean> {
  return area.evaluateAll((elements) => elements.some((element) => element.contains(document.activeElement)));
}
