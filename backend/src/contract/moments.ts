import { Line, OneOf, Reference } from './fields.js';
import { NAME_MAX } from './limits.js';
import { PageQuery } from './paging.js';
import { MOMENT_STATUSES, type MomentStatus } from './statuses.js';

/** Orders of the moment list; a leading `-` means descending. */
export const MOMENT_SORTS = ['createdAt', '-createdAt', 'title', '-title'] as const;
export type MomentSort = (typeof MOMENT_SORTS)[number];

/** Body of `POST /api/moments`. A new moment is a draft (spec 4). */
export class CreateMomentBody {
  @Line({ max: NAME_MAX, required: true })
  title!: string;

  @Reference({ required: true })
  clientId!: string;

  @OneOf(['draft'])
  status?: 'draft';
}

/** Query of `GET /api/moments`; newest first unless `sort` says otherwise. */
export class MomentQuery extends PageQuery {
  /** Matches the title or the client's business name, in any case. */
  @Line({ max: NAME_MAX })
  search?: string;

  @OneOf(MOMENT_STATUSES)
  status?: MomentStatus;

  @Reference()
  clientId?: string;

  @OneOf(MOMENT_SORTS)
  sort?: MomentSort;
}

/** A moment in a list. */
export interface MomentListItem {
  id: string;
  title: string;
  clientId: string;
  status: MomentStatus;
  imageCount: number;
  createdAt: string;
  client: { id: string; business: string };
}

/** A moment on its own page. */
export interface MomentView extends MomentListItem {
  /** When staff first copied or opened the public link; `null` before. */
  sharedAt: string | null;
  /** Origin of the public link when the agency has a verified domain (`https://…`); `null` means this site's own. */
  publicOrigin: string | null;
}
