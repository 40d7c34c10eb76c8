import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ExifTool, type WriteTags } from 'exiftool-vendored';
import { unzipSync } from 'fflate';

/** What stands in the `manifest.json` of a delivery, as far as tests compare it. */
export interface Manifest {
  notChecked: string;
  files: {
    file: string;
    imageId: string;
    sha256: string;
    pixels: string;
    version: number;
    approvedBy: string;
    approvedAt: string;
    position: unknown;
    warnings: string[];
  }[];
  notDelivered: { file: string; imageId: string; reason: string }[];
}

/** The files of a ZIP by their names; another program reads it than the one that wrote it. */
export function unzipped(zip: Buffer): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, content]) => [name, Buffer.from(content)]));
}

export function manifestIn(files: Record<string, Buffer>): Manifest {
  return JSON.parse(files['manifest.json']!.toString()) as Manifest;
}

export function sha256(file: Buffer): string {
  return createHash('sha256').update(file).digest('hex');
}

/** The fields that are written into pictures, by their groups and names. Needs Perl. */
export class Metadata {
  private readonly exiftool = new ExifTool({ maxProcs: 1 });
  private readonly folder = mkdtemp(join(tmpdir(), 'gmb-test-exif-'));

  async read(file: Buffer, name: string): Promise<Record<string, unknown>> {
    const path = join(await this.folder, basename(name));
    await writeFile(path, file);
    const readArgs = ['-G1', '-a', '-n', '-charset', 'iptc=utf8'];
    return (await this.exiftool.readRaw(path, { readArgs })) as object as Record<string, unknown>;
  }

  /** The same picture with these fields. */
  async write(file: Buffer, name: string, fields: WriteTags): Promise<Buffer> {
    const path = join(await this.folder, basename(name));
    await writeFile(path, file);
    await this.exiftool.write(path, fields, { writeArgs: ['-overwrite_original'] });
    return readFile(path);
  }

  async end(): Promise<void> {
    await this.exiftool.end();
    await rm(await this.folder, { recursive: true, force: true });
  }
}
