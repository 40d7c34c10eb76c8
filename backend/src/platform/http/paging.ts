import type { Response } from 'express';

/** A page of a list, with the length of the whole list. */
export interface Page<T> {
  items: T[];
  total: number;
}

/** Sets `X-Total-Count` to the length of the whole list, and returns the items as the body. */
export function sendPage<T>(response: Response, page: Page<T>): T[] {
  response.setHeader('X-Total-Count', page.total);
  return page.items;
}

/** Maps the items of a page. */
export function mapPage<T, U>({ items, total }: Page<T>, present: (item: T) => U): Page<U> {
  return { items: items.map(present), total };
}

/** Whether a query asks for the whole list, so that the total is the number of items. */
export function isWhole({ limit, offset }: { limit?: number; offset?: number }): boolean {
  return limit === undefined && !offset;
}
