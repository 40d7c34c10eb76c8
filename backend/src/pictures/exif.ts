/**
 * Reads the few EXIF fields that the product uses. Offsets and counts come from the file and may be wrong: nothing is read
 * beyond the end of the block, and loops stop there whatever a count says.
 */

const ENTRY_BYTES = 12;

/** Fields that name a directory, or where their value lies. */
export const TAGS = {
  orientation: 0x0112,
  exifDirectory: 0x8769,
  gpsDirectory: 0x8825,
  dateTimeOriginal: 0x9003,
} as const;

/** An EXIF block, as cameras write it into photos. */
export interface Exif {
  bytes: Buffer;
  isBigEndian: boolean;
}

/** The block with or without its heading; `null` when it is none. */
export function parseExif(block: Buffer): Exif | null {
  const bytes = block.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block;
  const start = bytes.toString('latin1', 0, 4);
  return start === 'MM\0*' || start === 'II*\0' ? { bytes, isBigEndian: start[0] === 'M' } : null;
}

/** Where the first directory lies. */
export function firstDirectory(exif: Exif): number {
  return uint32(exif, 4);
}

/** Position of the value in a directory's entry with this tag; `null` if there is none. Of a value of more than four bytes it holds the offset. */
export function findEntry(exif: Exif, directory: number, tag: number): number | null {
  const count = uint16(exif, directory);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > exif.bytes.length) return null;
    if (uint16(exif, entry) === tag) return entry + 8;
  }
  return null;
}

/** The directory or the longer value that an entry points to, if there is one of this tag. */
export function findOffset(exif: Exif, directory: number, tag: number): number | null {
  const entry = findEntry(exif, directory, tag);
  return entry === null ? null : uint32(exif, entry);
}

/** 0 behind the end. */
export function uint16({ bytes, isBigEndian }: Exif, at: number): number {
  if (at + 2 > bytes.length) return 0;
  return isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at);
}

/** 0 behind the end. */
export function uint32({ bytes, isBigEndian }: Exif, at: number): number {
  if (at + 4 > bytes.length) return 0;
  return isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
}
