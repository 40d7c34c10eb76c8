import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SearchQuery, SearchView } from '../contract/search.js';
import { imageKeys, mediaUrl } from '../platform/storage/keys.js';
import { findByText } from './search.queries.js';

/** The search over all that staff look after. */
@Injectable()
export class SearchService {
  constructor(private readonly db: DataSource) {}

  async search({ q }: SearchQuery): Promise<SearchView> {
    if (!q) return { moments: [], clients: [], optimizations: [], agencies: [] };
    const { moments, ...found } = await findByText(this.db, q);
    const withCovers = moments.map(({ cover, ...moment }) => ({
      ...moment,
      coverUrl: cover && mediaUrl(imageKeys(cover.fileId, cover.extension).thumbnail),
    }));
    return { moments: withCovers, ...found };
  }
}
