import { IntersectionType, PartialType } from '@nestjs/swagger';
import type { ClientView } from './clients.js';
import type { DoneView } from './rounds.js';
import { Revision, type EditsView } from './edits.js';
import { EntryId, OneOf, Reference, Versions, YesNo } from './fields.js';
import { FEEDBACK_MAX, NAME_MAX } from './limits.js';
import { OPTIMIZATION_FIELDS, SUGGESTION_FIELDS, type CurrentText } from './optimization-fields.js';
import { Owner, type OwnerChoice } from './owners.js';
import { PageQuery } from './paging.js';
import { bodyOf } from './record-body.js';
import type { ValuesOf } from './record-fields.js';
import type { RunCounts } from './runs.js';
import { Line, Text } from './text-fields.js';
import {
  DUE_FILTERS,
  OPTIMIZATION_STATUSES,
  SECTIONS,
  type Approval,
  type DueFilter,
  type OptimizationStatus,
  type RunItemState,
  type Section,
} from './statuses.js';

/** Query of `GET /api/gmb-optimizations`; newest first. */
export class OptimizationQuery extends PageQuery {
  /** Matches the business name of the profile or of the client, in any case and without regard to accents. */
  @Line({ max: NAME_MAX })
  search?: string;

  @OneOf(OPTIMIZATION_STATUSES)
  status?: OptimizationStatus;

  @OneOf(DUE_FILTERS)
  due?: DueFilter;

  /** Those of one client. */
  @Reference()
  clientId?: string;

  @Owner()
  owner?: OwnerChoice;
}

/** Body of `POST /api/gmb-optimizations`: the wizard's first step, or all of it. */
export class CreateOptimizationBody extends bodyOf(OPTIMIZATION_FIELDS) {
  @Reference({ required: true })
  clientId!: string;
}

/** The suggestions that staff may edit. */
class SuggestionFields extends bodyOf(SUGGESTION_FIELDS) {
  /** The versions that the edits started from, by section: an edit of an older one is refused (409 SECTION_CHANGED). */
  @Versions(SECTIONS)
  sectionVersions?: Partial<Record<Section, number>>;

  /** Revision of the record, which the wizard edits; suggestions have `sectionVersions`. */
  @Revision()
  revision?: number;

  /** `in_progress` submits the wizard. */
  @OneOf(['in_progress'])
  status?: 'in_progress';
}

/** Body of `PATCH /api/gmb-optimizations/{id}`: the fields to change. */
export class UpdateOptimizationBody extends IntersectionType(
  PartialType(CreateOptimizationBody, { skipNullProperties: false }),
  SuggestionFields,
) {}

/** Body of `POST /api/gmb-optimizations/{id}/regenerate/{section}`. */
export class RegenerateSectionBody {
  @Text({ max: FEEDBACK_MAX })
  userFeedback?: string;

  /** Keeps the suggestion of a rejected section from the client until it is resubmitted. */
  @YesNo()
  asDraft?: boolean;
}

/** Body of `POST /api/gmb-optimizations/{id}/restore`. */
export class RestoreSectionBody {
  /** The entry of the history whose replaced suggestion is written again. */
  @EntryId()
  entryId!: string;

  /** The version of the section that the caller saw; where there is a newer one, nothing is written (409 SECTION_CHANGED). */
  @Revision()
  version?: number;
}

/** Body of `POST /api/gmb-optimizations/public/{publicLink}/approve/{section}`. */
export class DecideSectionBody {
  @OneOf(['approved', 'rejected'], { required: true })
  status!: 'approved' | 'rejected';

  /** Required to reject. */
  @Text({ max: FEEDBACK_MAX })
  feedback?: string;

  /** The version of the section that the reviewer saw: a decision about an older one is refused, one without a version is taken as it is. */
  @Revision()
  version?: number;

  /** The revision of the decision that the reviewer saw; where another one was made since, this one is refused (409 SECTION_DECIDED). */
  @Revision()
  revision?: number;
}

/** Body of `POST /api/gmb-optimizations/public/{publicLink}/undo/{section}`. */
export class UndoSectionDecisionBody {
  /** The version of the section that was decided on; the current one if it is missing. */
  @Revision()
  version?: number;

  /** The revision of the decision that is taken back. */
  @Revision()
  revision?: number;
}

