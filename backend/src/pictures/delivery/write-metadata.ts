import { jpegMetadata } from './jpeg-parts.js';
import type { PhotoFacts } from './photo-facts.js';
import { pngMetadata } from './png-parts.js';
import { writeExif } from './write-exif.js';
import { writeIptc } from './write-iptc.js';
import { writeXmp } from './write-xmp.js';

/** Returns the metadata of a delivered file. They are inserted between `head` and `rest` of `PictureParts`. */
export function writeMetadata(kind: 'jpg' | 'png', facts: PhotoFacts): Buffer {
  const exif = writeExif(facts);
  const xmp = writeXmp(facts.texts);
  return kind === 'jpg' ? jpegMetadata({ exif, xmp, iptc: writeIptc(facts.texts) }) : pngMetadata({ exif, xmp });
}
