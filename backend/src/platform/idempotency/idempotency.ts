import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { conflict, invalid, type AppError } from '../http/errors.js';
import { IdempotencyKey } from './idempotency-key.entity.js';

/** A request that may be repeated with the same `Idempotency-Key` without creating anything twice. */
export interface IdempotentRequest {
  /** Without a key, the request is not recorded. */
  key: string | undefined;
  /** The sender. Each API key has its own keys, because it may see less than its owner. */
  by: { userId: string; apiKeyId?: string | undefined };
  /** A `digest` of the parameters, to detect another request with the same key. */
  fingerprint: string;
  /** A `digest` of the contents of the files. */
  contents?: string;
}

/** @throws AppError 400 for a malformed key */
export function checkKey(key: string | undefined): void {
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return;
  const message = 'Idempotency-Key must be 1 to 200 visible ASCII characters without spaces';
  throw invalid([{ field: 'Idempotency-Key', message }]);
}

/** A hash of facts that can be written as JSON. */
export function digest(facts: unknown): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

/**
 * Makes requests with the same key wait for each other until the transaction ends; for routes that lock no record.
 */
export async function lockKey(manager: EntityManager, request: IdempotentRequest): Promise<void> {
  if (!request.key) return;
  const { userId, key } = storedKey(request);
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${userId} ${key}`]);
}

/**
 * @returns the ids of the records that an earlier request with this key created; `null` if there was none
 * @throws AppError 409 IDEMPOTENCY_KEY_REUSED if that was another request
 */
export async function findResult(manager: EntityManager, request: IdempotentRequest): Promise<string[] | null> {
  const { fingerprint, contents = null } = request;
  if (!request.key) return null;
  const earlier = await manager.findOneBy(IdempotencyKey, storedKey(request));
  if (!earlier) return null;
  const isSame = earlier.fingerprint === fingerprint && (earlier.contents ?? contents) === contents;
  if (!isSame) throw keyReused();
  return earlier.resultIds;
}

/**
 * Records the ids that a request created, in the same transaction.
 * @throws AppError 409 IDEMPOTENCY_KEY_REUSED if another request used the key meanwhile
 */
export async function saveResult(
  manager: EntityManager,
  request: IdempotentRequest,
  resultIds: string[],
): Promise<void> {
  const { fingerprint, contents = null } = request;
  if (!request.key) return;
  const inserted = await manager
    .createQueryBuilder()
    .insert()
    .into(IdempotencyKey)
    .values({ ...storedKey(request), fingerprint, contents, resultIds })
    .orIgnore()
    .returning('"key"')
    .execute();
  if ((inserted.raw as unknown[]).length === 0) throw keyReused();
}

/**
 * The key as it is stored. Keys have no spaces (`checkKey`), so that a key of a session cannot look like one of an
 * API key.
 */
function storedKey({ key = '', by }: IdempotentRequest): Pick<IdempotencyKey, 'userId' | 'key'> {
  return { userId: by.userId, key: by.apiKeyId ? `${by.apiKeyId} ${key}` : key };
}

function keyReused(): AppError {
  return conflict('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request already.');
}
