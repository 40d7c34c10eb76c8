import type { ErrorCode } from './errors.js';
import type { ImageView, ReviewImageView } from './images.js';
import type { MomentView } from './moments.js';
import type { OptimizationView } from './optimizations.js';
import type { ReviewMomentView, ReviewOptimizationView } from './review.js';
import type { RunState, Section } from './statuses.js';

/** Progress of a caption run; `imageId` names the image that just ended, `message` and `detail` say why it failed if it did. */
export interface CaptionProgress {
  momentId: string;
  runId: string;
  state: RunState;
  total: number;
  done: number;
  failed: number;
  imageId?: string;
  message?: string;
  detail?: string;
}

/** Progress of a generation; `section` names the one that just ended, `message` and `detail` say why it failed if it did. */
export interface OptimizationProgress {
  optimizationId: string;
  runId: string;
  state: RunState;
  total: number;
  done: number;
  failed: number;
  section?: Section;
  message?: string;
  detail?: string;
}

/** Every event that staff hear. A key here without a cache rule in the frontend does not compile. */
export interface StaffEvents {
  'captions.progress': CaptionProgress;
  'image.changed': ImageView;
  'image.deleted': { momentId: string; imageId: string };
  'moment.changed': MomentView;
  'moment.deleted': { momentId: string };
  'optimization.progress': OptimizationProgress;
  'optimization.changed': OptimizationView;
  'optimization.deleted': { optimizationId: string };
  'client.changed': { id: string };
  'agency.changed': { id: string };
  'settings.changed': { id: string };
  'user.changed': { id: string };
}

/** Every event that a visitor hears: about the one thing that the visitor watches, and about the platform's brand. */
export interface VisitorEvents {
  'image.changed': ReviewImageView;
  'image.deleted': { momentId: string; imageId: string };
  'moment.changed': ReviewMomentView;
  'moment.deleted': { momentId: string };
  'optimization.changed': ReviewOptimizationView;
  'optimization.deleted': { optimizationId: string };
  'settings.changed': { id: string };
}

/** Events as Socket.IO types them. */
export type Handlers<Events> = { [Name in keyof Events]: (payload: Events[Name]) => void };

/** The two kinds of people that connect. */
export type Audience = 'staff' | 'visitor';

/**
 * What a browser sends as it connects. Staff need a valid session, or are refused with `NOT_SIGNED_IN`; visitors need none,
 * and one that they have does not matter. Without `as`, who sends a session's cookie to a main host is staff.
 */
export interface ConnectRequest {
  as?: Audience;
}

/** Why a connection was refused: the `data` of the error, whose message is a sentence. */
export interface ConnectRefusal {
  code: ErrorCode;
}

/** What a visitor asks to hear about. */
export type WatchRequest = { momentId: string } | { publicLink: string };

/** What `watch` is acknowledged with: `ok` is false without `error` when there is no such link. */
export type WatchAnswer = { ok: true } | { ok: false } | MessageRefusal;

/** Why a message was not taken. With a time to wait the connection is closed, so that its page asks again. */
export interface MessageRefusal {
  ok: false;
  error: string;
  retryAfterSeconds?: number;
}

/** What `missed` is acknowledged with. */
export interface MissedAnswer {
  missed: boolean;
}

/** Messages from the browser; any other one is acknowledged with a `MessageRefusal`. */
export interface ClientMessages {
  watch: (request: WatchRequest, acknowledge: (answer: WatchAnswer) => void) => void;
  /**
   * Asks, once it hears what it is to hear, whether anything of that may have happened within the last `ageMs`
   * milliseconds and `MISSED_MARGIN_MS`: else a page that was read since needs not be read again.
   */
  missed: (ageMs: number, acknowledge: (answer: MissedAnswer) => void) => void;
}
