/* oxlint-disable no-underscore-dangle -- the names that Emscripten gives to functions of C */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import heif from 'libheif-js/wasm-bundle.js';
import { profileOfCodePoints } from '../colour/code-points.js';
import type { PictureFile } from '../picture-file.js';
import { DerivativeNotWritten } from '../picture-errors.js';
import { readingError } from '../picture-memory.js';
import { writeTiff } from './write-tiff.js';
import { rgbRows, type Plane, type Planes } from './ycbcr.js';

// Constants of the C interface and offsets in its structures. The version of libheif-js is pinned because of them.

/** `heif_colorspace_YCbCr` and `heif_chroma_420`: the coding of photos, so that WebAssembly converts nothing. */
const YCBCR = 0;
const CHROMA_420 = 1;
/** Offset in `heif_decoding_options` of the flag for samples of 8 bits. */
const HDR_TO_8_BIT = 20;
/** `heif_channel_Alpha`. */
const ALPHA = 6;
/** Offsets in `heif_color_profile_nclx`. */
const PRIMARIES = 4;
const TRANSFER = 8;
const MATRIX = 12;
const FULL_RANGE = 16;
const OUT_OF_MEMORY = 6;

/**
 * Writes the pixels of a HEIC picture as a TIFF into `folder`: in full size, upright, with its colour profile,
 * transparent parts white. It calls the C functions of libheif in WebAssembly, because libheif's JavaScript functions
 * hold each picture three times in memory, once with four bytes per pixel.
 * @returns the path of the TIFF
 * @throws PictureRefused 415, DecoderOutOfMemory, DerivativeNotWritten
 */
export async function heicToTiff({ path, fileName, folder }: PictureFile): Promise<string> {
  const content = await readFile(path);
  const made = join(folder, `${randomUUID()}.tiff`);
  try {
    const { planes, profile } = decode(content);
    await writeTiff(made, { ...planes, profile, rows: rgbRows(planes) });
  } catch (error) {
    if (error instanceof DerivativeNotWritten) throw error;
    throw readingError(fileName, error);
  }
  return made;
}

// Nothing is freed: the process ends after this picture.
function decode(content: Buffer): { planes: Planes; profile: Buffer } {
  const context = heif._heif_context_alloc();
  const file = heif._malloc(content.length);
  heif.HEAPU8.set(content, file);
  const out = heif._malloc(4);
  checkedCall((error) => heif._heif_context_read_from_memory_without_copy(error, context, file, content.length, 0));
  checkedCall((error) => heif._heif_context_get_primary_image_handle(error, context, out));
  const handle = uint32(out);
  const options = heif._heif_decoding_options_alloc();
  heif.HEAPU8[options + HDR_TO_8_BIT] = 1;
  checkedCall((error) => heif._heif_decode_image(error, handle, out, YCBCR, CHROMA_420, options));
  const image = uint32(out);
  const [luma, blue, red] = [0, 1, 2].map((channel) => {
    const plane = readPlane(image, channel);
    if (!plane) throw new Error(`the picture has no channel ${channel}`);
    return plane;
  });
  const planes: Planes = {
    width: heif._heif_image_get_width(image, 0),
    height: heif._heif_image_get_height(image, 0),
    luma: luma!,
    blue: blue!,
    red: red!,
    alpha: readAlpha(image, handle),
    ...readCoding(image),
  };
  const profile = readProfile(handle);
  return { planes, profile: profile.length > 0 ? profile : (nclxProfile(handle) ?? profile) };
}

function readPlane(image: number, channel: number): Plane | null {
  const out = heif._malloc(4);
  const start = heif._heif_image_get_plane_readonly(image, channel, out);
  return start === 0 ? null : { samples: heif.HEAPU8.subarray(start), stride: uint32(out) };
}

/** Reads the alpha plane; `null` if the picture has none. */
function readAlpha(image: number, handle: number): Planes['alpha'] {
  const plane = readPlane(image, ALPHA);
  if (!plane) return null;
  const isOfSize = [heif._heif_image_get_width, heif._heif_image_get_height].every(
    (size) => size(image, ALPHA) === size(image, 0),
  );
  if (!isOfSize) throw new Error('what is transparent has another size than the picture');
  return { ...plane, isPremultiplied: heif._heif_image_handle_is_premultiplied_alpha(handle) !== 0 };
}

/** Reads the colour coding of the picture; that of JPEGs if it states none. */
function readCoding(image: number): Pick<Planes, 'matrix' | 'isFullRange'> {
  const profile = readNclx((error, out) => heif._heif_image_get_nclx_color_profile(error, image, out));
  if (profile === null) return { matrix: 6, isFullRange: true };
  return { matrix: uint32(profile + MATRIX), isFullRange: heif.HEAPU8[profile + FULL_RANGE] !== 0 };
}

/** Returns an ICC profile for the colour code points of the file; `null` for sRGB, or if it states none. */
function nclxProfile(handle: number): Buffer | null {
  const profile = readNclx((error, out) => heif._heif_image_handle_get_nclx_color_profile(error, handle, out));
  if (profile === null) return null;
  return profileOfCodePoints({ primaries: uint32(profile + PRIMARIES), transfer: uint32(profile + TRANSFER) });
}

/** Returns the address of the `heif_color_profile_nclx` that a function returns; `null` if there is none. */
function readNclx(get: (error: number, out: number) => void): number | null {
  const [error, out] = [heif._malloc(12), heif._malloc(4)];
  get(error, out);
  return uint32(error) === 0 ? uint32(out) : null;
}

/** Reads the ICC profile of the file; empty if there is none. */
function readProfile(handle: number): Buffer {
  const size = heif._heif_image_handle_get_raw_color_profile_size(handle);
  if (size === 0) return Buffer.alloc(0);
  const start = heif._malloc(size);
  checkedCall((error) => heif._heif_image_handle_get_raw_color_profile(error, handle, start));
  return Buffer.from(heif.HEAPU8.slice(start, start + size));
}

/** Calls a function that returns a `heif_error` (code, subcode and message). @throws Error if it failed */
function checkedCall(call: (error: number) => void): void {
  const error = heif._malloc(12);
  call(error);
  const code = uint32(error);
  if (code !== 0) throw new Error(code === OUT_OF_MEMORY ? 'libheif has no memory' : `libheif fails with ${code}`);
}

function uint32(at: number): number {
  return heif.HEAPU32[at / 4]!;
}
