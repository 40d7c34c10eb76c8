import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isUnreleased, MIGRATIONS } from '../../database/applied-migrations.js';
import { OperatorError } from '../../platform/operator-error.js';
import { isServed } from '../../platform/storage/keys.js';
import {
  BrokenArchive,
  FORMAT,
  storageKeyOf,
  Manifest,
  MANIFEST,
  MISSING,
  PRODUCT,
  readArchive,
  SUMS,
  sumLine,
  tableEntry,
  type ArchiveEntry,
} from './archive.js';

const MANIFEST_MAX = 10 * 1024 * 1024;

/**
 * Reads a whole archive, checks all checksums, and returns its manifest.
 * @throws OperatorError if the file is not an archive, is damaged or incomplete, or is of a newer version or one
 * before 1.0.0
 */
export async function verifyArchive(file: string, signal?: AbortSignal): Promise<Manifest> {
  const folder = await mkdtemp(join(tmpdir(), 'gmb-verify-'));
  const sumsFile = join(folder, SUMS);
  const addSum = (name: string, sum: string): Promise<void> => appendFile(sumsFile, sumLine(sum, name));
  const entries = readArchive(file, signal);
  try {
    const written = await text(await readManifest(file, entries));
    const manifest = parseManifest(file, written);
    await addSum(MANIFEST, createHash('sha256').update(written).digest('hex'));
    for await (const { name, content } of entries) {
      if (name === SUMS) {
        await compareSums(file, sumsFile, content);
        if (!(await entries.next()).done) throw damaged(file, 'something follows the end');
        return manifest;
      }
      if (!isExpectedEntry(name, manifest)) throw damaged(file, `${name} does not belong into it`);
      await addSum(name, await sha256Of(content));
    }
    throw new OperatorError(`${file} is incomplete: its end is missing`);
  } finally {
    await entries.return(undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the content of the first entry. @throws OperatorError unless it is a manifest */
async function readManifest(file: string, entries: AsyncGenerator<ArchiveEntry>): Promise<ArchiveEntry['content']> {
  const { value: first } = await entries.next().catch((error: unknown) => {
    throw error instanceof BrokenArchive ? notABackup(file) : error;
  });
  if (first?.name !== MANIFEST || first.size > MANIFEST_MAX) throw notABackup(file);
  return first.content;
}

function damaged(file: string, reason: string): BrokenArchive {
  return new BrokenArchive(`${file} is damaged: ${reason}`);
}

function notABackup(file: string): OperatorError {
  return new OperatorError(`${file} is not a backup of ${PRODUCT}`);
}

function parseManifest(file: string, written: string): Manifest {
  const parsed = Manifest.loose().safeParse(parseJson(written));
  const { format, version } = (parsed.data ?? parseJson(written) ?? {}) as { format?: unknown; version?: unknown };
  if (parsed.data && isUnreleased(parsed.data.migrations)) {
    throw new OperatorError(
      `${file} was made by a version of ${PRODUCT} before 1.0.0, which was never released: its data cannot be taken over`,
    );
  }
  const isNewer = typeof format === 'number' && format > FORMAT;
  if (isNewer || parsed.data?.migrations.some((name) => !MIGRATIONS.includes(name))) {
    throw new OperatorError(
      `${file} was made by a newer version of ${PRODUCT} (${String(version)}): restore it with that version or a later one`,
    );
  }
  if (parsed.data) return parsed.data;
  throw written.includes(PRODUCT) ? damaged(file, `${MANIFEST} is not as it was written`) : notABackup(file);
}

function parseJson(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return null;
  }
}

function isExpectedEntry(name: string, { tables }: Manifest): boolean {
  const key = storageKeyOf(name);
  if (key !== null) return isServed(key);
  return name === MISSING || tables.some((table) => tableEntry(table.name) === name);
}

async function sha256Of(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

// Both lists have the order of the archive, so they are compared line by line, without loading either into memory.
async function compareSums(file: string, sumsFile: string, written: AsyncIterable<Uint8Array>): Promise<void> {
  const expected = createInterface({ input: Readable.from(written) })[Symbol.asyncIterator]();
  for await (const line of createInterface({ input: createReadStream(sumsFile) })) {
    const { value } = (await expected.next()) as { value?: string };
    if (value !== line) throw damaged(file, `${line.slice(line.indexOf('  ') + 2)} is not as it was written`);
  }
  if (!(await expected.next()).done) throw damaged(file, `${SUMS} names more than there is`);
}
