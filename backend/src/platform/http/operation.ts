import { applyDecorators, Body as NestBody, Param, Query as NestQuery, SetMetadata, type Type } from '@nestjs/common';
import { ApiConsumes, ApiOperation } from '@nestjs/swagger';
import type { ErrorCode } from '../../contract/errors.js';
import { notFound } from './errors.js';
import { isId, isToken } from './shapes.js';

const ERRORS = 'operationErrors';
const FILE_TYPE = 'operationFileType';
const CONTENT_TYPES = 'operationContentTypes';
const QUERY = 'operationQuery';
const BODY = 'operationBody';

/**
 * Describes a route in the API's document: its purpose, and its errors besides those that follow from access, path,
 * body and files. The response is the return type of the method, or a file of the content type `file`.
 */
export function Operation(
  summary: string,
  { errors = [], description, file }: { errors?: ErrorCode[]; description?: string; file?: string } = {},
): MethodDecorator {
  return applyDecorators(
    ApiOperation({ summary, description }),
    SetMetadata(ERRORS, errors),
    SetMetadata(FILE_TYPE, file),
  );
}

/** The errors that `@Operation` names. */
export function errorsOf(handler: object): ErrorCode[] | undefined {
  return Reflect.getMetadata(ERRORS, handler) as ErrorCode[] | undefined;
}

/** The content type of the file that `@Operation` names. */
export function fileTypeOf(handler: object): string | undefined {
  return Reflect.getMetadata(FILE_TYPE, handler) as string | undefined;
}

/** Says which types of body a route reads; one without it reads JSON. */
export function Consumes(...types: string[]): MethodDecorator {
  return applyDecorators(ApiConsumes(...types), SetMetadata(CONTENT_TYPES, types));
}

/** The content types that `@Consumes` names. */
export function contentTypesOf(handler: object): string[] {
  return (Reflect.getMetadata(CONTENT_TYPES, handler) as string[] | undefined) ?? ['application/json'];
}

/** The query of a request, checked against the class of the parameter. A route without one refuses every query parameter. */
export function Query(): ParameterDecorator {
  return read(NestQuery(), QUERY);
}

/** The body of a request, checked against the class of the parameter. A route without one refuses every field. */
export function Body(): ParameterDecorator {
  return read(NestBody(), BODY);
}

/** The class of a method's parameter with `@Query`. */
export function queryOf(handler: object): Type | undefined {
  return Reflect.getMetadata(QUERY, handler) as Type | undefined;
}

/** The class of a method's parameter with `@Body`. */
export function bodyOf(handler: object): Type | undefined {
  return Reflect.getMetadata(BODY, handler) as Type | undefined;
}

/** A parameter decorator that also stores the class of the parameter as metadata of the method, under `key`. */
function read(decorate: ParameterDecorator, key: string): ParameterDecorator {
  return (controller, method, index) => {
    decorate(controller, method, index);
    const types = Reflect.getMetadata('design:paramtypes', controller, method!) as Type[];
    Reflect.defineMetadata(key, types[index], (controller as Record<string | symbol, object>)[method!]!);
  };
}

/** The id of a record in the path. A malformed id is the same 404 as an unknown one. @param what the record, as the error names it */
export function Id(what: string, name = 'id'): ParameterDecorator {
  return Param(name, {
    transform(value: string): string {
      if (!isId(value)) throw notFound(what);
      return value.toLowerCase();
    },
  });
}

/**
 * A path parameter of a public link: a token or, for reviewers with links of their own, the id of the record.
 * Malformed: as for `Id`.
 */
export function TokenOrId(what: string, name: string): ParameterDecorator {
  return Param(name, {
    transform(value: string): string {
      if (!isToken(value) && !isId(value)) throw notFound(what);
      return value;
    },
  });
}
