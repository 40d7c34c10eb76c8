import type { Position } from '../contract/deliveries.js';
import type { ImageTexts } from '../contract/image-fields.js';
import type { PhotoTexts } from '../pictures/delivery/photo-facts.js';

/** What is written into the file of a photo. */
export function photoTexts(image: ImageTexts): PhotoTexts {
  const { title, description, geoAltDescription, address } = image;
  return { title, description, keywords: keywordsOf(image), altText: geoAltDescription, place: oneLine(address) };
}

/** The keywords of a photo, one by one. */
export function keywordsOf({ exifKeywords }: Pick<ImageTexts, 'exifKeywords'>): string[] {
  return [...new Set(exifKeywords.split(/[,\n]/).map((word) => word.trim()))].filter(Boolean);
}

function oneLine(text: string): string {
  return text
    .split(/\s*[\r\n]+\s*/)
    .filter(Boolean)
    .join(', ');
}

/** Degrees of latitude and longitude: `43.6577, -70.2548`. */
export function positionText(position: Position | null): string | null {
  return position && `${position.latitude}, ${position.longitude}`;
}
