import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsInt,
  Max,
  Min,
  IsObject,
  ValidateNested,
} from 'class-validator';
import { MayBeMissing, missingOr } from './field-rules.js';
import { Day, Instant, Reference, YesNo } from './fields.js';
import type { Language } from './languages.js';
import { PASSCODE_MAX, PASSCODE_MIN, REMINDERS_MAX, REVIEWERS_PER_CLIENT, SHARE_MESSAGE_MAX } from './limits.js';
import type { ReviewAgency } from './review.js';
import type { ReviewerView } from './reviewers.js';
import type { MomentStatus, OptimizationStatus } from './statuses.js';
import { Password, Text } from './text-fields.js';

/** What a link can be shared of, as paths name it: a moment, an optimization, or all open work of a client. */
export const SHARE_TARGET_PATHS = ['moments', 'gmb-optimizations', 'clients'] as const;
export type ShareTargetPath = (typeof SHARE_TARGET_PATHS)[number];

/** Numbers of days, ascending; optional. */
function Days(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'array', items: { type: 'integer' }, required: false, maxItems: REMINDERS_MAX }),
    MayBeMissing(),
    IsArray({ message: '$property must be a list of days' }),
    ArrayMaxSize(REMINDERS_MAX, { message: `$property must have at most ${REMINDERS_MAX} entries` }),
    ArrayUnique({ message: '$property must not name the same day twice' }),
    IsInt({ each: true, message: 'each entry of $property must be a whole number' }),
    Min(1, { each: true, message: 'each entry of $property must be at least 1' }),
    Max(60, { each: true, message: 'each entry of $property must be at most 60' }),
  );
}

/** What holds for a link; what is missing stays, or is the default of a new one. */
export class LinkOptionsBody {
  /** Whether the reviewer may decide, or only look; may decide unless given. */
  @YesNo()
  mayDecide?: boolean;

  /** When the link ends; `null` for never. */
  @Instant()
  expiresAt?: string | null;
}

/** Body of `PATCH /api/links/{id}`. */
export class UpdateLinkBody extends LinkOptionsBody {
  /** Asked for once on each device. */
  @Password({ min: PASSCODE_MIN, max: PASSCODE_MAX, required: false })
  passcode?: string | null;
}

/** One reviewer who gets a link. */
export class LinkRecipient extends LinkOptionsBody {
  @Reference({ required: true })
  reviewerId!: string;
}

/** Body of `POST /api/{moments|gmb-optimizations|clients}/{id}/links`: the links to make, and those there are to change. */
export class ShareBody extends UpdateLinkBody {
  @ApiProperty({ type: [LinkRecipient], minItems: 1, maxItems: REVIEWERS_PER_CLIENT })
  @Type(() => LinkRecipient)
  @IsArray({ message: missingOr('a list of reviewers') })
  @ArrayNotEmpty({ message: '$property must name at least one reviewer' })
  @ArrayMaxSize(REVIEWERS_PER_CLIENT, { message: `$property must have at most ${REVIEWERS_PER_CLIENT} entries` })
  @ArrayUnique((recipient: LinkRecipient | null) => recipient?.reviewerId, {
    message: '$property must not name the same reviewer twice',
  })
  @IsObject({ each: true, message: 'each entry of $property must be an object' })
  @ValidateNested({ each: true })
  reviewers!: LinkRecipient[];

  /** By which day they are to decide; it belongs to the moment or the optimization. What is missing stays. */
  @Day()
  dueOn?: string | null;

  /** After how many days each is reminded until all is decided; none for never. Without it, as the client's. */
  @Days()
  remindAfterDays?: number[];

  /** Whether reviewers with an e-mail address get a mail; they do unless this is `false`. */
  @YesNo()
  mail?: boolean;

  /** What staff write to them, where `{First name}` stands for the reviewer's; `''` for nothing. */
  @Text({ max: SHARE_MESSAGE_MAX })
  message?: string;
}

/** Body of `PATCH /api/{moments|gmb-optimizations|clients}/{id}/sharing`. */
export class UpdateSharingBody {
  /** Whether the link that anybody may use is open. */
  @YesNo()
  openLink?: boolean;

  /** The day by which the client is to decide; for a moment or an optimization. */
  @Day()
  dueOn?: string | null;

