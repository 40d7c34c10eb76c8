import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import { isWithinRole } from '../contract/roles.js';
import { appendAudit, becameAll, became, changesOf } from '../audit/audit.js';
import type { AuditTarget } from '../contract/audit.js';
import type { ApiKeyView, CreateApiKeyBody, NewApiKeyView, RenameApiKeyBody } from '../contract/api-keys.js';
import type { FieldError } from '../contract/errors.js';
import { API_KEY_DAYS_MAX, API_KEYS_PER_USER } from '../contract/limits.js';
import type { PageQuery } from '../contract/paging.js';
import type { Scope, ScopeView } from '../contract/rights.js';
import { publish } from '../platform/events/publish.js';
import { AppError, conflict, invalid, notFound } from '../platform/http/errors.js';
import type { Page } from '../platform/http/paging.js';
import { requireValidRights } from '../users/rights.js';
import { describeScope } from '../users/rights-in-words.js';
import { User } from '../users/user.entity.js';
import { ApiKey } from './api-key.entity.js';
import { findScopes, insertScope } from './api-keys.queries.js';
import { hashToken, newToken } from './token.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const SHOWN_CHARACTERS = 4;

/** API keys. Members of staff manage their own; admins can see and revoke all. */
@Injectable()
export class ApiKeysService {
  constructor(private readonly db: DataSource) {}

  /** The newest first. */
  async list({ limit, offset }: PageQuery, by: StaffActor): Promise<Page<ApiKeyView>> {
    const [keys, total] = await this.db.manager.findAndCount(ApiKey, {
      where: whereSeen(by),
      relations: { owner: true },
      order: { createdAt: 'DESC', id: 'ASC' },
      take: limit,
      skip: offset,
    });
    return { items: await presentAll(this.db.manager, keys, by), total };
  }

  /**
   * Creates a key. Only this result contains it.
   * @throws AppError 400 for a role or scope beyond the own or an invalid end, 401 when the caller was removed
   * meanwhile, 409 TOO_MANY_API_KEYS
   */
  async create(body: CreateApiKeyBody, by: StaffActor): Promise<NewApiKeyView> {
    const { name, role, scope } = body;
    const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
    const refused = [...refusedRole(body, by), ...refusedScope(scope, by), ...refusedEnd(expiresAt)];
    if (refused.length > 0) throw invalid(refused);
    const token = newToken();
    return this.db.transaction(async (manager) => {
      await lockOwner(manager, by);
      await requireValidRights(manager, by, { role, scope });
      const key = await manager.save(ApiKey, {
        ...{ userId: by.userId, name, role, expiresAt },
        tokenHash: hashToken(token),
        lastCharacters: token.slice(-SHOWN_CHARACTERS),
        seesAllClients: scope === 'all',
      });
      await insertScope(manager, key.id, scope);
      const view = await this.present(manager, key.id, by);
      const words = { role, scope: describeScope(view.scope), expires: view.expiresAt ?? 'never' };
      await appendAudit(manager, by, { action: 'api_key.created', target: targetOf(key), changes: becameAll(words) });
      return { ...view, token };
    });
  }

  /** @throws AppError 404 */
  async rename(id: string, { name }: RenameApiKeyBody, by: StaffActor): Promise<ApiKeyView> {
    return this.db.transaction(async (manager) => {
      const key = await lockKey(manager, id, by);
      await manager.update(ApiKey, { id }, { name });
      const changes = changesOf({ name: key.name }, { name });
      if (changes.name) await appendAudit(manager, by, { action: 'api_key.renamed', target: targetOf(key), changes });
      return this.present(manager, id, by);
    });
  }

  /** Revokes a key at once, and aborts its downloads and uploads. @throws AppError 404 */
  async revoke(id: string, by: StaffActor): Promise<void> {
    await this.db.transaction(async (manager) => {
      const key = await lockKey(manager, id, by);
      await manager.delete(ApiKey, { id });
      const changes = { owner: became(key.owner!.name || key.owner!.email) };
      await appendAudit(manager, by, { action: 'api_key.revoked', target: targetOf(key), changes });
      await publish(manager, 'api_key.ended', { keyId: id });
    });
  }

