/** Words that cameras, phones, messengers and editors put into file names, and that rarely describe the picture. */
const NOISE = new Set(
  `img image bild foto fotos photo photos picture pictures pic pics dsc dscn dscf dcim pxl mvimg gopr gopro cimg sam
  snapchat whatsapp signal telegram facebook fb instagram ig received screenshot capture scan scanned unnamed untitled
  download downloaded upload uploaded copy edit edited final burst hdr pano bokeh mp raw export exported resized scaled
  compressed optimized thumb thumbnail hires lowres highres orig temp tmp attachment jpeg jpg png webp avif gif`.split(
    /\s+/u,
  ),
);
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/giu;
const MAX_WORDS = 8;

/**
 * Returns the words that a person chose when naming a picture's file, at most 8: `front-door_oak.jpg` gives
 * `front door oak`. The extension, ids, words with a digit and the words of cameras and programs are left out. If all
 * words are in capitals, they become lower case. Returns `''` if no word longer than two letters is left.
 */
export function wordsOfFileName(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z\d]{2,5}$/iu, '')
    .replace(UUID, ' ')
    .split(/[^\p{L}\p{M}\d'’&]+/u)
    .filter((word) => word !== '' && !/\d/u.test(word) && !NOISE.has(word.toLowerCase()))
    .flatMap(splitCapitalized)
    .slice(0, MAX_WORDS);
  const isShouted = words.every((word) => word === word.toUpperCase());
  const name = isShouted ? words.join(' ').toLowerCase() : words.join(' ');
  return words.some((word) => word.length > 2) ? name : '';
}

/**
 * Splits a word at its capitals: `FrontDoorOfShop` gives four words. Two parts stay one word if one of them is short,
 * as in `iPhone`. Three or more parts of which most are short are taken for random letters and give no word.
 */
function splitCapitalized(word: string): string[] {
  const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})/u);
  const shortParts = parts.filter((part) => part.length <= 2).length;
  if (parts.length <= 2) return shortParts > 0 ? [word] : parts;
  return shortParts * 2 > parts.length ? [] : parts;
}
