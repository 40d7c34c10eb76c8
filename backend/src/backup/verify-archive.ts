import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { isServed } from '../storage/keys.js';
import { Damaged, readArchive, Truncated, type ArchiveEntry } from './archive-reader.js';
import { BackupError } from './backup-error.js';
import { FORMAT, keyOf, Manifest, MANIFEST, MISSING, PRODUCT, SUMS, tableEntry } from './manifest.js';

const MANIFEST_MAX = 10 * 1024 * 1024;

/**
 * Reads a whole archive and answers its manifest if all of it is as it was written.
 * @param known names of the migrations that this product has
 * @throws BackupError for what is not an archive, is damaged or incomplete, or is of a newer version
 */
export async function verifyArchive(file: string, known: string[], signal?: AbortSignal): Promise<Manifest> {
  const folder = await mkdtemp(join(tmpdir(), 'gmb-verify-'));
  try {
    return await verify(file, known, join(folder, SUMS), signal);
  } catch (error) {
    if (error instanceof Truncated) throw new BackupError(`${file} is incomplete: its end is missing`);
    if (error instanceof Damaged) throw new BackupError(`${file} is damaged${error.message && `: ${error.message}`}`);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function verify(file: string, known: string[], sumsFile: string, signal?: AbortSignal): Promise<Manifest> {
  const found = createWriteStream(sumsFile);
  const stored = finished(found);
  stored.catch(() => undefined);
  let manifest: Manifest | undefined;
  let isComplete = false;
  for await (const entry of begun(file, readArchive(file, signal))) {
    if (isComplete) throw new Damaged(`something follows the end`);
    if (!manifest) {
      const written = await text(entry.content);
      manifest = parseManifest(file, written, known);
      found.write(sumLine(createHash('sha256').update(written).digest('hex'), entry.name));
    } else if (entry.name === SUMS) {
      found.end();
      await stored;
      await compareSums(sumsFile, entry.content);
      isComplete = true;
    } else {
      checkName(entry.name, manifest);
      found.write(sumLine(await sumOf(entry.content), entry.name));
    }
  }
  if (!manifest || !isComplete) throw new Truncated();
  return manifest;
}

/** The entries, the first of which must be the manifest of an archive of ours. */
async function* begun(file: string, entries: AsyncGenerator<ArchiveEntry>): AsyncGenerator<ArchiveEntry> {
  const first = await entries.next().catch((error: unknown) => {
    if (error instanceof Damaged || error instanceof Truncated) return null;
    throw error;
  });
  if (!first || first.done || first.value.name !== MANIFEST || first.value.size > MANIFEST_MAX) {
    throw new BackupError(`${file} is not a backup of ${PRODUCT}`);
  }
  yield first.value;
  yield* entries;
}

function parseManifest(file: string, written: string, known: string[]): Manifest {
  const parsed = Manifest.loose().safeParse(parseJson(written));
  const { format, version } = (parsed.data ?? parseJson(written) ?? {}) as { format?: unknown; version?: unknown };
  const isNewer = typeof format === 'number' && format > FORMAT;
  if (isNewer || parsed.data?.migrations.some((name) => !known.includes(name))) {
    throw new BackupError(
      `${file} was made by a newer version of ${PRODUCT} (${String(version)}): restore it with that version or a later one`,
    );
  }
  if (!parsed.data && written.includes(PRODUCT)) throw new Damaged(`${MANIFEST} is not as it was written`);
  if (!parsed.data) throw new BackupError(`${file} is not a backup of ${PRODUCT}`);
  return parsed.data;
}

function parseJson(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return null;
  }
}

function checkName(name: string, { tables }: Manifest): void {
  const key = keyOf(name);
  const isKnown =
    key === null ? name === MISSING || tables.some((table) => tableEntry(table.name) === name) : isServed(key);
  if (!isKnown) throw new Damaged(`${name} does not belong into it`);
}

async function sumOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

function sumLine(sum: string, name: string): string {
  return `${sum}  ${name}\n`;
}

// Both name the entries in the order of the archive, so neither has to fit into memory.
async function compareSums(foundFile: string, written: AsyncIterable<Uint8Array>): Promise<void> {
  const expected = createInterface({ input: Readable.from(written) })[Symbol.asyncIterator]();
  for await (const line of createInterface({ input: createReadStream(foundFile) })) {
    const { value } = (await expected.next()) as { value?: string };
    if (value !== line) throw new Damaged(`${line.slice(line.indexOf('  ') + 2)} is not as it was written`);
  }
  if (!(await expected.next()).done) throw new Damaged(`${SUMS} names more than there is`);
}
