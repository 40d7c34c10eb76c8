import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { SearchQuery, SearchView } from '../contract/search.js';
import { thumbnailUrl } from '../moments/covers.queries.js';
import { findByText, findSimilar } from './search.queries.js';

/** Minimum length of a text for a search of similar names. */
const SIMILAR_FROM = 4;

/** The search over moments, clients, optimizations and agencies. */
@Injectable()
export class SearchService {
  constructor(private readonly db: DataSource) {}

  async search({ q }: SearchQuery, by: Actor): Promise<SearchView> {
    if (!q) return { moments: [], clients: [], optimizations: [], agencies: [] };
    const exact = await findByText(this.db, q, by);
    const isNothing = Object.values(exact).every((found) => found.length === 0);
    const { moments, ...found } =
      isNothing && [...q].length >= SIMILAR_FROM ? await findSimilar(this.db, q, by) : exact;
    const withCovers = moments.map(({ cover, ...moment }) => ({ ...moment, coverUrl: thumbnailUrl(cover) }));
    return { moments: withCovers, ...found };
  }
}
