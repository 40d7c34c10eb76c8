/** Writes directories of TIFF 6.0, big-endian. EXIF blocks consist of them too. */

export const BYTE = 1;
export const ASCII = 2;
export const SHORT = 3;
export const LONG = 4;
export const RATIONAL = 5;
export const UNDEFINED = 7;
/** Bytes of a value of each type. */
const SIZES: Record<number, number> = { [BYTE]: 1, [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [RATIONAL]: 8, [UNDEFINED]: 1 };
const ENTRY_BYTES = 12;

export interface Entry {
  tag: number;
  type: number;
  value: Buffer;
}

export function shorts(tag: number, ...values: number[]): Entry {
  const value = Buffer.alloc(values.length * 2);
  values.forEach((one, index) => value.writeUInt16BE(one, index * 2));
  return { tag, type: SHORT, value };
}

export function longs(tag: number, ...values: number[]): Entry {
  return { tag, type: LONG, value: uint32s(...values) };
}

export function uint32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((one, index) => bytes.writeUInt32BE(one, index * 4));
  return bytes;
}

/** Returns the header of a file or block whose first directory is at this offset. */
export function tiffHeader(directoryAt: number): Buffer {
  return Buffer.concat([Buffer.from('MM\0*', 'latin1'), uint32s(directoryAt)]);
}

/** Returns a directory for this offset. Values of more than four bytes follow it, at even offsets. */
export function writeDirectory(entries: Entry[], at: number): Buffer {
  const head = Buffer.alloc(headSize(entries));
  head.writeUInt16BE(entries.length);
  const values: Buffer[] = [];
  let valueAt = at + head.length;
  entries.forEach(({ tag, type, value }, index) => {
    const entry = 2 + index * ENTRY_BYTES;
    head.writeUInt16BE(tag, entry);
    head.writeUInt16BE(type, entry + 2);
    head.writeUInt32BE(value.length / SIZES[type]!, entry + 4);
    if (value.length <= 4) return value.copy(head, entry + 8);
    head.writeUInt32BE(valueAt, entry + 8);
    values.push(padToEven(value));
    return (valueAt += padToEven(value).length);
  });
  return Buffer.concat([head, ...values]);
}

/** Returns the bytes of a directory, including the values that follow it. */
export function sizeOf(entries: Entry[]): number {
  const values = entries.filter(({ value }) => value.length > 4).map(({ value }) => padToEven(value).length);
  return values.reduce((sum, size) => sum + size, headSize(entries));
}

function headSize(entries: Entry[]): number {
  return 2 + entries.length * ENTRY_BYTES + 4;
}

function padToEven(value: Buffer): Buffer {
  return value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.alloc(1)]);
}
