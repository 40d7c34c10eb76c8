import type { Extension } from '../picture-kind.js';
import { profileOfCodePoints } from '../colour/code-points.js';
import { itemsOf } from './boxes.js';
import type { Bytes } from './bytes.js';
import { chunksOf, contentOfChunk, isIntact } from './png-chunks.js';

const CICP_BYTES = 4;
const HEADER_BYTES = 13;
/** Of a PNG's header: where its kind of colours stands, and the bit of one that has any. */
const COLOUR_TYPE = 9;
const HAS_COLOURS = 2;

/**
 * The ICC profile that says what the code points of an AVIF or PNG say, which sharp does not read; `null` where there are none, for
 * sRGB, for an AVIF that has a profile of its own, and for a PNG that is grey or whose code points are damaged.
 */
export async function statedProfile(kind: Extension, source: Bytes): Promise<Buffer | null> {
  if (kind === 'png') return ofPng(source);
  return kind === 'avif' ? ofAvif(source) : null;
}

async function ofPng(source: Bytes): Promise<Buffer | null> {
  for await (const chunk of chunksOf(source)) {
    if (chunk.type === 'IDAT') return null;
    if (chunk.type === 'IHDR') {
      const type = (await contentOfChunk(source, chunk, HEADER_BYTES))?.[COLOUR_TYPE] ?? 0;
      if ((type & HAS_COLOURS) === 0) return null;
    }
    if (chunk.type !== 'cICP') continue;
    if (!(await isIntact(source, chunk))) return null;
    const [primaries, transfer] = (await contentOfChunk(source, chunk, CICP_BYTES)) ?? [];
    return primaries && transfer ? profileOfCodePoints({ primaries, transfer }) : null;
  }
  return null;
}

async function ofAvif(source: Bytes): Promise<Buffer | null> {
  try {
    const { primary } = (await itemsOf(source)) ?? {};
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
