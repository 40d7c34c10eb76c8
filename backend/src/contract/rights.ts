import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { isUUID, IsIn, ValidateBy } from 'class-validator';
import { MayBeMissing } from './field-rules.js';
import { SCOPE_MAX } from './limits.js';
import { ROLES, type Permission, type Role } from './roles.js';

/**
 * The clients whose records somebody may look up: all, or those of some agencies and some single ones. What lies outside is
 * not found, in every way alike.
 */
export type Scope = 'all' | LimitedScope;

export interface LimitedScope {
  agencyIds: string[];
  clientIds: string[];
}

/** A scope as colleagues see it. */
export type ScopeView = 'all' | LimitedScopeView;

/** By name, as far as the reader may see the agencies and clients themselves. */
export interface LimitedScopeView {
  agencies: ScopedAgencyView[];
  clients: ScopedClientView[];
  /** How many more agencies and clients it holds, which the reader may not see. */
  hidden: number;
}

/** An agency of a scope, with all its clients. */
export interface ScopedAgencyView {
  id: string;
  name: string;
  clientCount: number;
}

/** A single client of a scope. */
export interface ScopedClientView {
  id: string;
  business: string;
}

/** What somebody may do, and for whom. */
export interface RightsView {
  role: Role;
  scope: ScopeView;
  /** What the role allows. */
  permissions: Permission[];
}

const SCOPE_FORMS = `"all" or { "agencyIds": [...], "clientIds": [...] } with at most ${SCOPE_MAX} ids each, every one once`;

/** Role and scope in a body; what is missing stays, or is `admin` and `all` of somebody new. */
export class RightsBody {
  @RoleName()
  role?: Role;

  @ScopeIds()
  scope?: Scope;
}

/** A role; optional. */
function RoleName(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required: false, enum: ROLES }),
    MayBeMissing(),
    IsIn(ROLES, { message: `$property must be one of ${ROLES.join(', ')}` }),
  );
}

/** A scope by ids. */
export function ScopeIds({ required = false }: { required?: boolean } = {}): PropertyDecorator {
  const ids = {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    maxItems: SCOPE_MAX,
    uniqueItems: true,
  } as const;
  return applyDecorators(
    ApiProperty({
      required,
      oneOf: [
        { type: 'string', enum: ['all'] },
        {
          type: 'object',
          properties: { agencyIds: ids, clientIds: ids },
          required: ['agencyIds', 'clientIds'],
          additionalProperties: false,
        },
      ],
    }),
    ...(required ? [] : [MayBeMissing()]),
    ValidateBy(
      { name: 'scope', validator: { validate: (value) => value === 'all' || isLimitedScope(value) } },
      { message: `$property must be ${SCOPE_FORMS}` },
    ),
  );
}

function isLimitedScope(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const names = Object.keys(value).toSorted();
  return names.join() === 'agencyIds,clientIds' && Object.values(value).every(areIds);
}

function areIds(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > SCOPE_MAX || new Set(value).size < value.length) return false;
  return value.every((id) => isUUID(id, '4'));
}
