import anyAscii from 'any-ascii';
import { FILE_NAME_MAX } from '../contract/delivery-rules.js';
import { withoutDirectionControls } from '../platform/sanitize-text.js';

/** Characters of the extension, `.jpg`, and of the suffix of duplicate names, `-99`. */
const SUFFIX_MAX = 7;
/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/;
const NOT_IN_FILE_NAMES = /[\p{Cc}"*/:<>?\\|]+/gu;
const ZIP_NAME_MAX = 120;

/**
 * Makes a file name for any system from a text: words of Latin letters and digits, joined by hyphens, at most 73
 * characters. Letters of other scripts are transliterated, emojis replaced by their names. `''` if nothing is left.
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

/** Makes names unique: `01-roses`, `01-roses-2`. */
export function unique(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name}-${count}`;
    taken.add(free);
    return free;
  });
}

/** Name of a ZIP: any script, without characters that file systems do not allow. */
export function zipName(title: string): string {
  const name = [...withoutDirectionControls(title).replace(NOT_IN_FILE_NAMES, ' ').replace(/\s+/g, ' ')]
    .slice(0, ZIP_NAME_MAX)
    .join('')
    .trim();
  return `${name.replace(/[. ]+$/, '') || 'photos'}.zip`;
}

/** Joins words up to a length; cuts within a word only if too much would be lost otherwise. */
function shortened(words: string[], max: number): string {
  const slug = words.join('-');
  if (slug.length <= max) return slug;
  const end = slug.lastIndexOf('-', max);
  return slug.slice(0, end > max / 2 ? end : max);
}
