import type { OptimizationTexts, SectionsView } from './optimizations.js';
import type { MomentStatus, OptimizationStatus } from './statuses.js';

/** A moment, as its reviewer sees it: `GET /api/public/{momentId}`. */
export interface ReviewMomentView {
  moment: { id: string; title: string; status: MomentStatus; imageCount: number };
  client: { business: string };
}

/** Brand of a public page: `GET /api/public/{momentId}/branding` (spec 3, "Branding"). */
export interface ReviewBranding {
  agency: { name: string; primaryColor: string; logoUrl: string | null };
}

/** An optimization, as its reviewer sees it: `GET /api/gmb-optimizations/public/{publicLink}`. */
export interface ReviewOptimizationView {
  optimization: {
    id: string;
    publicLink: string;
    businessName: string;
    status: OptimizationStatus;
  } & OptimizationTexts &
    SectionsView;
  client: { business: string };
  branding: ReviewBranding['agency'];
}
