import { PartialType, PickType } from '@nestjs/swagger';
import { OneOf, Reference, References } from './fields.js';
import { Line } from './text-fields.js';
import type { HistoryAction } from './history.js';
import { IMAGES_PER_MOMENT, NAME_MAX } from './limits.js';
import { Owner, type OwnerChoice } from './owners.js';
import { PageQuery } from './paging.js';
import type { DoneView } from './rounds.js';
import type { RunCounts } from './runs.js';
import { DUE_FILTERS, MOMENT_FILTERS, type DueFilter, type MomentFilter, type MomentStatus } from './statuses.js';

/** Orders of the moment list; a leading `-` means descending. */
export const MOMENT_SORTS = ['createdAt', '-createdAt', 'title', '-title'] as const;
export type MomentSort = (typeof MOMENT_SORTS)[number];

/** Body of `POST /api/moments`. A new moment is a draft. */
export class CreateMomentBody {
  @Line({ max: NAME_MAX, required: true })
  title!: string;

  @Reference({ required: true })
  clientId!: string;

  /** Accepted because requests by the specification have it, and not read. */
  @OneOf(['draft'])
  status?: 'draft';
}

/** Body of `PATCH /api/moments/{id}`: the fields to change. Another client keeps the link, the photos and the decisions. */
export class UpdateMomentBody extends PartialType(PickType(CreateMomentBody, ['title', 'clientId']), {
  skipNullProperties: false,
}) {}

/** Body of `PUT /api/moments/{id}/order`. */
export class OrderImagesBody {
  /** All images of the moment, in their new order. */
  @References({ max: IMAGES_PER_MOMENT })
  imageIds!: string[];
}

/** Body of `POST /api/moments/{id}/duplicate`. */
export class DuplicateMomentBody {
  /** Title of the copy; without it, that of the moment with `(copy)` behind it. */
  @Line({ max: NAME_MAX })
  title?: string;
}

/** Query of `GET /api/moments`; newest first unless `sort` says otherwise. */
export class MomentQuery extends PageQuery {
  /** Matches the title or the client's business name, in any case and without regard to accents. */
  @Line({ max: NAME_MAX })
  search?: string;

  /** `active` stands for `generated` and `pending`. */
  @OneOf(MOMENT_FILTERS)
  status?: MomentFilter;

  @OneOf(DUE_FILTERS)
  due?: DueFilter;

  @Reference()
  clientId?: string;

  @Owner()
  owner?: OwnerChoice;

  @OneOf(MOMENT_SORTS)
  sort?: MomentSort;
}

/** What every view of a moment holds. */
export interface MomentSummary {
  id: string;
  title: string;
  clientId: string;
  status: MomentStatus;
  imageCount: number;
  /** The day by which the client is to decide (`YYYY-MM-DD`); `null` for none. */
  dueOn: string | null;
  /** Days from today until then, below 0 once it is over, by the calendar of the client's reviewers; `null` where nothing is left to decide. */
  daysLeft: number | null;
  createdAt: string;
  /** Approved images whose version was not delivered yet. */
  undelivered: number;
  /** When images of it were delivered last, and who did it; `null` before. */
  delivered: { at: string; by: string } | null;
  client: { id: string; business: string };
}

/** A moment in a list. */
export interface MomentListItem extends MomentSummary {
  /** Thumbnail of the first image; `null` without images. */
  coverUrl: string | null;
  /** Images that the client approved, and rejected; all others are pending. */
  approvedCount: number;
  rejectedCount: number;
  /** The newest entry of its history. */
  lastActivity: { action: HistoryAction; at: string };
  /** The caption run that is going on, the largest if there are several; `null` when there is none. */
  run: ListedRun | null;
}

/** Counts of a run, as lists show them. */
export type ListedRun = Omit<RunCounts, 'state'>;

/** A moment on its own page. */
export interface MomentView extends MomentSummary {
  /** When staff first copied or opened the public link; `null` before. */
  sharedAt: string | null;
  /** What a reviewer said at the end of this round; `null` before. */
  done: DoneView | null;
  /** Origin of the public link when the agency has a verified domain (`https://…`); `null` means this site's own. */
  publicOrigin: string | null;
}
