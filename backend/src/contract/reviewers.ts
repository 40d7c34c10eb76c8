import { applyDecorators } from '@nestjs/common';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { IsTimeZone } from 'class-validator';
import { MayBeMissing } from './field-rules.js';
import { OneOf } from './fields.js';
import { LANGUAGES, type Language } from './languages.js';
import { NAME_MAX } from './limits.js';
import { Email, Line } from './text-fields.js';

/** A time zone of the IANA database, such as `Europe/Berlin`; optional. */
function TimeZone(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required: false }),
    MayBeMissing(),
    IsTimeZone({ message: '$property must be a time zone such as Europe/Berlin' }),
  );
}

/** Body of `POST /api/clients/{id}/reviewers`. */
export class CreateReviewerBody {
  @Line({ max: NAME_MAX, required: true })
  name!: string;

  /** `''` for somebody who gets no mail. */
  @Email({ required: false })
  email?: string;

  /** Of mails and of the review page; English unless given. */
  @OneOf(LANGUAGES)
  language?: Language;

  /** In which reminders keep to working hours; `UTC` unless given. */
  @TimeZone()
  timeZone?: string;
}

/** Body of `PATCH /api/reviewers/{id}`: the fields to change. */
export class UpdateReviewerBody extends PartialType(CreateReviewerBody, { skipNullProperties: false }) {}

/** Somebody at a client who decides on what the agency proposes. */
export interface ReviewerView {
  id: string;
  clientId: string;
  name: string;
  /** `''` where it is unknown. */
  email: string;
  language: Language;
  timeZone: string;
  /** Why mails to this address are not sent any more, in the mail server's words; `''` while they are. */
  mailRefusal: string;
  /** Whether the holder of this address stopped the mails to it. */
  hasStoppedMails: boolean;
  createdAt: string;
}

/** A reviewer in the list of their client. */
export interface ListedReviewer extends ReviewerView {
  /** When they last opened a link of theirs, to the minute; `null` if they never did. */
  lastSeenAt: string | null;
  /** Links of theirs that are neither revoked nor expired. */
  openLinks: number;
}