/** An optimization in a list. */
export interface OptimizationListItem {
  id: string;
  clientId: string;
  client: { id: string; business: string };
  businessName: string;
  status: OptimizationStatus;
  /** Place in `OPTIMIZATION_STEPS`, from 1; never goes back. */
  currentStep: number;
  /** When staff first copied or opened the public link; `null` if they never did. */
  sharedAt: string | null;
  /** When a visitor first opened the link or decided; `null` if none did. */
  openedAt: string | null;
  /** The day by which the client is to decide (`YYYY-MM-DD`); `null` for none. */
  dueOn: string | null;
  /** Days from today until then, below 0 once it is over, by the calendar of the client's reviewers; `null` where nothing is left to decide. */
  daysLeft: number | null;
  createdAt: string;
}

/** The texts that are on the profile now; `''` if empty. */
export type OptimizationTexts = Pick<ValuesOf<typeof OPTIMIZATION_FIELDS>, CurrentText>;

/** The five sections, flat as the API names them. A suggestion is `''`, or `[]`, until there is one. */
export interface SectionsView
  extends
    ValuesOf<typeof SUGGESTION_FIELDS>,
    Record<`${Section}Approved`, Approval>,
    Record<`${Section}Feedback`, string> {
  /**
   * What the client rejected before, where a section is pending with another suggestion now; `null` elsewhere. The feedback
   * is still that of the rejection. Keywords are one per line.
   */
  earlierSuggestions: Record<Section, string | null>;
  /** What staff answered to the last rejection of each section; `''` for nothing. */
  sectionReplies: Record<Section, string>;
  /** Grow with each change of a section's suggestion. */
  sectionVersions: Record<Section, number>;
  /** Grow with each decision on a section. */
  decisionRevisions: Record<Section, number>;
}

/** The result of reading the client's website. */
export interface WebsiteScanView {
  url: string;
  state: 'read' | 'failed';
  /** Why it failed; `''` when it did not. */
  note: string;
  at: string;
}

/** An optimization, as staff see it. Its revision and editor are those of the record, which the wizard writes. */
export interface OptimizationView
  extends OptimizationListItem, ValuesOf<typeof OPTIMIZATION_FIELDS>, SectionsView, EditsView {
  /** Last part of the public preview's address: `/gmb-preview/{publicLink}`. */
  publicLink: string;
  /** Origin of the public link when the agency has a verified domain (`https://…`); `null` means this site's own. */
  publicOrigin: string | null;
  /** `null` until the website was scanned. */
  websiteScan: WebsiteScanView | null;
  /** What a reviewer said at the end of this round; `null` before. */
  done: DoneView | null;
  /** Changes of decisions on the public link are refused until then, after too many; `null` if that never happened. */
  throttledUntil: string | null;
  /** Who changed each section's suggestion last; `null` when that is not known. */
  sectionEditors: Record<Section, string | null>;
  /** Sections whose suggestion was written before the record of the business or of its client was changed. */
  outdatedSections: Section[];
  /** What the AI wrote for rejected sections and the client does not see until it is resubmitted; keywords are one per line. */
  sectionDrafts: Record<Section, string | null>;
  /** Sections whose suggestion staff wrote, or changed since the AI wrote it. */
  handwrittenSections: Section[];
}

/** Answer of `GET /api/gmb-optimizations/{id}`. */
export interface OptimizationDetail {
  optimization: OptimizationView;
  client: ClientView;
}

/** A generation; its items are sections. */
export interface OptimizationRunView extends RunCounts {
  optimizationId: string;
  /** `generate` writes every section that has no suggestion; `regenerate` writes one again. The runs of a moment call this `mode`. */
  kind: 'generate' | 'regenerate';
  sections: RunSectionView[];
}

/** One section of a generation. A skipped one was changed meanwhile, so that the new suggestion was dropped. */
export interface RunSectionView {
  section: Section;
  state: RunItemState;
  /** Why it was not written, as a sentence for staff; `''` when it was. */
  message: string;
  /** The technical reason, for who runs the system; `''` when the sentence says all. */
  detail: string;
}

/** Answer of `generate` and `regenerate/{section}` with `Prefer: respond-async`. */
export interface GenerationStarted {
  /** The run's id; its events carry it as `runId`. */
  jobId: string;
}
