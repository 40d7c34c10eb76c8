import type { MomentStatus } from './statuses.js';

/** A moment, as its reviewer sees it: `GET /api/public/{momentId}`. */
export interface ReviewMomentView {
  moment: { id: string; title: string; status: MomentStatus; imageCount: number };
  client: { business: string };
}

/** Brand of a public page: `GET /api/public/{momentId}/branding` (spec 3, "Branding"). */
export interface ReviewBranding {
  agency: { name: string; primaryColor: string; logoUrl: string | null };
}
