import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { conflict, invalid, type AppError } from '../http/errors.js';
import { IdempotencyKey } from './idempotency-key.entity.js';

/** A request that may be sent again with the same `Idempotency-Key`, and then makes nothing twice. */
export interface IdempotentRequest {
  /** Without a key, nothing is remembered. */
  key: string | undefined;
  /** Who sends it. Each API key, which may see less than its owner, is answered only what it made itself. */
  by: { userId: string; apiKeyId?: string | undefined };
  /** Tells the request from others, by `digest`. */
  fingerprint: string;
  /** Tells the files that came with it from others, by their contents. */
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

/** Makes requests with the same key wait for each other until the transaction ends. For routes that lock no record. */
export async function lockKey(manager: EntityManager, request: IdempotentRequest): Promise<void> {
  if (!request.key) return;
  const { userId, key } = storedKey(request);
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${userId} ${key}`]);
}

/**
 * @returns the ids of what an earlier request with this key made; `null` when there was none
 * @throws AppError 409 IDEMPOTENCY_KEY_REUSED when that was another request
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
 * Remembers what a request made, in the transaction that made it.
 * @throws AppError 409 IDEMPOTENCY_KEY_REUSED when another request used the key meanwhile
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

/** As the table has it. Keys hold no spaces (`checkKey`), so that none of a session reads like one of an API key. */
function storedKey({ key = '', by }: IdempotentRequest): Pick<IdempotencyKey, 'userId' | 'key'> {
  return { userId: by.userId, key: by.apiKeyId ? `${by.apiKeyId} ${key}` : key };
}

function keyReused(): AppError {
  return conflict('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request already.');
}
