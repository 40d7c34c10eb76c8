import { Revision } from './edits.js';
import type { Faq } from './faqs.js';
import type { Section } from './statuses.js';

/** Body of `PUT /api/gmb-optimizations/{id}/applied/{section}`. */
export class ApplySectionBody {
  /** The version of the section that was put there; where there is a newer one, nothing is noted (409 SECTION_CHANGED). */
  @Revision()
  version?: number;
}

/** When staff put an approved text where it belongs. */
export interface AppliedView {
  at: string;
  /** The member of staff, as they are shown; `null` when that is not known. */
  by: string | null;
  /** Whether it is the text that is approved now; `false` where that changed since. */
  isCurrent: boolean;
}

/** An approved section, as it goes to Google, or to the client's website. */
export interface ProfileSection {
  section: Section;
  /** The approved text; services, service areas and keywords are one per line. */
  text: string;
  /** The lines of services, service areas and keywords; empty for other sections. */
  lines: string[];
  /** The version that is approved. */
  version: number;
  /** The reviewer, or the member of staff, who approved it; `null` for somebody with the open link. */
  approvedBy: string | null;
  /** When it was approved; `null` when that is not known. */
  approvedAt: string | null;
  applied: AppliedView | null;
}

/** Approved questions and answers, as the client's website takes them. Google has no field for them. */
export interface ProfileFaqs {
  questions: Faq[];
  /** Headings and paragraphs. */
  html: string;
  /** A script element with a `FAQPage` of schema.org. */
  jsonLd: string;
}

/** Answer of `GET /api/gmb-optimizations/{id}/profile`: what the client approved, and nothing else. */
export interface ProfileView {
  optimizationId: string;
  businessName: string;
  /** Address of the Google Business Profile; `''` where none is recorded. */
  gmbLink: string;
  sections: ProfileSection[];
  /** `null` where no FAQs are approved, or their text is not made of questions and answers. */
  faqs: ProfileFaqs | null;
  /** Sections that the client did not approve, which are not in here. */
  unapproved: Section[];
}
