import { jpegMetadata } from './jpeg-parts.js';
import type { PhotoFacts } from './photo-facts.js';
import { pngMetadata } from './png-parts.js';
import { exifBlock } from './write-exif.js';
import { iptcSegment } from './write-iptc.js';
import { xmpPacket } from './write-xmp.js';

/** The metadata of a delivered file, which stand between the head of its picture and the rest. */
export function metadataFor(kind: 'jpg' | 'png', facts: PhotoFacts): Buffer {
  const exif = exifBlock(facts);
  const xmp = xmpPacket(facts.texts);
  return kind === 'jpg' ? jpegMetadata({ exif, xmp, iptc: iptcSegment(facts.texts) }) : pngMetadata({ exif, xmp });
}
