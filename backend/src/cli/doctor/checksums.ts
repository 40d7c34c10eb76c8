import { createHash } from 'node:crypto';
import { isOwned } from './files.queries.js';
import { OperatorError } from '../../platform/operator-error.js';
import { imageKeys } from '../../platform/storage/keys.js';
import { RetryingStorage } from '../backup/retrying-storage.js';
import { inBatches } from '../backup/snapshot.js';
import type { CheckContext, Finding } from './check.js';
import { rowsOf } from '../rows.queries.js';

/** An original, as it was uploaded. */
interface Original {
  /** The row, in words. */
  owner: string;
  action: string;
  fileId: string;
  extension: string;
  bytes: number;
  sha256: string;
}

const READS_AT_ONCE = 4;

/** Images of earlier versions of the product have no checksum. */
const ORIGINALS = `
  SELECT 'image ' || "id" || ' of moment ' || "momentId" AS "owner", 'replace the image, or restore a backup' AS "action",
    "fileId", "extension", "bytes", "sha256" FROM images WHERE "sha256" IS NOT NULL
  UNION ALL
  SELECT 'the earlier version of image ' || "id" || ' of moment ' || "momentId", 'restore a backup',
    ("earlier"->>'fileId')::uuid, "earlier"->>'extension', ("earlier"->>'bytes')::int, "earlier"->>'sha256' FROM images
  WHERE "earlier"->>'sha256' IS NOT NULL AND "earlier"->>'fileId' <> "fileId"::text`;

/** Originals of the right size whose bytes are not those that were uploaded, or that cannot be read. Reads all of them. */
export async function* changedOriginals(context: CheckContext): AsyncGenerator<Finding> {
  const originals = rowsOf<Original>(context.client, ORIGINALS);
  for await (const batch of inBatches(originals, READS_AT_ONCE)) {
    const findings = await Promise.all(batch.map((original) => compare(context, original)));
    yield* findings.filter((finding) => finding !== null);
  }
}

async function compare({ db, storage, signal }: CheckContext, original: Original): Promise<Finding | null> {
  const key = imageKeys(original.fileId, original.extension).original;
  const difference = await differenceIn(new RetryingStorage(storage, signal), key, original, signal);
  // It may have been replaced or deleted meanwhile.
  if (!difference || !(await isOwned(db.manager, key))) return null;
  return { problem: `${original.owner} has a damaged file: ${difference}`, action: original.action };
}

/** What is wrong with the content of a file; `null` also if it is missing or of another size, which another check finds. */
async function differenceIn(
  storage: RetryingStorage,
  key: string,
  { bytes, sha256 }: Original,
  signal?: AbortSignal,
): Promise<string | null> {
  const file = await storage.open(key);
  if (file?.size !== bytes) {
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
