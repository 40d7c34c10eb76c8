import { applyDecorators } from '@nestjs/common';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow, Matches, ValidateIf } from 'class-validator';
import { DOMAIN, DOMAIN_MAX, hostName } from './host-name.js';
import { Revision, type EditsView } from './edits.js';
import { BLANK } from './field-rules.js';
import { HexColor, YesNo } from './fields.js';
import { Email, Line } from './text-fields.js';
import { NAME_MAX, POSTAL_ADDRESS_MAX } from './limits.js';

/** For the API's document: `DOMAIN` with upper-case letters as well, which are converted. */
const TYPED_DOMAIN = DOMAIN.source.slice(1, -1).replaceAll('a-z', 'A-Za-z');

/**
 * A host name such as `review.example.com`, without scheme, port or path; `''` for none. It is converted to the
 * canonical form of `hostName` before it is validated.
 */
function Domain(): PropertyDecorator {
  return applyDecorators(
    Line({ max: DOMAIN_MAX }),
    ApiProperty({ pattern: `^(${TYPED_DOMAIN}|${BLANK})$`, description: 'An international name in its ASCII form' }),
    Transform(({ value }) => (typeof value === 'string' ? hostName(value.trim()) : value)),
    ValidateIf((_object, value) => value !== undefined && value !== ''),
    Matches(DOMAIN, {
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

  /** The address that reviewers answer to where the member of staff who shared has none, or is gone; `''` for none. */
  @Email({ required: false })
  replyTo?: string;

  /** Street and town in one line, at the end of mails to reviewers. */
  @Line({ max: POSTAL_ADDRESS_MAX })
  postalAddress?: string;
}

/** Fields of `PATCH /api/agencies/{id}` (multipart, as for POST). Fields that are missing stay as they are. */
export class UpdateAgencyBody extends PartialType(CreateAgencyBody, { skipNullProperties: false }) {
  /** Removes the logo. 400 when it is true and a new logo is sent. */
  @YesNo()
  removeLogo?: boolean;

  @Revision()
  revision?: number;
}

/** An agency, as staff see it. */
export interface AgencyView extends EditsView {
  id: string;
  name: string;
  primaryColor: string;
  logoUrl: string | null;
  customDomain: string | null;
  /** Whether the domain leads to this server. False after a change of `customDomain`, until a check confirms it. */
  domainVerified: boolean;
  /** Why the latest check did not verify the domain, as a sentence for staff; `''` if verified or not yet checked. */
  domainNote: string;
  /** `''` where it is unknown. */
  replyTo: string;
  /** `''` where it is unknown. */
  postalAddress: string;
  createdAt: string;
}

/** Response of `POST /api/agencies/{id}/verify-domain`. */
export interface DomainVerification {
  /** Whether this check found that the domain leads to this server. */
  verified: boolean;
  /** A sentence for staff: what was found, and what to do about it. */
  message: string;
}

/** Query of `GET /api/domains/allowed`. What is no domain is not allowed, like any other that is not an agency's. */
export class DomainQuery {
  @ApiProperty({ type: String, example: 'review.example.com' })
  @Allow()
  domain: unknown;
}

/** Response of `GET /api/domains/allowed` for the verified domain of an agency. Any other domain is a 404. */
export interface DomainAllowed {
  allowed: true;
}
