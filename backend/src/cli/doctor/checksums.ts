import { createHash } from 'node:crypto';
import type { OwnedFile } from '../../database/file-owners.js';
import { OperatorError } from '../../platform/operator-error.js';
import { RetryingStorage } from '../backup/retrying-storage.js';
import { filesOfRows, inBatches } from '../backup/snapshot.js';
import type { CheckContext, Finding } from './check.js';
import { damagedFile } from './wrong-file.js';

/** An original, as it was uploaded. */
type Original = OwnedFile & { sha256: string };

const READS_AT_ONCE = 4;

/** Originals of the right size whose bytes are not those that were uploaded, or that cannot be read. Reads all of them. */
export async function* changedOriginals(context: CheckContext): AsyncGenerator<Finding> {
  for await (const batch of inBatches(originals(context), READS_AT_ONCE)) {
    const findings = await Promise.all(batch.map((original) => compare(context, original)));
    yield* findings.filter((finding) => finding !== null);
  }
}

/** Images of earlier versions of the product have no checksum. */
async function* originals({ client }: CheckContext): AsyncGenerator<Original> {
  for await (const file of await filesOfRows(client)) {
    if (file.sha256 !== null) yield { ...file, sha256: file.sha256 };
  }
}

async function compare(context: CheckContext, original: Original): Promise<Finding | null> {
  const { storage, signal } = context;
  const difference = await differenceIn(new RetryingStorage(storage, signal), original, signal);
  return difference === null ? null : damagedFile(context, original, difference);
}

/** What is wrong with the content of a file; `null` also if it is missing or of another size, which another check finds. */
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
