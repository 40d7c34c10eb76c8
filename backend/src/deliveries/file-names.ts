import anyAscii from 'any-ascii';
import { FILE_NAME_MAX } from '../contract/delivery-rules.js';
import { withoutTurns } from '../platform/outside-text.js';

/** Of the longest ending, `.jpg`, and of what tells two names apart, `-99`. */
const SUFFIX_MAX = 7;
/** Names that Windows keeps for devices, with any ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/;
const NOT_IN_FILE_NAMES = /[\p{Cc}"*/:<>?\\|]+/gu;
const ZIP_NAME_MAX = 120;

/**
 * A text as the name of a file on every system: words of Latin letters and digits with hyphens between them, of at most 73
 * characters; letters of other scripts are transliterated, and emojis named. `''` if nothing of it can be written so.
 */
export function slugOf(text: string): string {
  const words =
    anyAscii(text.normalize('NFKC'))
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const slug = shortened(words, FILE_NAME_MAX - SUFFIX_MAX);
  return RESERVED.test(slug) ? `${slug}-photo` : slug;
}

/** Name of a photo's file without the ending: `01-hand-tied-with-silk-ribbon`. */
export function photoName(place: number, title: string): string {
  const number = String(place).padStart(2, '0');
  return slugOf(`${number} ${slugOf(title) || 'photo'}`);
}

/** The names, of which none is given twice: `01-roses`, `01-roses-2`. */
export function unique(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name}-${count}`;
    taken.add(free);
    return free;
  });
}

/** Name of a ZIP: in any script, without what a system does not take in a name. */
export function zipName(title: string): string {
  const name = [...withoutTurns(title).replace(NOT_IN_FILE_NAMES, ' ').replace(/\s+/g, ' ')]
    .slice(0, ZIP_NAME_MAX)
    .join('')
    .trim();
  return `${name.replace(/[. ]+$/, '') || 'photos'}.zip`;
}

/** Cut between two words, unless too much would be lost. */
function shortened(words: string[], max: number): string {
  const slug = words.join('-');
  if (slug.length <= max) return slug;
  const end = slug.lastIndexOf('-', max);
  return slug.slice(0, end > max / 2 ? end : max);
}
