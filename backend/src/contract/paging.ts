import { WholeNumber } from './fields.js';

/**
 * The page of a list to return. Without `limit` it reaches to the end of the list. The response header `X-Total-Count`
 * is always the length of the whole list.
 */
export class PageQuery {
  @WholeNumber({ min: 1, max: 1000 })
  limit?: number;

  @WholeNumber({ min: 0, max: 10_000_000 })
  offset?: number;
}
