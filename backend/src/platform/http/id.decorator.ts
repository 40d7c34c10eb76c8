import { Param } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { notFound } from './errors.js';

/** A record's id from the path; a malformed one is the same 404 as an unknown one. */
export function Id(what: string, name = 'id'): ParameterDecorator {
  return Param(name, {
    transform(value: string): string {
      if (!isUUID(value, '4')) throw notFound(what);
      return value.toLowerCase();
    },
  });
}
