import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, IsString } from 'class-validator';
import { FAQ_FORMS, parseFaqs, type Faq } from './faqs.js';
import { AtMost, clean, isAtMost, LINES, Rule, TAG, WithoutControls, WithoutControlsInLines } from './field-rules.js';
import { FAQ_QUESTION_MAX } from './limits.js';
import { Text } from './text-fields.js';

/** Decorators of fields that hold several texts. */

/** A list of trimmed, non-blank, distinct texts of one line. A comma-separated text is taken as such a list. */
export function TextList({ max, items }: { max: number; items: number }): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      oneOf: [
        { type: 'array', items: { type: 'string', maxLength: max, pattern: TAG }, maxItems: items },
        { type: 'string', pattern: TAG, description: 'Comma-separated' },
        { type: 'null' },
      ],
      required: false,
    }),
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
  if (value === null) return [];
  const list = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list)) return list;
  return [...new Set(list.map(cleanTag))].filter((entry) => entry !== '');
}

// A tag is one line: where lists are kept as lines, a tag with a break in it would become two.
function cleanTag(entry: unknown): unknown {
  return typeof entry === 'string' ? clean(entry.replace(/\s+/gu, ' ')) : entry;
}

/** Trimmed, non-blank, distinct lines in one text. A list is taken as its lines. */
export function Lines({ max, items }: { max: number; items: number }): PropertyDecorator {
  const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
  return applyDecorators(
    ApiProperty({
      oneOf: [
        { type: 'string', maxLength: (max + 1) * items, pattern: LINES, description: 'One per line' },
        { type: 'array', items: { type: 'string', maxLength: max, pattern: LINES }, maxItems: items },
        { type: 'null' },
      ],
      required: false,
    }),
    Transform(({ value }) => linesOf(value)),
    IsOptional(),
    IsString({ message: '$property must be a text with one entry per line' }),
    Rule('lineCount', (text) => lines(text).length <= items, { message: `$property must have at most ${items} lines` }),
    Rule('lineLength', (text) => lines(text).every((line) => isAtMost(line, max)), {
      message: `each line of $property must be at most ${max} characters`,
    }),
    WithoutControlsInLines(),
  );
}

function linesOf(value: unknown): unknown {
  if (value === null) return '';
  const list = typeof value === 'string' ? value.split(/\r?\n/u) : value;
  if (!Array.isArray(list) || !list.every((entry) => typeof entry === 'string')) return value;
  const lines = list.flatMap((entry: string) => entry.split(/\r?\n/u));
  return [...new Set(lines.map(clean))].filter((line) => line !== '').join('\n');
}

/** FAQs in either of their forms, or empty. The longest answer has `max` characters. */
export function Faqs({ max, items }: { max: number; items: number }): PropertyDecorator {
  const fits = ({ question, answer }: Faq): boolean => isAtMost(question, FAQ_QUESTION_MAX) && isAtMost(answer, max);
  return applyDecorators(
    Text({ max: items * (FAQ_QUESTION_MAX + max + 100) }),
    Rule('faqs', (text) => parseFaqs(text) !== null, { message: `$property must be ${FAQ_FORMS}` }),
    Rule('faqCount', (text) => (parseFaqs(text)?.length ?? 0) <= items, {
      message: `$property must have at most ${items} questions`,
    }),
    Rule('faqLength', (text) => (parseFaqs(text) ?? []).every(fits), {
      message: `each question of $property must be at most ${FAQ_QUESTION_MAX} characters, each answer at most ${max}`,
    }),
  );
}
