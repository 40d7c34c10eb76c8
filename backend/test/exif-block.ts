/** Values of an EXIF field: whole numbers of a type, a text, or fractions. */
type Value = { type: number; numbers: number[] } | { text: string } | { fractions: [number, number][] };

/** Fields by their tags, in the directory of the picture, of the camera and of the position. */
export interface ExifFields {
  picture?: Record<number, Value>;
  camera?: Record<number, Value>;
  position?: Record<number, Value>;
  isBigEndian?: boolean;
  /** Bytes before each longer value, so that it lies at an odd place. */
  gap?: number;
}

const SIZES: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8 };

/** An EXIF block as programs may write it, without a heading. */
export function exifBlock({
  picture = {},
  camera = {},
  position = {},
  isBigEndian = true,
  gap = 0,
}: ExifFields): Buffer {
  const directories = [{ ...picture, 0x8769: number(4, 0), 0x8825: number(4, 0) }, camera, position];
  const starts: number[] = [];
  let at = 8;
  for (const fields of directories) {
    starts.push(at);
    at += 2 + Object.keys(fields).length * 12 + 4;
  }
  directories[0]![0x8769] = number(4, starts[1]!);
  directories[0]![0x8825] = number(4, starts[2]!);
  const values: Buffer[] = [];
  const heads = directories.map((fields) => {
    const entries = Object.entries(fields).map(([tag, value]) => {
      const { type, content } = contentOf(value, isBigEndian);
      const place = Buffer.alloc(4);
      if (content.length <= 4) content.copy(place);
      else {
        values.push(Buffer.alloc(gap), content);
        whole(at + gap, 4, isBigEndian).copy(place);
        at += gap + content.length;
      }
      const count = content.length / SIZES[type]!;
      return Buffer.concat([
        whole(Number(tag), 2, isBigEndian),
        whole(type, 2, isBigEndian),
        whole(count, 4, isBigEndian),
        place,
      ]);
    });
    return Buffer.concat([whole(entries.length, 2, isBigEndian), ...entries, Buffer.alloc(4)]);
  });
  const start = Buffer.concat([
    Buffer.from(isBigEndian ? 'MM' : 'II'),
    whole(42, 2, isBigEndian),
    whole(8, 4, isBigEndian),
  ]);
  return Buffer.concat([start, ...heads, ...values]);
}

export function number(type: number, ...numbers: number[]): Value {
  return { type, numbers };
}

/** The position of a photo in degrees, minutes and seconds: north and east. */
export function positionFields(latitude: [number, number][], longitude: [number, number][]): Record<number, Value> {
  return { 1: { text: 'N' }, 2: { fractions: latitude }, 3: { text: 'E' }, 4: { fractions: longitude } };
}

function contentOf(value: Value, isBigEndian: boolean): { type: number; content: Buffer } {
  if ('text' in value) return { type: 2, content: Buffer.from(`${value.text}\0`) };
  const type = 'type' in value ? value.type : 5;
  const numbers = 'numbers' in value ? value.numbers : value.fractions.flat();
  const size = type === 5 ? 4 : SIZES[type]!;
  return { type, content: Buffer.concat(numbers.map((one) => whole(one, size, isBigEndian))) };
}

function whole(value: number, size: number, isBigEndian: boolean): Buffer {
  const bytes = Buffer.alloc(size);
  if (isBigEndian) bytes.writeUIntBE(value, 0, size);
  else bytes.writeUIntLE(value, 0, size);
  return bytes;
}
