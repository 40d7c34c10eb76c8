import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsHexColor,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsUUID,
  Matches,
  Max,
  isISO8601,
  isRFC3339,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { MayBeMissing, missingOr, Rule } from './field-rules.js';

/**
 * Decorators for fields of requests. Each one validates, converts and documents a field. Text fields:
 * `text-fields.ts` and `text-list-fields.ts`.
 */

/** One of a few words. */
export function OneOf(words: readonly string[], { required = false }: { required?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ enum: words, required }),
    ...(required ? [] : [MayBeMissing()]),
    IsIn(words, { message: `$property must be one of: ${words.join(', ')}` }),
  );
}

/** A whole number, optional; in queries and forms in decimal digits. */
export function WholeNumber({ min, max }: { min: number; max: number }): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'integer', required: false, minimum: min, maximum: max }),
    MayBeMissing(),
    Transform(({ value }) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value)),
    IsInt({ message: '$property must be a whole number' }),
    Min(min, { message: `$property must be at least ${min}` }),
    Max(max, { message: `$property must be at most ${max}` }),
  );
}

const YES_NO = new Map([
  ['true', true],
  ['false', false],
]);

/** A boolean; as a text `true` or `false` in forms. */
export function YesNo({ required = false }: { required?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: Boolean, required }),
    Transform(({ value }) => (typeof value === 'string' ? (YES_NO.get(value.trim().toLowerCase()) ?? value) : value)),
    ...(required ? [] : [MayBeMissing()]),
    IsBoolean({ message: required ? missingOr('true or false') : '$property must be true or false' }),
  );
}

/** A colour as `#rrggbb`. */
export function HexColor(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required: false, pattern: '^#[0-9a-fA-F]{6}$' }),
    Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    MayBeMissing(),
    IsHexColor({ message: '$property must be a colour such as #6366f1' }),
    Matches(/^#[0-9a-f]{6}$/, { message: '$property must be a colour of six hexadecimal digits such as #6366f1' }),
  );
}

/** A day, or `null` for none; optional. */
export function Day(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'date', required: false, nullable: true }),
    IsOptional(),
    Rule('day', (text) => /^2\d{3}-\d\d-\d\d$/.test(text) && isISO8601(text, { strict: true }), {
      message: '$property must be a day such as 2027-01-31',
    }),
  );
}

// ISO 8601 allows week dates and leap seconds, which JavaScript does not parse.
const isInstant = (text: string): boolean =>
  /^2\d{3}-/.test(text) && isRFC3339(text) && !Number.isNaN(Date.parse(text));

/** A time, or `null` for never; optional. */
export function Instant(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'date-time', required: false, nullable: true }),
    IsOptional(),
    Rule('instant', isInstant, {
      message: '$property must be a time from the year 2000 on such as 2027-01-31T12:00:00Z',
    }),
  );
}

/** The id of another record; where it is not required, `null` for none. */
export function Reference({ required = false }: { required?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'uuid', required, nullable: !required }),
    ...(required ? [] : [IsOptional()]),
    IsUUID('4', { message: missingOr('the id of an existing record') }),
  );
}

/** The id of an entry of a history. */
export function EntryId(): PropertyDecorator {
  const pattern = String.raw`^\d{1,18}$`;
  return applyDecorators(
    ApiProperty({ type: String, required: true, pattern }),
    Matches(new RegExp(pattern), { message: missingOr('the id of an entry of the history') }),
  );
}

/** The ids of other records, each once. */
export function References({ max }: { max: number }): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: max, uniqueItems: true }),
    IsArray({ message: missingOr('a list of ids') }),
    ArrayMaxSize(max, { message: `$property must have at most ${max} entries` }),
    IsUUID('4', { each: true, message: 'each entry of $property must be the id of an existing record' }),
    ArrayUnique({ message: '$property must not name the same record twice' }),
  );
}

/** Several records at once, each with the fields of a body. */
export function Records(body: new () => object, { max }: { max: number }): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: [body], minItems: 1, maxItems: max }),
    Type(() => body),
    IsArray({ message: missingOr('a list of records') }),
    ArrayNotEmpty({ message: '$property must have at least 1 entry' }),
    ArrayMaxSize(max, { message: `$property must have at most ${max} entries` }),
    IsObject({ each: true, message: 'each entry of $property must be an object' }),
    ValidateNested({ each: true }),
  );
}

/** Version numbers by name, each name one of a few. */
export function Versions(names: readonly string[]): PropertyDecorator {
  const isVersions = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value as Record<string, unknown>).every(
      ([name, version]) => names.includes(name) && Number.isInteger(version) && Number(version) > 0,
    );
  return applyDecorators(
    ApiProperty({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'integer', minimum: 1 }])),
      additionalProperties: false,
      selfRequired: false,
    }),
    MayBeMissing(),
    ValidateBy({
      name: 'versions',
      validator: {
        validate: isVersions,
        defaultMessage: () => `$property must hold whole numbers from 1, by name: ${names.join(', ')}`,
      },
    }),
  );
}
