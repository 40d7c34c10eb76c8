import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsHexColor,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  isEmail,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import { FAQ_FORMS, parseFaqs, type Faq } from './faqs.js';
import { FAQ_ANSWER_MAX, FAQ_QUESTION_MAX, FAQS_MAX } from './limits.js';
import { isBlank, lengthOf } from './texts.js';

/** Decorators that say what a request field may hold: one per kind of field, so that rule, conversion and API document agree. */

interface TextRule {
  /** Longest text, in characters after trimming. */
  max: number;
  /** Whether the field must be present and non-blank. */
  required?: boolean;
}

function clean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return isBlank(value) ? '' : value.trim();
}

// The first rule of a field that fails is the one that is told.
function missingOr(kind: string): (rule: ValidationArguments) => string {
  return ({ property, value }) => (value === undefined ? `${property} is required` : `${property} must be ${kind}`);
}

// Unlike IsOptional of the library, which lets null through to columns that hold none.
function MayBeMissing(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

// It would come back as another text.
function WellFormed(options: Pick<ValidationOptions, 'each'> = {}): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && value.isWellFormed();
  const message = '$property must not contain half a character: one of a pair of surrogates is missing';
  return ValidateBy({ name: 'wellFormed', validator: { validate } }, { ...options, message });
}

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/u;
/** What programs that show a text obey instead of showing it. */
const CONTROL = /\p{Cc}/u;
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]/u;

// The database holds no NUL; the others break the lists, mails and files that a text comes to stand in.
function WithoutControls(options: Pick<ValidationOptions, 'each'> = {}): PropertyDecorator {
  return applyDecorators(
    WellFormed(options),
    Without(CONTROL, (found) => `$property must not contain ${found}`, options),
  );
}

function WithoutControlsInLines(): PropertyDecorator {
  const sentence = (found: string): string => `$property must not contain ${found}; tabs and line breaks are allowed`;
  return applyDecorators(WellFormed(), Without(CONTROL_IN_LINES, sentence));
}

