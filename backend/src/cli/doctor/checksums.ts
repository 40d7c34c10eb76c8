import { createHash } from 'node:crypto';
import type { OwnedFile } from '../../database/file-owners.js';
import { OperatorError } from '../../platform/operator-error.js';
import { RetryingStorage } from '../backup/retrying-storage.js';
import { filesOfRows, inBatches } from '../backup/snapshot.js';
import type { CheckContext, Finding } from './check.js';
import { damagedFile } from './wrong-file.js';

/** An uploaded original with its checksum. */
type Original = OwnedFile & { sha256: string };

const READS_AT_ONCE = 4;

/** Finds originals of the right size that differ from the upload or cannot be read. Reads all originals. */
export async function* changedOriginals(context: CheckContext): AsyncGenerator<Finding> {
  for await (const batch of inBatches(originals(context), READS_AT_ONCE)) {
    const findings = await Promise.all(batch.map((original) => compareOriginal(context, original)));
    yield* findings.filter((finding) => finding !== null);
  }
}

/** Returns the originals with a checksum; those of earlier versions of the product have none. */
async function* originals({ client }: CheckContext): AsyncGenerator<Original> {
  for await (const file of await filesOfRows(client)) {
    if (file.sha256 !== null) yield { ...file, sha256: file.sha256 };
  }
}

async function compareOriginal(context: CheckContext, original: Original): Promise<Finding | null> {
  const { storage, signal } = context;
  const difference = await differenceIn(new RetryingStorage(storage, signal), original, signal);
  return difference === null ? null : damagedFile(context, original, difference);
}

/**
 * Returns what is wrong with a file's content; `null` also if it is missing or of another size, which
 * `mismatchedFiles` finds.
 */
async function differenceIn(
  storage: RetryingStorage,
  { key, size, sha256 }: Original,
  signal?: AbortSignal,
): Promise<string | null> {
  const file = await storage.open(key);
  if (file?.size !== size) {
    file?.discard();
    return null;
  }
  const hash = createHash('sha256');
  try {
    for await (const chunk of file.content) {
      signal?.throwIfAborted();
      hash.update(chunk);
    }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return error.message;
  }
  return hash.digest('hex') === sha256 ? null : `${key} has other bytes than were uploaded, though as many`;
}
