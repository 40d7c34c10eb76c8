import type { Position } from '../contract/deliveries.js';
import type { ImageTexts } from '../contract/image-fields.js';
import { keywordList } from '../contract/keywords.js';
import type { PhotoTexts } from '../pictures/delivery/photo-facts.js';

/** The texts that are written into the metadata of a photo. */
export function photoTexts(image: ImageTexts): PhotoTexts {
  const { title, description, exifKeywords, geoAltDescription, address } = image;
  const keywords = keywordList(exifKeywords);
  return { title, description, keywords, altText: geoAltDescription, place: oneLine(address) };
}

function oneLine(text: string): string {
  return text
    .split(/\s*[\r\n]+\s*/)
    .filter(Boolean)
    .join(', ');
}

/** Latitude and longitude in degrees: `43.6577, -70.2548`; `null` without a position. */
export function positionText(position: Position | null): string | null {
  return position && `${position.latitude}, ${position.longitude}`;
}