  /** For a client: after how many days its reviewers are reminded; none for never. */
  @Days()
  reminderDays?: number[];

  /** For a client: what reminders say, where `{First name}` stands for the reviewer's; `''` for the text of their language. */
  @Text({ max: SHARE_MESSAGE_MAX })
  reminderText?: string;
}

/** Body of `POST /api/links/{id}/revoke`. */
export class RevokeBody {
  /** Whether the reviewer gets a mail about it; not unless this is `true`. */
  @YesNo()
  mail?: boolean;
}

/** Body of `POST /api/review-link/passcode`. */
export class PasscodeBody {
  @Password({ min: 1, max: PASSCODE_MAX })
  passcode!: string;
}

/** Whether a named link opens now. */
export type LinkState = 'open' | 'expired' | 'revoked';

/** How many photos or sections a reviewer decided, as the decisions stand now. */
export interface DecidedCount {
  approved: number;
  rejected: number;
  /** Photos of the moment, or sections with a suggestion. */
  total: number;
}

/** A reviewer's link, as staff see it. */
export interface LinkView {
  id: string;
  reviewer: ReviewerView;
  /** `null` where it cannot be shown any more, since the secret of this installation has changed: share it again. */
  address: string | null;
  state: LinkState;
  mayDecide: boolean;
  hasPasscode: boolean;
  /** Since when no passcode is taken, because wrong ones were given too often; `null` while some are. */
  lockedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  revokedBy: string | null;
  firstOpenedAt: string | null;
  lastSeenAt: string | null;
  /** When a mail reminds the reviewer next; `null` where none does: nothing is left to decide, or no mail reaches them. */
  nextReminderAt: string | null;
  /** Photos or sections that still wait for a decision; by a link to all work of a client, packages and optimizations. */
  left: number;
  /** When the reviewer was done with this round, by saying so or by the last decision, and what they said; `null` before. */
  done: { at: string; note: string } | null;
  /** `null` for a link to all work of a client. */
  decided: DecidedCount | null;
  createdAt: string;
}

/** Who may see a moment, an optimization or all work of a client: `GET /api/{…}/{id}/sharing`. */
export interface SharingView {
  clientId: string;
  /** Whether the open link of this record is on, and whether it works: the client's must be on as well. */
  openLink: boolean;
  isOpenLinkWorking: boolean;
  /** When staff first copied or opened the open link; `null` if they never did, and for a client. */
  openLinkSharedAt: string | null;
  /** The day by which the client is to decide (`YYYY-MM-DD`); `null` for none, and for a client. */
  dueOn: string | null;
  /** After how many days reviewers of this client are reminded. */
  reminderDays: number[];
  /** What reminders say to them; `''` for the text of their language. */
  reminderText: string;
  /** Whether this installation sends mails; otherwise they are only listed. */
  sendsMails: boolean;
  links: LinkView[];
}

/** One piece of work in a client's portal. */
export type PortalItem = {
  id: string;
  title: string;
  coverUrl: string | null;
  decided: number;
  total: number;
  /** By which day the client is asked to decide (`YYYY-MM-DD`); `null` for none. */
  dueOn: string | null;
  /** When any photo of a moment was delivered last; `null` before. */
  deliveredAt: string | null;
} & ({ kind: 'moment'; status: MomentStatus } | { kind: 'optimization'; status: OptimizationStatus });

/** Whose work a named link leads to, as its holder sees it. */
export interface ReviewLinkClient {
  business: string;
}

/** To whom a named link was sent, as its holder sees it. */
export interface ReviewLinkReviewer {
  name: string;
}

/**
 * What the holder of a named link sees of it first: `GET /api/review-link`. Its parts have names, since generators of clients
 * (openapi-python-client) take no unions of objects with nameless ones.
 */
export type ReviewLinkView = {
  branding: ReviewAgency;
  client: ReviewLinkClient;
  /** The reviewer's, in which the page speaks. */
  language: Language;
} & (
  | { state: 'expired' | 'revoked' | 'passcode' | 'locked' }
  | ({ state: 'open'; reviewer: ReviewLinkReviewer; mayDecide: boolean } & (
      { opens: 'moment' | 'optimization'; id: string } | { opens: 'portal'; items: PortalItem[] }
    ))
);
