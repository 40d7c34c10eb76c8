import type { Locator, Page } from '@playwright/test';

/** A page with its layers. */
export interface Scene {
  name: string;
  path: string;
  /** An element that is visible once the page is loaded. */
  ready: (page: Page) => Locator;
  layers?: Layer[];
}

/** A dialog, menu or message. */
export interface Layer {
  name: string;
  open: (page: Page) => Promise<unknown>;
  /** Selector of the layer; by default a dialog. */
  selector?: string;
  /** Whether Escape closes it; if not, it must be the page's last layer. */
  escape?: 'closes' | 'ignored';
}

/** The accessible name of a control. */
export type Name = string | RegExp;

export const heading = (name: Name) => (page: Page) => page.getByRole('heading', { name, exact: true });
export const text = (content: Name) => (page: Page) => page.getByText(content).first();
export const button = (page: Page, name: Name) => page.getByRole('button', { name }).first();
export const click = (name: Name) => (page: Page) => button(page, name).click();
export const dialog = (name: string, opener: Name): Layer => ({ name, open: click(opener) });

/** The id of a record that does not exist. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
