import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, ValidateIf } from 'class-validator';
import { Revision, type EditsView } from './edits.js';
import { HexColor, Text } from './fields.js';
import { NAME_MAX } from './limits.js';

const WORDS: Record<string, boolean> = { true: true, false: false };

/** Yes or no; forms, which know texts only, say `true` or `false`. */
function YesNo(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: Boolean, required: false }),
    Transform(({ value }) => (typeof value === 'string' ? (WORDS[value.trim().toLowerCase()] ?? value) : value)),
    ValidateIf((_object, value) => value !== undefined),
    IsBoolean({ message: '$property must be true or false' }),
  );
}

/** Fields of `PATCH /api/settings` (multipart; the file field is `logo`): those to change. */
export class UpdateSettingsBody {
  @Text({ max: NAME_MAX })
  brandName?: string;

  @HexColor()
  primaryColor?: string;

  /** Takes the logo away; not together with a new one. */
  @YesNo()
  removeLogo?: boolean;

  @Revision()
  revision?: number;
}

/** Platform branding: `GET /api/settings` (spec 3). */
export interface SettingsView extends EditsView {
  logoUrl: string | null;
  /** `''` means the product's default brand name. */
  brandName: string;
  primaryColor: string;
}

/** Brand of the host that was asked, for pages without a session: `GET /api/branding`. */
export interface BrandingView {
  name: string;
  primaryColor: string;
  logoUrl: string | null;
  /** Whether this host is an agency's domain, which has the public pages only. */
  agencyDomain: boolean;
}
