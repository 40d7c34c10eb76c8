import type { Extension } from '../picture-kind.js';
import { profileOfCodePoints } from '../colour/code-points.js';
import { readItems } from './boxes.js';
import type { ByteSource } from './bytes.js';
import { readChunks, readChunk, isIntact } from './png-chunks.js';

const CICP_BYTES = 4;
const HEADER_BYTES = 13;
/** Offset of the colour type in the chunk `IHDR`, and its bit for pictures that are not grey. */
const COLOUR_TYPE = 9;
const HAS_COLOURS = 2;

/**
 * Returns an ICC profile for the colour code points of an AVIF or PNG, which sharp ignores. `null` if there are none,
 * for sRGB, for an AVIF with an ICC profile, and for a PNG that is grey or whose code points are damaged.
 */
export async function profileOfColours(kind: Extension, source: ByteSource): Promise<Buffer | null> {
  if (kind === 'png') return pngProfile(source);
  return kind === 'avif' ? avifProfile(source) : null;
}

async function pngProfile(source: ByteSource): Promise<Buffer | null> {
  for await (const chunk of readChunks(source)) {
    if (chunk.type === 'IDAT') return null;
    if (chunk.type === 'IHDR') {
      const type = (await readChunk(source, chunk, HEADER_BYTES))?.[COLOUR_TYPE] ?? 0;
      if ((type & HAS_COLOURS) === 0) return null;
    }
    if (chunk.type !== 'cICP') continue;
    if (!(await isIntact(source, chunk))) return null;
    const [primaries, transfer] = (await readChunk(source, chunk, CICP_BYTES)) ?? [];
    return primaries && transfer ? profileOfCodePoints({ primaries, transfer }) : null;
  }
  return null;
}

async function avifProfile(source: ByteSource): Promise<Buffer | null> {
  try {
    const { primary } = (await readItems(source)) ?? {};
    const colours = primary?.properties.filter(({ type }) => type === 'colr').map(({ content }) => content) ?? [];
    const isOfType = (type: string) => (content: Buffer) => content.toString('latin1', 0, 4) === type;
    const nclx = colours.find(isOfType('nclx'));
    if (!nclx || colours.some(isOfType('prof')) || colours.some(isOfType('rICC'))) return null;
    return profileOfCodePoints({ primaries: nclx.readUInt16BE(4), transfer: nclx.readUInt16BE(6) });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