  private async present(manager: EntityManager, id: string, by: StaffActor): Promise<ApiKeyView> {
    const keys = await manager.find(ApiKey, { where: { id }, relations: { owner: true } });
    const [view] = await presentAll(manager, keys, by);
    return view!;
  }
}

/** Returns a key that `by` may see, locked for the rest of the transaction. @throws AppError 404 */
async function lockKey(manager: EntityManager, id: string, by: StaffActor): Promise<ApiKey> {
  const key = await manager.findOne(ApiKey, {
    where: { id, ...whereSeen(by) },
    relations: { owner: true },
    lock: { mode: 'pessimistic_write', tables: ['api_keys'] },
  });
  if (!key) throw notFound('API key');
  return key;
}

function targetOf({ id, name }: ApiKey): AuditTarget<'apiKey'> {
  return { kind: 'apiKey', id, name };
}

/** Returns the condition for the keys that an actor may see: their own, or all with `key.manage`. */
function whereSeen({ userId, permissions }: StaffActor): FindOptionsWhere<ApiKey> {
  return permissions.has('key.manage') ? {} : { userId };
}

function refusedRole({ role }: CreateApiKeyBody, by: StaffActor): FieldError[] {
  if (isWithinRole(role, by.role)) return [];
  return [{ field: 'role', message: `role must not allow more than your own, ${by.role}; ${role} does` }];
}

function refusedScope(scope: Scope, by: StaffActor): FieldError[] {
  if (by.scope === 'all') return [];
  const all = { field: 'scope', message: 'scope must be agencies and clients that you see, since you do not see all' };
  if (scope === 'all') return [all];
  const own = by.scope.agencyIds;
  // An agency is refused if the own scope has only single clients of it.
  const more = scope.agencyIds.filter((id) => !own.includes(id));
  const message = (id: string): string => `scope.agencyIds names the agency ${id}, of which you do not see all clients`;
  return more.map((id) => ({ field: 'scope.agencyIds', message: message(id) }));
}

function refusedEnd(expiresAt: Date | null): FieldError[] {
  if (!expiresAt) return [];
  const leftMs = expiresAt.getTime() - Date.now();
  // One day more, because the last day may be chosen in any time zone.
  if (leftMs > 0 && leftMs <= (API_KEY_DAYS_MAX + 1) * DAY_MS) return [];
  return [{ field: 'expiresAt', message: `expiresAt must be within the next ${API_KEY_DAYS_MAX} days` }];
}

/**
 * Locks the account, so that simultaneous requests cannot exceed the maximum number of keys.
 * @throws AppError 401, 409 TOO_MANY_API_KEYS
 */
async function lockOwner(manager: EntityManager, { userId: id }: StaffActor): Promise<void> {
  const owner = await manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!owner) throw new AppError(401, 'NOT_SIGNED_IN', 'A colleague removed you from the team.');
  if ((await manager.countBy(ApiKey, { userId: id })) < API_KEYS_PER_USER) return;
  const message = `You have ${API_KEYS_PER_USER} API keys, which is as many as are allowed. Revoke one that is not used.`;
  throw conflict('TOO_MANY_API_KEYS', message);
}

async function presentAll(manager: EntityManager, keys: ApiKey[], by: StaffActor): Promise<ApiKeyView[]> {
  const scopes = await findScopes(
    manager,
    by,
    keys.map(({ id }) => id),
  );
  return keys.map((key) => present(key, scopes.get(key.id)!));
}

function present(key: ApiKey, scope: ScopeView): ApiKeyView {
  const { id, name, role, lastCharacters, expiresAt, lastUsedAt, createdAt } = key;
  const { id: ownerId, email, name: ownerName } = key.owner!;
  return {
    ...{ id, name, role, scope, lastCharacters },
    owner: { id: ownerId, email, name: ownerName },
    expiresAt: expiresAt?.toISOString() ?? null,
    isExpired: expiresAt !== null && expiresAt.getTime() <= Date.now(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
