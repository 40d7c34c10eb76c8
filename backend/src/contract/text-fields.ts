import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, IsUrl, MinLength, ValidateIf } from 'class-validator';
import { isEmailAddress } from './email.js';
import {
  AtMost,
  clean,
  MayBeMissing,
  missingOr,
  NO_CONTROL,
  NO_CONTROL_IN_LINES,
  patternOf,
  Rule,
  WellFormed,
  WithoutControls,
  WithoutControlsInLines,
  type TextRule,
} from './field-rules.js';

/** Decorators of fields that hold one text. */

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/u;

function TrimmedText({ max, required = false }: TextRule): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required, nullable: !required, maxLength: max, ...(required && { minLength: 1 }) }),
    Transform(({ value }) => (value === null && !required ? '' : clean(value))),
    ...(required ? [] : [IsOptional()]),
    IsString({ message: missingOr('a text') }),
    ...(required ? [MinLength(1, { message: '$property is required' })] : []),
    AtMost(max, { message: `$property must be at most ${max} characters` }),
  );
}

/** A trimmed text, which may have several lines. An optional one may be missing; `null` then means empty. */
export function Text(rule: TextRule): PropertyDecorator {
  return applyDecorators(
    TrimmedText(rule),
    ApiProperty(patternOf(NO_CONTROL_IN_LINES, rule)),
    WithoutControlsInLines(),
  );
}

/** A trimmed text of one line, such as a name. An optional one may be missing; `null` then means empty. */
export function Line(rule: TextRule): PropertyDecorator {
  const message = '$property must be one line: it must not contain line breaks';
  return applyDecorators(
    TrimmedText(rule),
    ApiProperty(patternOf(`${NO_CONTROL}\\u2028\\u2029`, rule)),
    Rule('oneLine', (text) => !LINE_BREAK.test(text), { message }),
    WithoutControls(),
  );
}

/** An http or https address, or empty. */
export function WebAddress({ max }: { max: number }): PropertyDecorator {
  return applyDecorators(
    Line({ max }),
    ValidateIf((_object, value) => value !== undefined && value !== ''),
    IsUrl(
      { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
      { message: '$property must be a web address that starts with http:// or https://' },
    ),
  );
}

/**
 * An e-mail address, lower-cased; `''` for none where it is not required. Hosts without a dot pass: the first start makes
 * `admin@localhost`.
 */
export function Email({ required = true }: { required?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required, ...(required && { format: 'email' }) }),
    Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    ...(required ? [] : [MayBeMissing()]),
    Rule('emailAddress', (text) => isEmailAddress(text) || (!required && text === ''), {
      message: '$property must be an e-mail address such as name@example.com',
    }),
  );
}

/** A password: taken as typed, never trimmed; where it is not required, `null` for none. */
export function Password(rule: { min: number; max: number; required?: boolean }): PropertyDecorator {
  const { required = true } = rule;
  const length = { minLength: rule.min, maxLength: rule.max };
  return applyDecorators(
    ApiProperty({ type: String, format: 'password', required, nullable: !required, ...length }),
    ...(required ? [] : [IsOptional()]),
    IsString({ message: missingOr('a text') }),
    MinLength(rule.min, {
      message: rule.min > 1 ? `$property must be at least ${rule.min} characters` : '$property is required',
    }),
    AtMost(rule.max, { message: `$property must be at most ${rule.max} characters` }),
    WellFormed(),
  );
}
