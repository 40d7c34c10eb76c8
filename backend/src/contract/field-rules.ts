import { applyDecorators } from '@nestjs/common';
import { ValidateBy, ValidateIf, type ValidationArguments, type ValidationOptions } from 'class-validator';
import { isBlank, lengthOf } from './texts.js';

/** Options of the decorators of text fields. */

export interface TextRule {
  /** Longest text, in characters after trimming. */
  max: number;
  /** Whether the field must be present and non-blank. */
  required?: boolean;
}

export function clean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return isBlank(value) ? '' : value.trim();
}

/**
 * The message of a rule: says `is required` if the field is missing, because only the first failed rule of a field is
 * reported.
 */
export function missingOr(kind: string): (rule: ValidationArguments) => string {
  return ({ property, value }) => (value === undefined ? `${property} is required` : `${property} must be ${kind}`);
}

/** A rule for texts. @param name must be unique among the rules of a field */
export function Rule(name: string, holds: (text: string) => boolean, options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && holds(value);
  return ValidateBy({ name, validator: { validate } }, options);
}

/** Unlike class-validator's IsOptional, this does not accept null, which most columns cannot store. */
export function MayBeMissing(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

/** Refuses lone surrogates: UTF-8 cannot encode them, so U+FFFD would be stored instead. */
export function WellFormed(options: Pick<ValidationOptions, 'each'> = {}): PropertyDecorator {
  const message = '$property must not contain half a character: one of a pair of surrogates is missing';
  return Rule('wellFormed', (text) => text.isWellFormed(), { ...options, message });
}

/**
 * The rules below as patterns for the API's document, without `\p{…}`, which not all readers of the document
 * understand.
 */
export const NO_CONTROL = '\\u0000-\\u001f\\u007f-\\u009f';
export const NO_CONTROL_IN_LINES = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';
/** Matches texts that count as empty. */
export const BLANK = '[\\s\\u0000-\\u0020\\u007f-\\u00a0]*';
const INVISIBLE =
  '\\s\\u0000-\\u0020\\u007f-\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\uffff';
export const LINES = `^([^${NO_CONTROL_IN_LINES}]*|${BLANK})$`;
/** For entries of lists; white space of all kinds is accepted and becomes a space. */
export const TAG = `^([^\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f]*|${BLANK})$`;

export function patternOf(without: string, { required = false }: TextRule): { pattern: string } {
  return {
    pattern: required ? `^[^${without}]*[^${INVISIBLE}][^${without}]*$` : `^([^${without}]*|${BLANK})$`,
  };
}

/** Control characters, which programs interpret instead of showing them. */
const CONTROL = /\p{Cc}/u;
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]/u;

/**
 * Refuses control characters: PostgreSQL cannot store NUL, and others break lists, mails and files that contain the
 * text.
 */
export function WithoutControls(options: Pick<ValidationOptions, 'each'> = {}): PropertyDecorator {
  return applyDecorators(
    WellFormed(options),
    Without(CONTROL, (found) => `$property must not contain ${found}`, options),
  );
}

export function WithoutControlsInLines(): PropertyDecorator {
  const sentence = (found: string): string => `$property must not contain ${found}; tabs and line breaks are allowed`;
  return applyDecorators(WellFormed(), Without(CONTROL_IN_LINES, sentence));
}

function Without(
  pattern: RegExp,
  sentence: (found: string) => string,
  options: Pick<ValidationOptions, 'each'> = {},
): PropertyDecorator {
  const message = ({ value }: ValidationArguments): string => {
    const texts = [value].flat().filter((text) => typeof text === 'string');
    const code = pattern.exec(texts.join(''))?.[0].codePointAt(0) ?? 0;
    return sentence(`the control character U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  };
  return Rule('withoutControls', (text) => !pattern.test(text), { ...options, message });
}

/** Unlike `MaxLength` of class-validator, counts variation selectors and other characters that are not drawn. */
export function AtMost(max: number, options: ValidationOptions): PropertyDecorator {
  return Rule('atMost', (text) => isAtMost(text, max), options);
}

export function isAtMost(text: string, max: number): boolean {
  // A character has one or two UTF-16 code units, so only lengths in between need counting.
  return text.length <= max || (text.length <= 2 * max && lengthOf(text) <= max);
}
