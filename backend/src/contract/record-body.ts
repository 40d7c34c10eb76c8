import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { RecordField, RecordFields, ValuesOf } from './record-fields.js';
import { Line, Text, WebAddress } from './text-fields.js';
import { Faqs, Lines, TextList } from './text-list-fields.js';

/** The fields of a record as a request sends them: those that must be there, and the others, which may be missing. */
export type BodyOf<Fields extends RecordFields> = Pick<ValuesOf<Fields>, RequiredName<Fields>> &
  Partial<Omit<ValuesOf<Fields>, RequiredName<Fields>>>;

type RequiredName<Fields extends RecordFields> = {
  [Name in keyof Fields]: Fields[Name] extends { isRequired: true } ? Name : never;
}[keyof Fields];

/** Makes a class of request bodies from the fields of a record: `class Body extends bodyOf(FIELDS) {}`. */
export function bodyOf<Fields extends RecordFields>(fields: Fields): new () => BodyOf<Fields> {
  class RecordBody {}
  for (const [name, field] of Object.entries(fields)) {
    // The metadata that the compiler emits for decorated properties; `@nestjs/swagger` reads it.
    Reflect.defineMetadata('design:type', field.kind === 'tags' ? Array : String, RecordBody.prototype, name);
    takes(field)(RecordBody.prototype, name);
  }
  return RecordBody as new () => BodyOf<Fields>;
}

function takes(field: RecordField): PropertyDecorator {
  const { note: description } = field;
  return description ? applyDecorators(ruleOf(field), ApiProperty({ description })) : ruleOf(field);
}

function ruleOf({ kind, max, items = 0, isRequired = false }: RecordField): PropertyDecorator {
  if (kind === 'line' || kind === 'phone') return Line({ max, required: isRequired });
  if (kind === 'text' || kind === 'keywords') return Text({ max, required: isRequired });
  if (kind === 'webAddress') return WebAddress({ max });
  if (kind === 'lines') return Lines({ max, items });
  if (kind === 'tags') return TextList({ max, items });
  return Faqs({ max, items });
}
