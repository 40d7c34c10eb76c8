import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { AUDIT_ACTORS, AUDIT_GROUPS, type AuditActor, type AuditGroup } from './audit.js';
import { MayBeMissing, Rule } from './field-rules.js';
import { Instant, OneOf, Reference, WholeNumber } from './fields.js';
import { NAME_MAX } from './limits.js';
import { Line } from './text-fields.js';

const GROUPS = Object.keys(AUDIT_GROUPS) as AuditGroup[];
const ENTRY = /^\d{1,18}$/;

/** Which entries of the audit log are asked for. */
export class AuditFilter {
  /** What was done by this member of staff, and by programs with their keys. */
  @Reference()
  userId?: string | null;

  @OneOf(AUDIT_ACTORS)
  actor?: AuditActor;

  @OneOf(GROUPS)
  group?: AuditGroup;

  /** A part of the name of what was changed, in any case and without regard to accents. */
  @Line({ max: NAME_MAX })
  target?: string;

  @Instant()
  since?: string | null;

  /** Entries before this time. */
  @Instant()
  until?: string | null;
}

/** Query of `GET /api/audit`. */
export class AuditQuery extends AuditFilter {
  /** The id of the last entry that was read, for those before it. */
  @EntryBefore()
  before?: string;

  /** Entries of the answer; 50 without it. */
  @WholeNumber({ min: 1, max: 200 })
  limit?: number;
}

/** The id of an entry; optional. */
function EntryBefore(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required: false, pattern: ENTRY.source }),
    MayBeMissing(),
    Rule('entry', (text) => ENTRY.test(text), { message: '$property must be the id of an entry of the audit log' }),
  );
}
