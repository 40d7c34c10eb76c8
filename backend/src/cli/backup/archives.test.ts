import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { extract, pack } from 'tar-stream';
import { makeArchives, startStoredApp, type Archives, type StoredApp } from '../../../test/backups.js';
import { createMomentWithImages } from '../../../test/factories.js';
import { runProgram } from '../start/run-program.js';
import { imageFolder } from '../../platform/storage/keys.js';
import type { Storage } from '../../platform/storage/storage.js';
import { makeBackup } from './make-backup.js';

type Entry = { name: string; content: string | Buffer };

describe('archives', () => {
  let archives: Archives;
  let source: StoredApp;
  let target: StoredApp;
  let whole: Buffer;

  beforeAll(async () => {
    archives = await makeArchives();
    source = await startStoredApp('disk');
    target = await startStoredApp('disk');
    await createMomentWithImages(await source.staff(), 2);
    whole = await readFile((await archives.backUp(source, 'whole.tar')).file);
  });
  afterAll(async () => {
    await source.close();
    await target.close();
    await archives.remove();
  });

  const pathOf = (name: string): string => join(archives.folder, name);

  /** What restoring these bytes is answered with; the target must stay as it was. */
  async function refusal(content: Buffer): Promise<string> {
    await writeFile(pathOf('given.tar'), content);
    const error = await archives.restore(target, 'given.tar', 'replace').then(
      () => new Error('it was restored'),
      (reason: Error) => reason,
    );
    expect(await target.db.query('SELECT FROM clients')).toEqual([]);
    expect(await target.db.query('SELECT FROM migrations')).not.toEqual([]);
    return error.message.replaceAll(pathOf('given.tar'), 'given.tar');
  }

  async function entriesOf(content: Buffer): Promise<Entry[]> {
    const tar = extract();
    tar.end(content);
    const entries: Entry[] = [];
    for await (const entry of tar) {
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      entries.push({ name: entry.header.name, content: Buffer.concat(chunks) });
    }
    return entries;
  }

  async function tarOf(entries: Entry[]): Promise<Buffer> {
    const tar = pack();
    for (const { name, content } of entries) tar.entry({ name }, content);
    tar.finalize();
    const chunks: Buffer[] = [];
    for await (const chunk of tar) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  /** The archive with some entries changed, and sums that are right. */
  async function changed(change: (entry: Entry) => Entry | null): Promise<Buffer> {
    const entries = (await entriesOf(whole)).slice(0, -1).flatMap((entry) => change(entry) ?? []);
    const sums = entries.map(({ name, content }) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
    return tarOf([...entries, { name: 'SHA256SUMS', content: sums.join('') }]);
  }

  function withManifest(change: Record<string, unknown>): Promise<Buffer> {
    return changed((entry) =>
      entry.name === 'manifest.json'
        ? { ...entry, content: JSON.stringify({ ...JSON.parse(String(entry.content)), ...change }) }
        : entry,
    );
  }

  it('may be read by their owner only, and leave no other files', async () => {
    const { stdout } = await lines(`stat -c %a '${pathOf('whole.tar')}'`);
    expect(stdout).toEqual(['600']);
    expect(readdirSync(archives.folder).filter((name) => name !== 'given.tar')).toEqual(['whole.tar']);
  });

  it('can be unpacked and checked without the product', async () => {
    const { ok, stdout } = await lines(
      `mkdir '${pathOf('unpacked')}' && cd '${pathOf('unpacked')}' && tar xf ../whole.tar && sha256sum -c SHA256SUMS`,
    );
    expect(ok).toBe(true);
    expect(stdout.filter((line) => /^files\/images\/.*: OK$/.test(line))).toHaveLength(6);
  });

  async function lines(command: string): Promise<{ ok: boolean; stdout: string[] }> {
    const { ok, output } = await runProgram('sh', ['-c', command]);
    return { ok, stdout: output.trim().split('\n') };
  }

  it('are refused when truncated at any point', async () => {
    const firstEntries = 512 + 2048;
    for (const length of [whole.length - 1024 - 1, whole.length - 3000, whole.length >> 1, firstEntries + 7000]) {
      await writeFile(pathOf('cut.tar'), whole);
      await truncate(pathOf('cut.tar'), length);
      expect(await refusal(await readFile(pathOf('cut.tar')))).toBe('given.tar is incomplete: its end is missing');
    }
  });

  it('are refused when they end after a whole entry', async () => {
    const entries = await entriesOf(whole);
    expect(await refusal(await tarOf(entries.slice(0, -1)))).toBe('given.tar is incomplete: its end is missing');
    expect(await refusal(await tarOf(entries.slice(0, 5)))).toBe('given.tar is incomplete: its end is missing');
  });

  it('are refused when any byte was changed', async () => {
    const step = Math.floor(whole.length / 60);
    for (let at = 600; at < whole.length - 2048; at += step) {
      if (whole[at] === 0) continue;
      const damaged = Buffer.from(whole);
      damaged[at] = damaged[at]! ^ 1;
      // A changed digit of its version is a version of its own.
      expect(await refusal(damaged)).toMatch(
        /^given.tar (is (damaged|incomplete|not a backup)|was made by a newer version)/,
      );
    }
  });

  it('name the file that was changed', async () => {
    const entries = await entriesOf(whole);
    const image = entries.find(({ name }) => name.endsWith('original.jpg'))!;
    image.content = Buffer.alloc(image.content.length);
    expect(await refusal(await tarOf(entries))).toBe(`given.tar is damaged: ${image.name} is not as it was written`);
  });

  it('are refused when an entry was added or removed', async () => {
    const entries = await entriesOf(whole);
    const stranger = { name: 'files/../../etc/passwd', content: 'x' };
    expect(await refusal(await tarOf([entries[0]!, stranger, ...entries.slice(1)]))).toBe(
      'given.tar is damaged: files/../../etc/passwd does not belong into it',
    );
    expect(await refusal(await tarOf([...entries, { name: 'more', content: '' }]))).toMatch(/^given.tar is damaged/);
    expect(await refusal(await tarOf(entries.filter((_entry, index) => index !== 3)))).toMatch(/^given.tar is damaged/);
  });

  it('are refused when they are not of this product', async () => {
    for (const foreign of [
      Buffer.from(''),
      Buffer.from('a text'),
      Buffer.alloc(100_000, 'a text'),
      await tarOf([{ name: 'a.txt', content: 'a text' }]),
      await tarOf([{ name: 'manifest.json', content: '{"name":"of something else"}' }]),
    ]) {
      expect(await refusal(foreign)).toBe('given.tar is not a backup of GMB Moments');
    }
  });

  it('are refused when a newer version made them', async () => {
    const sentence =
      'given.tar was made by a newer version of GMB Moments (1.2.3): restore it with that version or a later one';
    expect(await refusal(await withManifest({ format: 2, tables: 'otherwise' }))).toBe(sentence);
    const migrations = [...(await names()), 'Later1999999999999'];
    expect(await refusal(await withManifest({ migrations }))).toBe(sentence);
  });

  it('are refused when a version before 1.0.0 made them', async () => {
    expect(await refusal(await withManifest({ migrations: ['Initial1764000000000', 'Runs1764800000000'] }))).toBe(
      'given.tar was made by a version of GMB Moments before 1.0.0, which was never released: its data cannot be taken over',
    );
  });

  async function names(): Promise<string[]> {
    const rows: { name: string }[] = await source.db.query('SELECT name FROM migrations ORDER BY id');
    return rows.map(({ name }) => name);
  }

  it('leave the database unchanged when they hold fewer rows than they state', async () => {
    const emptied = await changed((entry) => (entry.name === 'tables/images.copy' ? { ...entry, content: '' } : entry));
    expect(await refusal(emptied)).toBe('The table images should have 2 rows, but the archive gave 0');
    const without = await changed((entry) => (entry.name === 'tables/history.copy' ? null : entry));
    expect(await refusal(without)).toBe('given.tar is damaged: tables/history.copy is missing');
  });

  it('are neither overwritten nor written into a missing folder', async () => {
    await expect(archives.backUp(source, 'whole.tar')).rejects.toThrow(/whole.tar exists already: choose another/);
    await expect(archives.backUp(source, 'no/where.tar')).rejects.toThrow(/^The folder .*\/no does not exist$/);
    expect((await readFile(pathOf('whole.tar'))).equals(whole)).toBe(true);
    await expect(archives.restore(target, 'absent.tar')).rejects.toThrow(/absent.tar does not exist$/);
    await expect(archives.restore(target, '.')).rejects.toThrow(/ is a folder, not an archive$/);
  });

  /** What a backup ends with when the first file is opened like this. */
  async function failureWith(open: Storage['open'], signal?: AbortSignal): Promise<Error> {
    const storage = Object.assign(Object.create(source.storage) as Storage, { open });
    const { databaseUrl } = source;
    const failed = makeBackup({ databaseUrl, storage, file: pathOf('failed.tar'), version: '1.2.3', signal });
    const error = await failed.then(
      () => new Error('it was made'),
      (reason: Error) => reason,
    );
    expect(readdirSync(archives.folder).filter((name) => /failed/.test(name) && !/part$/.test(name))).toEqual([]);
    return error;
  }

  it('leave no files when they cannot be completed, or are stopped', async () => {
    const stop = new AbortController();
    const stopping: Storage['open'] = (key) => {
      stop.abort();
      return source.storage.open(key);
    };
    expect((await failureWith(() => Promise.reject(new Error('it is broken')))).message).toBe('it is broken');
    expect((await failureWith(stopping, stop.signal)).name).toBe('AbortError');
    expect(existsSync(pathOf('failed.tar.part'))).toBe(false);
    mkdirSync(pathOf('failed.tar.part'));
    expect((await failureWith((key) => source.storage.open(key))).message).toMatch(/^EISDIR: .*failed.tar.part/);
    expect((await archives.backUp(source, 'after-failures.tar')).missing).toEqual([]);
  });

  it('name the files that the storage lacks, and contain all others', async () => {
    const [image] = await source.db.query('SELECT "id", "momentId", "fileId" FROM images ORDER BY "position"');
    await source.storage.remove(imageFolder(image.fileId));
    const { files, missing } = await archives.backUp(source, 'holes.tar');
    expect(files).toBe(3);
    expect(missing).toEqual(
      ['original.jpg', 'preview.webp', 'thumbnail.webp'].map(
        (name) => `images/${image.fileId}/${name} (image ${image.id} of moment ${image.momentId})`,
      ),
    );
    expect(await archives.restore(target, 'holes.tar')).toMatchObject({ files: 3 });
    expect(await target.db.query('SELECT FROM images')).toHaveLength(2);
  });
});
