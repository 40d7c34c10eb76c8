import { WholeNumber } from './fields.js';

/** Part of a list. Without `limit` the whole list is answered; the header `X-Total-Count` holds its length either way. */
export class PageQuery {
  @WholeNumber({ min: 1, max: 1000 })
  limit?: number;

  @WholeNumber({ min: 0, max: 10_000_000 })
  offset?: number;
}
