import type { Response } from 'express';

/** A part of a list, with the length of the whole. */
export interface Page<T> {
  items: T[];
  total: number;
}

/** Answers the part as a plain array and the whole's length in `X-Total-Count`. */
export function sendPage<T>(response: Response, page: Page<T>): T[] {
  response.setHeader('X-Total-Count', page.total);
  return page.items;
}

/** The same part of a list in another form. */
export function mapPage<T, U>({ items, total }: Page<T>, present: (item: T) => U): Page<U> {
  return { items: items.map(present), total };
}

/** Whether a query asks for the whole list, whose length is then its total. */
export function isWhole({ limit, offset }: { limit?: number; offset?: number }): boolean {
  return limit === undefined && !offset;
}
