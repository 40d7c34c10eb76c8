import type { Locator, Page } from '@playwright/test';

/** A page, and what can be opened over it. */
export interface Scene {
  name: string;
  path: string;
  /** What is there once the page is. */
  ready: (page: Page) => Locator;
  layers?: Layer[];
}

/** A dialog, menu or message. */
export interface Layer {
  name: string;
  open: (page: Page) => Promise<unknown>;
  /** Selector of what opened; a dialog unless it is something else. */
  selector?: string;
  /** Whether Escape closes it; unless it does, nothing else is opened on the page. */
  escape?: 'closes' | 'ignored';
}

/** A name of a control, as Playwright looks for it. */
export type Name = string | RegExp;

export const heading = (name: Name) => (page: Page) => page.getByRole('heading', { name, exact: true });
export const text = (content: Name) => (page: Page) => page.getByText(content).first();
export const button = (page: Page, name: Name) => page.getByRole('button', { name }).first();
export const click = (name: Name) => (page: Page) => button(page, name).click();
export const dialog = (name: string, opener: Name): Layer => ({ name, open: click(opener) });

/** Of a record that does not exist. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