function Without(
  pattern: RegExp,
  sentence: (found: string) => string,
  options: Pick<ValidationOptions, 'each'> = {},
): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && !pattern.test(value);
  const message = ({ value }: ValidationArguments): string => {
    const texts = [value].flat().filter((text) => typeof text === 'string');
    const code = pattern.exec(texts.join(''))?.[0].codePointAt(0) ?? 0;
    return sentence(`the control character U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  };
  return ValidateBy({ name: 'withoutControls', validator: { validate } }, { ...options, message });
}

// Unlike MaxLength of the library, which lets through any number of characters that choose how the one before is drawn.
function AtMost(max: number, options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && isAtMost(value, max);
  return ValidateBy({ name: 'atMost', validator: { validate } }, options);
}

function isAtMost(text: string, max: number): boolean {
  // A character takes up to two places; what is longer than that need not be counted.
  return text.length <= max || (text.length <= 2 * max && lengthOf(text) <= max);
}

function TrimmedText({ max, required = false }: TextRule): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required, maxLength: max, ...(required && { minLength: 1 }) }),
    Transform(({ value }) => (value === null && !required ? '' : clean(value))),
    ...(required ? [] : [IsOptional()]),
    IsString({ message: missingOr('a text') }),
    ...(required ? [MinLength(1, { message: '$property is required' })] : []),
    AtMost(max, { message: `$property must be at most ${max} characters` }),
  );
}

/** A trimmed text, of several lines maybe. An optional one may be missing; `null` then means empty. */
export function Text(rule: TextRule): PropertyDecorator {
  return applyDecorators(TrimmedText(rule), WithoutControlsInLines());
}

/** A trimmed text of one line, such as a name. An optional one may be missing; `null` then means empty. */
export function Line(rule: TextRule): PropertyDecorator {
  const isOneLine = (value: unknown): boolean => typeof value === 'string' && !LINE_BREAK.test(value);
  const message = '$property must be one line: it must not contain line breaks';
  return applyDecorators(
    TrimmedText(rule),
    ValidateBy({ name: 'oneLine', validator: { validate: isOneLine } }, { message }),
    WithoutControls(),
  );
}

/** An e-mail address, lower-cased. Hosts without a dot pass: the first start makes `admin@localhost`. */
export function Email(): PropertyDecorator {
  // The library throws on half a character.
  const isAddress = (value: unknown): boolean =>
    typeof value === 'string' && value.isWellFormed() && isEmail(value, { require_tld: false });
  return applyDecorators(
    ApiProperty({ type: String, format: 'email' }),
    Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    ValidateBy(
      { name: 'emailAddress', validator: { validate: isAddress } },
      { message: '$property must be an e-mail address such as name@example.com' },
    ),
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
    AtMost(rule.max, { message: `$property must be at most ${rule.max} characters` }),
    WellFormed(),
  );
}

/** A list of trimmed, non-blank, distinct texts of one line. A comma-separated text is taken as such a list. */
export function TextList({ max, items }: { max: number; items: number }): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: [String], required: false, maxItems: items }),
    Transform(({ value }) => distinct(value)),
    IsOptional(),
    IsArray({ message: '$property must be a list of texts' }),
    ArrayMaxSize(items, { message: `$property must have at most ${items} entries` }),
    IsString({ each: true, message: 'each entry of $property must be a text' }),
    AtMost(max, { each: true, message: `each entry of $property must be at most ${max} characters` }),
    WithoutControls({ each: true }),
  );
}

function distinct(value: unknown): unknown {
  const list = value === null ? [] : typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list)) return list;
  return [...new Set(list.map(cleanTag))].filter((entry) => entry !== '');
}

// A tag is one line: where lists are kept as lines, a tag with a break in it would become two.
function cleanTag(entry: unknown): unknown {
  return typeof entry === 'string' ? clean(entry.replace(/\s+/gu, ' ')) : entry;
}

/** Trimmed, non-blank, distinct lines in one text. A list is taken as its lines. */
export function Lines({ max, items }: { max: number; items: number }): PropertyDecorator {
  const allLines = (check: (lines: string[]) => boolean) => (value: unknown) =>
    typeof value === 'string' && check(value.split('\n').filter((line) => line !== ''));
  return applyDecorators(
    ApiProperty({ type: String, required: false, maxLength: (max + 1) * items }),
    Transform(({ value }) => linesOf(value)),
    IsOptional(),
    IsString({ message: '$property must be a text with one entry per line' }),
    ValidateBy({
      name: 'lineCount',
      validator: {
        validate: allLines((lines) => lines.length <= items),
        defaultMessage: () => `$property must have at most ${items} lines`,
      },
    }),
    ValidateBy({
      name: 'lineLength',
      validator: {
        validate: allLines((lines) => lines.every((line) => isAtMost(line, max))),
        defaultMessage: () => `each line of $property must be at most ${max} characters`,
      },
    }),
    WithoutControlsInLines(),
  );
}

function linesOf(value: unknown): unknown {
  const list = value === null ? [] : typeof value === 'string' ? value.split(/\r?\n/u) : value;
  if (!Array.isArray(list) || !list.every((entry) => typeof entry === 'string')) return value;
  const lines = list.flatMap((entry: string) => entry.split(/\r?\n/u));
  return [...new Set(lines.map(clean))].filter((line) => line !== '').join('\n');
}

/** FAQs in either of their forms, or empty. */
export function Faqs(): PropertyDecorator {
  const read = (value: unknown): Faq[] | null => (typeof value === 'string' ? parseFaqs(value) : null);
  return applyDecorators(
    Text({ max: FAQS_MAX * (FAQ_QUESTION_MAX + FAQ_ANSWER_MAX + 100) }),
    ValidateBy({
      name: 'faqs',
      validator: {
        validate: (value) => read(value) !== null,
        defaultMessage: () => `$property must be ${FAQ_FORMS}`,
      },
    }),
    ValidateBy({
      name: 'faqCount',
      validator: {
        validate: (value) => (read(value)?.length ?? 0) <= FAQS_MAX,
        defaultMessage: () => `$property must have at most ${FAQS_MAX} questions`,
      },
    }),
    ValidateBy({
      name: 'faqLength',
      validator: {
        validate: (value) => (read(value) ?? []).every(fitsFaq),
        defaultMessage: () =>
          `each question of $property must be at most ${FAQ_QUESTION_MAX} characters, each answer at most ${FAQ_ANSWER_MAX}`,
      },
    }),
  );
}

function fitsFaq({ question, answer }: Faq): boolean {
  return isAtMost(question, FAQ_QUESTION_MAX) && isAtMost(answer, FAQ_ANSWER_MAX);
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
    ApiProperty({ type: 'object', additionalProperties: { type: 'integer', minimum: 1 }, selfRequired: false }),
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
    ApiProperty({ type: Number, required: false, minimum: min, maximum: max }),
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

/** Yes or no, optional; forms, which know texts only, say `true` or `false`. */
export function YesNo(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: Boolean, required: false }),
    Transform(({ value }) => (typeof value === 'string' ? (YES_NO.get(value.trim().toLowerCase()) ?? value) : value)),
    MayBeMissing(),
    IsBoolean({ message: '$property must be true or false' }),
  );
}
