import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import type { FieldError } from '../../contract/errors.js';
import { invalid, notAField } from './errors.js';

/** Checks every body and query against its class; unknown fields are refused by name. */
export function validationPipe(): ValidationPipe {
  return new OwnNamesPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    stopAtFirstError: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => invalid(errors.flatMap((error) => fieldErrors(error, ''))),
  });
}

// class-transformer drops names of `Object.prototype`, such as toString, so that they would not be refused as unknown
// fields.
class OwnNamesPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isChecked = (metadata.type === 'body' || metadata.type === 'query') && this.toValidate(metadata);
    const inherited = isChecked ? inheritedNames(value) : [];
    if (inherited.length > 0) throw invalid(inherited.map(notAField));
    return super.transform(value, metadata) as Promise<unknown>;
  }
}

function inheritedNames(value: unknown, parent = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = parent ? `${parent}.${name}` : name;
    return name === 'prototype' || name in Object.prototype ? [field] : inheritedNames(inner, field);
  });
}

function fieldErrors(error: ValidationError, parent: string): FieldError[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) =>
    // In a list of records, the sentence says in which one it is.
    rule === 'whitelistValidation' ? notAField(field) : { field, message: parent ? `${parent}: ${message}` : message },
  );
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, field))];
}
