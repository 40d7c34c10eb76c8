/** Writes ICC profiles for displays (ICC.1:2022), from three primaries, a white point and a transfer function. */

/** A colour without its lightness: x and y of CIE 1931. */
export type Chromaticity = readonly [x: number, y: number];

export interface Screen {
  name: string;
  /** Red, green and blue. */
  colours: Chromaticity[];
  white: Chromaticity;
  /** From signal to light, both from 0 to 1; more light is cut to 1. */
  light: (signal: number) => number;
}

type Vector = [number, number, number];
type Matrix = [Vector, Vector, Vector];

const HEADER_BYTES = 128;
const CURVE_POINTS = 4096;
/** White point of the profile connection space. */
const D50: Vector = [0.9642, 1, 0.8249];
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/** Returns the bytes of the ICC profile of a screen. */
export function writeProfile({ name, colours, white, light }: Screen): Buffer {
  const toD50 = adaptationToD50(xyz(white));
  const [red, green, blue] = transpose(multiplyMatrices(toD50, primariesMatrix(colours, xyz(white)))) as [
    Vector,
    Vector,
    Vector,
  ];
  const curve = writeCurve(light);
  const tags: [string, Buffer][] = [
    ['desc', writeText(name)],
    ['cprt', writeText('No copyright')],
    ['wtpt', writeXyz(D50)],
    ['chad', writeTagType('sf32', writeFixed(...toD50.flat()))],
    ['rXYZ', writeXyz(red)],
    ['gXYZ', writeXyz(green)],
    ['bXYZ', writeXyz(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const list = Buffer.alloc(4 + tags.length * 12);
  list.writeUInt32BE(tags.length);
  const contents = [...new Set(tags.map(([, content]) => content))];
  const starts = new Map<Buffer, number>();
  let at = HEADER_BYTES + list.length;
  for (const content of contents) {
    starts.set(content, at);
    at += content.length;
  }
  tags.forEach(([tag, content], index) => {
    list.write(tag, 4 + index * 12, 'latin1');
    list.writeUInt32BE(starts.get(content)!, 8 + index * 12);
    list.writeUInt32BE(content.length, 12 + index * 12);
  });
  return Buffer.concat([writeHeader(at), list, ...contents]);
}

function writeHeader(size: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32BE(size);
  bytes.writeUInt32BE(0x0440_0000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  // The required date of creation; a constant, so that equal inputs give equal bytes.
  [2024, 1, 1].forEach((part, index) => bytes.writeUInt16BE(part, 24 + index * 2));
  bytes.write('acsp', 36, 'latin1');
  writeFixed(...D50).copy(bytes, 68);
  return bytes;
}

function writeTagType(type: string, content: Buffer): Buffer {
  const size = 8 + content.length;
  const bytes = Buffer.alloc(size + ((4 - (size % 4)) % 4));
  bytes.write(type, 'latin1');
  content.copy(bytes, 8);
  return bytes;
}

function writeText(value: string): Buffer {
  const head = Buffer.alloc(20);
  [1, 12].forEach((part, index) => head.writeUInt32BE(part, index * 4));
  head.write('enUS', 8, 'latin1');
  head.writeUInt32BE(value.length * 2, 12);
  head.writeUInt32BE(28, 16);
  return writeTagType('mluc', Buffer.concat([head, Buffer.from(value, 'utf16le').swap16()]));
}

function writeXyz(value: Vector): Buffer {
  return writeTagType('XYZ ', writeFixed(...value));
}

function writeFixed(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeInt32BE(Math.round(value * 65_536), index * 4));
  return bytes;
}

function writeCurve(light: Screen['light']): Buffer {
  const points = Buffer.alloc(4 + CURVE_POINTS * 2);
  points.writeUInt32BE(CURVE_POINTS);
  for (let index = 0; index < CURVE_POINTS; index += 1) {
    const value = Math.min(1, Math.max(0, light(index / (CURVE_POINTS - 1))));
    points.writeUInt16BE(Math.round(value * 65_535), 4 + index * 2);
  }
  return writeTagType('curv', points);
}

/** Converts a chromaticity to XYZ with Y = 1. */
function xyz([x, y]: Chromaticity): Vector {
  return [x / y, 1, (1 - x - y) / y];
}

/** Returns the XYZ values of red, green and blue, one per column, scaled so that their sum is white. */
function primariesMatrix(colours: Chromaticity[], white: Vector): Matrix {
  const primaries = transpose(colours.map(xyz) as Matrix);
  const shares = multiplyVector(inverse(primaries), white);
  return primaries.map((row) => row.map((value, index) => value * shares[index]!)) as Matrix;
}

/** Returns the matrix that adapts colours from a white point to D50 (Bradford; ICC.1 annex E). */
function adaptationToD50(white: Vector): Matrix {
  const [from, to] = [multiplyVector(BRADFORD, white), multiplyVector(BRADFORD, D50)];
  const scaled = BRADFORD.map((row, index) => row.map((value) => (value * to[index]!) / from[index]!)) as Matrix;
  return multiplyMatrices(inverse(BRADFORD), scaled);
}

function multiplyVector(matrix: Matrix, vector: Vector): Vector {
  return matrix.map((row) => row.reduce((sum, value, index) => sum + value * vector[index]!, 0)) as Vector;
}

function multiplyMatrices(one: Matrix, other: Matrix): Matrix {
  return transpose(transpose(other).map((column) => multiplyVector(one, column)) as Matrix);
}

function transpose(matrix: Matrix): Matrix {
  return [0, 1, 2].map((index) => matrix.map((row) => row[index]!)) as Matrix;
}

function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const cofactors: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  const determinant = a * cofactors[0][0] + b * cofactors[1][0] + c * cofactors[2][0];
  return cofactors.map((row) => row.map((value) => value / determinant)) as Matrix;
}
