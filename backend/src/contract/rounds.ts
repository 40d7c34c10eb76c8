import { FEEDBACK_MAX, REPLY_MAX } from './limits.js';
import { Text } from './text-fields.js';

/** What a reviewer said at the end of a round. */
export interface DoneView {
  at: string;
  /** Name of the reviewer; `null` for somebody with the open link. */
  by: string | null;
  /** What else they said; `''` for nothing. */
  note: string;
}

/** Body of `POST …/done`. */
export class DoneBody {
  @Text({ max: FEEDBACK_MAX })
  note?: string;
}

/** Body of `POST /api/images/{id}/resubmit` and `POST /api/gmb-optimizations/{id}/resubmit/{section}`, which need none. */
export class ResubmitBody {
  /** Answers the rejection as well. Without it, or with `''`, the answer that is there stays. */
  @Text({ max: REPLY_MAX })
  reply?: string;
}

/** Body of `PUT /api/images/{id}/reply` and `PUT /api/gmb-optimizations/{id}/reply/{section}`. */
export class ReplyBody {
  /** What staff changed, as the client reads it beside the new version; `''`, or without it, removes it. */
  @Text({ max: REPLY_MAX })
  reply?: string;
}
