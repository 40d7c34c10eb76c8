import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsHexColor,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  NotContains,
  ValidateIf,
  type ValidationArguments,
} from 'class-validator';

/** Decorators that say what a request field may hold: one per kind of field, so that rule, conversion and API document agree. */

interface TextRule {
  /** Longest text, in characters after trimming. */
  max: number;
  /** Whether the field must be present and non-blank. */
  required?: boolean;
}

// PostgreSQL stores neither NUL characters nor lone surrogates.
const NUL = '\u0000';

function clean(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().trim() : value;
}

// The first rule of a field that fails is the one that is told.
function missingOr(kind: string): (rule: ValidationArguments) => string {
  return ({ property, value }) => (value === undefined ? `${property} is required` : `${property} must be ${kind}`);
}

// Unlike IsOptional of the library, which lets null through to columns that hold none.
function MayBeMissing(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

/** A trimmed text. An optional one may be missing; `null` then means empty. */
export function Text({ max, required = false }: TextRule): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required, maxLength: max, ...(required && { minLength: 1 }) }),
    Transform(({ value }) => (value === null && !required ? '' : clean(value))),
    ...(required ? [] : [IsOptional()]),
    IsString({ message: missingOr('a text') }),
    ...(required ? [MinLength(1, { message: '$property is required' })] : []),
    MaxLength(max, { message: `$property must be at most ${max} characters` }),
    NotContains(NUL, { message: '$property must not contain NUL characters' }),
  );
}

/** A password: taken as typed, never trimmed. */
export function Password(rule: { min: number; max: number }): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'password', minLength: rule.min, maxLength: rule.max }),
    IsString({ message: missingOr('a text') }),
    MinLength(rule.min, {
      message: rule.min > 1 ? `$property must be at least ${rule.min} characters` : '$property is required',
    }),
    MaxLength(rule.max, { message: `$property must be at most ${rule.max} characters` }),
  );
}

/** A list of trimmed, non-blank, distinct texts. A comma-separated text is taken as such a list. */
export function TextList({ max, items }: { max: number; items: number }): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: [String], required: false, maxItems: items }),
    Transform(({ value }) => distinct(value)),
    IsOptional(),
    IsArray({ message: '$property must be a list of texts' }),
    ArrayMaxSize(items, { message: `$property must have at most ${items} entries` }),
    IsString({ each: true, message: 'each entry of $property must be a text' }),
    MaxLength(max, { each: true, message: `each entry of $property must be at most ${max} characters` }),
    NotContains(NUL, { each: true, message: '$property must not contain NUL characters' }),
  );
}

function distinct(value: unknown): unknown {
  const list = value === null ? [] : typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list)) return list;
  return [...new Set(list.map(clean))].filter((entry) => entry !== '');
}

/** An http or https address, or empty. */
export function WebAddress({ max }: { max: number }): PropertyDecorator {
  return applyDecorators(
    Text({ max }),
    ValidateIf((_object, value) => value !== undefined && value !== ''),
    IsUrl(
      { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
      { message: '$property must be a web address that starts with http:// or https://' },
    ),
  );
}

/** A colour as `#rrggbb`. */
export function HexColor(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required: false, example: '#6366f1' }),
    Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    MayBeMissing(),
    IsHexColor({ message: '$property must be a colour such as #6366f1' }),
    Matches(/^#[0-9a-f]{6}$/, { message: '$property must be a colour of six hexadecimal digits such as #6366f1' }),
  );
}

/** The id of another record, or `null` for none. */
export function Reference({ required = false }: { required?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'uuid', required, nullable: !required }),
    Transform(({ value }) => (value === '' && !required ? null : value)),
    ...(required ? [] : [IsOptional()]),
    IsUUID('4', { message: missingOr('the id of an existing record') }),
  );
}

/** One of a few words. */
export function OneOf(words: readonly string[]): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ enum: words, required: false }),
    MayBeMissing(),
    IsIn(words, { message: `$property must be one of: ${words.join(', ')}` }),
  );
}

/** A whole number, optional. */
export function WholeNumber({ min, max }: { min: number; max: number }): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: Number, required: false, minimum: min, maximum: max }),
    MayBeMissing(),
    Transform(({ value }) => (typeof value === 'string' && value.trim() ? Number(value) : value)),
    IsInt({ message: '$property must be a whole number' }),
    Min(min, { message: `$property must be at least ${min}` }),
    Max(max, { message: `$property must be at most ${max}` }),
  );
}
