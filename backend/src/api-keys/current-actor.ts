import type { EntityManager } from 'typeorm';
import { requirePermission, type StaffActor } from '../access/actor.js';
import type { Permission } from '../contract/roles.js';
import { findKeyById } from './api-keys.queries.js';
import { keyRefused } from './key-refused.js';

/**
 * Returns an actor with an API key as they are now. A long request calls it before saving, so that a key that was
 * revoked or has expired meanwhile saves nothing. Other actors are returned unchanged.
 * @throws AppError 401 API_KEY_INVALID, 403 NOT_PERMITTED
 */
export async function currentActor(
  manager: EntityManager,
  by: StaffActor,
  permission: Permission,
): Promise<StaffActor> {
  if (!by.apiKeyId) return by;
  const found = await findKeyById(manager, by.apiKeyId);
  if (!found || found.isExpired) throw keyRefused('This API key was revoked or expired meanwhile; nothing was saved.');
  requirePermission(found.actor, permission);
  return found.actor;
}
