import { ValidationPipe, type ValidationError } from '@nestjs/common';
import type { FieldError } from '../contract/errors.js';
import { invalid } from './errors.js';

/** Wrong fields that one answer names; a body may hold a hundred thousand of them. */
const MOST_TOLD = 50;

/** Checks every body and query against its class; unknown fields are refused by name. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    stopAtFirstError: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => invalid(errors.flatMap((error) => fieldErrors(error, '')).slice(0, MOST_TOLD)),
  });
}

function fieldErrors(error: ValidationError, parent: string): FieldError[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    field,
    message: rule === 'whitelistValidation' ? `${field} is not a field of this request` : message,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, field))];
}
