/** Words that cameras, phones, messengers and editors put into file names; they say nothing about the picture. */
const NOISE = new Set(
  `img image imagen imagem immagine bild foto fotos photo photos picture pictures pic pics dsc dscn dscf dcim pxl mvimg
  gopr gopro cimg sam snapchat whatsapp signal telegram facebook fb instagram ig received screenshot screen shot capture
  scan scanned unnamed untitled unbenannt download downloaded upload uploaded copy kopie copia copie edit edited
  bearbeitet final finale version burst cover hdr pano bokeh mp night raw export exported resized scaled compressed
  optimized web small medium large big thumb thumbnail hires lowres highres original orig new neu temp tmp test file
  attachment client jpeg jpg png webp avif gif heic am pm`.split(/\s+/u),
);

/** Words that mean nothing without a noun beside them. */
const LITTLE = new Set(
  'a an the at of in on by for and or to with from no nr und der die das et le la les de y el e il o v'.split(' '),
);

const MAX_WORDS = 8;
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/giu;

/**
 * The words that a person chose when naming a picture's file: `front-door_oak.jpg` gives `front door oak`, and the
 * name that a camera chose gives `''`.
 */
export function topicOf(fileName: string): string {
  const name = fileName.replace(/\.[a-z\d]{2,5}$/iu, '').replace(UUID, ' ');
  const words = name
    .replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\d'’&]+/u)
    .map((word) => word.replace(/^['’&]+|['’]+$/gu, (found) => (found === '&' ? '&' : '')))
    .filter(isMeant);
  const kept = trimLittle(words).slice(0, MAX_WORDS);
  return kept.some((word) => word.length > 2 && !LITTLE.has(word.toLowerCase())) ? calm(kept).join(' ') : '';
}

function isMeant(word: string): boolean {
  if (word === '&') return true;
  return word !== '' && !/\d/u.test(word) && !NOISE.has(word.toLowerCase()) && !isScrambled(word);
}

/** Parts of hashes and random names: a long row of consonants, or capitals and small letters at random. */
function isScrambled(word: string): boolean {
  return (
    /^[bcdfghjklmnpqrstvwxz]{5,}$/iu.test(word) ||
    /\p{Ll}\p{Lu}\p{Ll}*\p{Lu}|\p{Lu}\p{Ll}\p{Lu}\p{Ll}\p{Lu}/u.test(word)
  );
}

function trimLittle(words: string[]): string[] {
  const isLittle = (word: string) => word === '&' || (LITTLE.has(word.toLowerCase()) && word.toLowerCase() !== 'the');
  const first = words.findIndex((word) => !isLittle(word));
  const last = words.findLastIndex((word) => !isLittle(word));
  return first < 0 ? [] : words.slice(first, last + 1);
}

/** A name typed all in capitals is not shouted on. */
function calm(words: string[]): string[] {
  const shouted = words.join('').length > 4 && words.every((word) => word === word.toUpperCase());
  return shouted ? words.map((word) => word.toLowerCase()) : words;
}
