import { applyDecorators } from '@nestjs/common';
import { PartialType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Matches, ValidateIf } from 'class-validator';
import { hostName } from '../common/host-name.js';
import { Revision, type EditsView } from './edits.js';
import { HexColor, Line, YesNo } from './fields.js';
import { NAME_MAX } from './limits.js';

/** A host name such as `review.example.com`, in the form of `hostName`: without scheme, port or path. Empty means none. */
function Domain(): PropertyDecorator {
  return applyDecorators(
    Line({ max: 253 }),
    Transform(({ value }) => (typeof value === 'string' ? hostName(value.trim()) : (value ?? ''))),
    ValidateIf((_object, value) => value !== undefined && value !== ''),
    Matches(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/, {
      message: '$property must be a domain such as review.example.com, without http:// and without a path',
    }),
  );
}

/** Fields of `POST /api/agencies` (multipart; the file field is `logo`). */
export class CreateAgencyBody {
  @Line({ max: NAME_MAX, required: true })
  name!: string;

  @HexColor()
  primaryColor?: string;

  @Domain()
  customDomain?: string;
}

/** Fields of `PATCH /api/agencies/{id}`: those to change. */
export class UpdateAgencyBody extends PartialType(CreateAgencyBody, { skipNullProperties: false }) {
  /** Takes the logo away; not together with a new one. */
  @YesNo()
  removeLogo?: boolean;

  @Revision()
  revision?: number;
}

/** An agency, as staff see it. A changed domain is not verified until it is checked again. */
export interface AgencyView extends EditsView {
  id: string;
  name: string;
  primaryColor: string;
  logoUrl: string | null;
  customDomain: string | null;
  domainVerified: boolean;
  /** Why the domain is not verified, or not any more, as its latest check found; `''` when there is nothing to say. */
  domainNote: string;
  createdAt: string;
}

/** Answer of `POST /api/agencies/{id}/verify-domain`. */
export interface DomainVerification {
  /** Whether this check found that the domain leads to this server. */
  verified: boolean;
  /** A sentence for staff: what was found, and what to do about it. */
  message: string;
}

/** Answer of `GET /api/domains/allowed` for the verified domain of an agency; any other text is answered with 404. */
export interface DomainAllowed {
  allowed: true;
}
