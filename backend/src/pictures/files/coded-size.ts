import { type Box } from './boxes.js';

/**
 * The size of the pictures within an item, read from the coded data as a decoder does: the file's own list may be
 * wrong.
 */
export interface CodedSize {
  /** Pixels of the largest picture. */
  pixels: number;
  /** Number of pictures, including those that are not shown: all of them are decoded. */
  pictures: number;
}

const SPS = 33;
const SEQUENCE_HEADER = 1;
const FRAMES = [3, 6];

/** Reads the coded size of an item in HEVC (ITU-T H.265; ISO/IEC 14496-15, 8.3.3). */
export function codedInHevc(properties: Box[], content: Buffer): CodedSize {
  const config = properties.find(({ type }) => type === 'hvcC')?.content;
  if (!config || config.length < 23) return { pixels: 0, pictures: 1 };
  const coded = { pixels: 0, pictures: 0 };
  let at = 23;
  for (let arrays = config[22]!; arrays > 0; arrays -= 1) {
    let count = numberAt(config, at + 1, 2);
    for (at += 3; count > 0 && at + 2 <= config.length; count -= 1) {
      const length = numberAt(config, at, 2);
      addUnit(coded, config.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  const lengthSize = (config[21]! & 3) + 1;
  for (at = 0; at + lengthSize < content.length;) {
    const length = numberAt(content, at, lengthSize);
    addUnit(coded, content.subarray(at + lengthSize, at + lengthSize + length));
    at += lengthSize + length;
  }
  return { ...coded, pictures: Math.max(coded.pictures, 1) };
}

function addUnit(coded: CodedSize, unit: Buffer): void {
  if (unit.length < 3) return;
  const type = (unit[0]! >> 1) & 63;
  if (type === SPS)
    coded.pixels = Math.max(
      coded.pixels,
      orZero(() => readSpsPixels(unit)),
    );
  // The first bit of a slice is set if the slice begins a picture.
  if (type < 32 && unit[2]! >= 128) coded.pictures += 1;
}

function readSpsPixels(unit: Buffer): number {
  // After two zero bytes, a 3 is an emulation prevention byte and no content.
  const bytes = unit.subarray(2, 1024).toString('latin1').replaceAll('\0\0\x03', '\0\0');
  const bits = new Bits(Buffer.from(bytes, 'latin1'));
  bits.skip(4);
  const layers = bits.next(3);
  bits.skip(1 + 96);
  const present = Array.from({ length: layers }, () => [bits.next(1), bits.next(1)] as const);
  if (layers > 0) bits.skip((8 - layers) * 2);
  for (const [hasProfile, hasLevel] of present) bits.skip(hasProfile * 88 + hasLevel * 8);
  bits.golomb();
  if (bits.golomb() === 3) bits.skip(1);
  return bits.golomb() * bits.golomb();
}

/** Reads the coded size of an item in AV1 (AV1 bitstream specification, 5.3 to 5.5; AV1 in ISOBMFF, 2.3). */
export function codedInAv1(properties: Box[], content: Buffer): CodedSize {
  const config = properties.find(({ type }) => type === 'av1C')?.content.subarray(4) ?? Buffer.alloc(0);
  const coded = { pixels: 0, pictures: 0 };
  for (const units of [config, content]) {
    for (const { type, body } of splitUnits(units)) {
      if (type === SEQUENCE_HEADER)
        coded.pixels = Math.max(
          coded.pixels,
          orZero(() => readSequencePixels(body)),
        );
      if (FRAMES.includes(type)) coded.pictures += 1;
    }
  }
  return { ...coded, pictures: Math.max(coded.pictures, 1) };
}

function* splitUnits(bytes: Buffer): Generator<{ type: number; body: Buffer }> {
  for (let at = 0; at < bytes.length;) {
    const head = bytes[at]!;
    at += head & 4 ? 2 : 1;
    let length = head & 2 ? 0 : Math.max(0, bytes.length - at);
    if (head & 2) {
      for (let index = 0; index < 8; index += 1) {
        const byte = bytes[at] ?? 0;
        at += 1;
        length += (byte & 127) * 2 ** (7 * index);
        if (byte < 128) break;
      }
    }
    yield { type: (head >> 3) & 15, body: bytes.subarray(at, at + length) };
    at += length;
  }
}

function readSequencePixels(body: Buffer): number {
  const bits = new Bits(body);
  bits.skip(4);
  if (bits.next(1) === 1) bits.skip(5);
  else skipOperatingPoints(bits);
  const [widthBits, heightBits] = [bits.next(4) + 1, bits.next(4) + 1];
  return (bits.next(widthBits) + 1) * (bits.next(heightBits) + 1);
}

function skipOperatingPoints(bits: Bits): void {
  let delayBits = 0;
  if (bits.next(1) === 1) {
    bits.skip(64);
    if (bits.next(1) === 1) bits.golomb();
    if (bits.next(1) === 1) {
      delayBits = bits.next(5) + 1;
      bits.skip(42);
    }
  }
  const hasDelay = bits.next(1);
  for (let points = bits.next(5) + 1; points > 0; points -= 1) {
    bits.skip(12);
    if (bits.next(5) > 7) bits.skip(1);
    if (delayBits > 0 && bits.next(1) === 1) bits.skip(2 * delayBits + 1);
    if (hasDelay === 1 && bits.next(1) === 1) bits.skip(4);
  }
}

/** Returns the pixels of an item by its property `ispe`; 0 without one. */
export function statedPixels(properties: Box[]): number {
  const size = properties.find(({ type }) => type === 'ispe')?.content;
  return size && size.length >= 12 ? size.readUInt32BE(4) * size.readUInt32BE(8) : 0;
}

/** Whether an item is the alpha plane of another one. */
export function isAlpha(properties: Box[]): boolean {
  const kind = properties.find(({ type }) => type === 'auxC')?.content.toString('latin1', 4) ?? '';
  return kind.includes(':auxid:1') || kind.includes(':alpha');
}

function numberAt(bytes: Buffer, at: number, size: number): number {
  return at + size <= bytes.length ? bytes.readUIntBE(at, size) : 0;
}

/** Returns 0 for a header that is cut off: a decoder cannot read it either. */
function orZero(read: () => number): number {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

/** Reads a stream of bits. */
class Bits {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  /** Reads an unsigned number of `count` bits, at most 32. @throws RangeError beyond the end */
  next(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      const byte = this.bytes[this.at >> 3];
      if (byte === undefined) throw new RangeError('the bits end before');
      value = value * 2 + ((byte >> (7 - (this.at & 7))) & 1);
      this.at += 1;
    }
    return value;
  }

  skip(count: number): void {
    this.at += count;
  }

  /** Reads a number in Exp-Golomb code. @throws RangeError beyond the end, or for more than 32 bits */
  golomb(): number {
    let zeros = 0;
    while (this.next(1) === 0) {
      zeros += 1;
      if (zeros > 32) throw new RangeError('no number of this code');
    }
    return 2 ** zeros - 1 + this.next(zeros);
  }
}
