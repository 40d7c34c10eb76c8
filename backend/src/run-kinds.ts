import type { Type } from '@nestjs/common';
import { CAPTIONS, CaptionsHandler } from './captions/captions.run.js';
import { NOTIFICATIONS, NotificationsHandler } from './mail/notifications.run.js';
import { SUGGESTIONS, SuggestionsHandler } from './optimizations/suggestions.run.js';
import type { RunKindName } from './contract/runs.js';
import type { RunHandler, RunKind } from './runs/run-kind.js';

/** The catalogue of background work: a queue without its kind and handler here does not compile. */
export const RUN_KINDS: Record<RunKindName, { kind: RunKind; handler: Type<RunHandler> }> = {
  captions: { kind: CAPTIONS, handler: CaptionsHandler },
  notifications: { kind: NOTIFICATIONS, handler: NotificationsHandler },
  optimizations: { kind: SUGGESTIONS, handler: SuggestionsHandler },
};
