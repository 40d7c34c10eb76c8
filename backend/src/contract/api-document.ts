import type * as Swagger from '@nestjs/swagger';
import * as types from '@nestjs/mapped-types';

/**
 * The decorators and types of `@nestjs/swagger`. Only the program that writes the API's document loads that package
 * (4 MB and 600 scripts); here each use is recorded, for `describeWith` to repeat.
 */

type Decorator = 'ApiProperty' | 'ApiTags' | 'ApiConsumes' | 'ApiQuery' | 'ApiParam' | 'ApiOperation';
type AnyFunction = (...args: unknown[]) => unknown;

const recorded: ((swagger: typeof Swagger) => void)[] = [];

/** Repeats each use so far with the package itself, which can then describe the classes. */
export function describeWith(swagger: typeof Swagger): void {
  for (const repeat of recorded.splice(0)) repeat(swagger);
}

function later<Name extends Decorator>(name: Name): (typeof Swagger)[Name] {
  const decorator =
    (...options: unknown[]) =>
    (...place: unknown[]) =>
      void recorded.push((swagger) => void ((swagger[name] as AnyFunction)(...options) as AnyFunction)(...place));
  return decorator as unknown as (typeof Swagger)[Name];
}

export const ApiProperty = later('ApiProperty');
export const ApiTags = later('ApiTags');
export const ApiConsumes = later('ApiConsumes');
export const ApiQuery = later('ApiQuery');
export const ApiParam = later('ApiParam');
export const ApiOperation = later('ApiOperation');

type AnyClass = new () => object;

/** A function of `@nestjs/mapped-types` whose types inherit what the document says of them, once there is one. */
function described<Name extends 'PartialType' | 'PickType' | 'IntersectionType'>(
  name: Name,
  make: (typeof types)[Name],
): (typeof types)[Name] {
  const makeType: AnyFunction = (...args) => {
    const type = (make as AnyFunction)(...args) as AnyClass;
    recorded.push((swagger) => {
      const inDocument = (swagger[name] as AnyFunction)(...args) as AnyClass;
      Object.setPrototypeOf(type.prototype, inDocument.prototype as object);
    });
    return type;
  };
  return makeType as (typeof types)[Name];
}

export const PartialType = described('PartialType', types.PartialType);
export const PickType = described('PickType', types.PickType);
export const IntersectionType = described('IntersectionType', types.IntersectionType);
