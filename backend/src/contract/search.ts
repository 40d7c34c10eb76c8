import { Line } from './text-fields.js';
import { NAME_MAX } from './limits.js';
import type { MomentStatus, OptimizationStatus } from './statuses.js';

/** Records of each kind that a search answers at most. */
export const SEARCH_RESULTS = 5;

/** Query of `GET /api/search`. */
export class SearchQuery {
  /**
   * Matches titles, businesses and names, in any case and without regard to accents; where none contains it, those that are
   * similar. Nothing matches an empty text.
   */
  @Line({ max: NAME_MAX })
  q?: string;
}

/** Answer of `GET /api/search`: of each kind what begins with the text first, and then the newest. */
export interface SearchView {
  /** Those whose title or whose client's business matches. */
  moments: FoundMoment[];
  clients: FoundClient[];
  optimizations: FoundOptimization[];
  agencies: FoundAgency[];
}

export interface FoundMoment {
  id: string;
  title: string;
  business: string;
  status: MomentStatus;
  /** Thumbnail of the first image; `null` without images. */
  coverUrl: string | null;
}

export interface FoundClient {
  id: string;
  business: string;
}

export interface FoundOptimization {
  id: string;
  businessName: string;
  status: OptimizationStatus;
}

export interface FoundAgency {
  id: string;
  name: string;
}
