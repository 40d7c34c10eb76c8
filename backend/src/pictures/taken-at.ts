/**
 * Reads the only EXIF field that the product uses. Offsets and counts come from the file and may be wrong: nothing is read
 * beyond the end of the block, and loops stop there whatever a count says.
 */

const EXIF_DIRECTORY = 0x8769;
const DATE_TIME_ORIGINAL = 0x9003;
const ENTRY_BYTES = 12;
/** Of the oldest photograph. */
const FIRST_YEAR = '1826';
const DATE = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)$/;

interface Exif {
  bytes: Buffer;
  isBigEndian: boolean;
}

/**
 * Local time when a photo was taken, from its EXIF block.
 * @returns `YYYY-MM-DDTHH:MM:SS`, or `null` when the block does not say or makes no sense
 */
export function takenAt(block: Buffer | undefined): string | null {
  const exif = block && parse(block);
  if (!exif) return null;
  const directory = valueOf(exif, uint32(exif, 4), EXIF_DIRECTORY);
  const offset = directory === null ? null : valueOf(exif, directory, DATE_TIME_ORIGINAL);
  return offset === null ? null : asDate(exif.bytes.toString('latin1', offset, offset + 19));
}

function parse(block: Buffer): Exif | null {
  const bytes = block.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block;
  const start = bytes.toString('latin1', 0, 4);
  return start === 'MM\0*' || start === 'II*\0' ? { bytes, isBigEndian: start[0] === 'M' } : null;
}

// Both fields contain an offset: the one of another directory, the other of a text longer than four bytes.
function valueOf(exif: Exif, directory: number, tag: number): number | null {
  const count = uint16(exif, directory);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > exif.bytes.length) return null;
    if (uint16(exif, entry) === tag) return uint32(exif, entry + 8);
  }
  return null;
}

function uint16({ bytes, isBigEndian }: Exif, at: number): number {
  if (at + 2 > bytes.length) return 0;
  return isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at);
}

function uint32({ bytes, isBigEndian }: Exif, at: number): number {
  if (at + 4 > bytes.length) return 0;
  return isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
}

function asDate(text: string): string | null {
  const [, year, month, day, hour, minute, second] = DATE.exec(text) ?? [];
  if (!year || year < FIRST_YEAR) return null;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // A day that no calendar has, such as 31 February, comes out as another one.
  const date = new Date(`${iso}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
