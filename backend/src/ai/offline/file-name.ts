/** Words that cameras, phones, messengers and editors put into file names; they say nothing about the picture. */
const NOISE = new Set(
  `img image imagen imagem immagine bild foto fotos photo photos picture pictures pic pics dsc dscn dscf dcim pxl mvimg
  gopr gopro cimg sam snapchat whatsapp signal telegram facebook fb instagram ig received screenshot capture scan scanned
  unnamed untitled unbenannt download downloaded upload uploaded copy kopie copia copie edit edited bearbeitet final
  burst hdr pano bokeh mp raw export exported resized scaled compressed optimized thumb thumbnail hires lowres highres
  orig temp tmp attachment jpeg jpg png webp avif gif heic`.split(/\s+/u),
);

/** Words that are as empty at the end of a name, and may mean something before. */
const END_NOISE = new Set(
  'new neu small medium large big web test cover original night version am pm file shot'.split(' '),
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
    .split(/[^\p{L}\p{M}\d'’&]+/u)
    .map((word) => word.replace(/^['’]+|['’]+$/gu, ''))
    .filter(isMeant)
    .flatMap(splitCamelCase)
    .filter(isMeant);
  const kept = trimLittle(words).slice(0, MAX_WORDS);
  return kept.some((word) => word.length > 2 && !LITTLE.has(word.toLowerCase())) ? calm(kept).join(' ') : '';
}

/** `FrontDoor` are two words, and none of them a name. */
function splitCamelCase(word: string): string[] {
  if (!/^(?:\p{Lu}?\p{Ll}{2,})(?:\p{Lu}\p{Ll}{2,})+$/u.test(word)) return [word];
  return word
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(' ');
}

function isMeant(word: string): boolean {
  if (word === '&') return true;
  return word !== '' && !/\d/u.test(word) && !NOISE.has(word.toLowerCase()) && !isScrambled(word);
}

/** Parts of hashes and random names: a long row of consonants, or capitals and small letters at random. */
function isScrambled(word: string): boolean {
  const shuffled = /\p{Ll}\p{Lu}{1,2}\p{Ll}?\p{Lu}|^\p{Ll}\p{Lu}\p{Ll}{1,2}\p{Lu}/u.test(word);
  return shuffled || /^[bcdfghjklmnpqrstvwxz]{5,}$/iu.test(word);
}

function trimLittle(words: string[]): string[] {
  const isLittle = (word: string) => word === '&' || (LITTLE.has(word.toLowerCase()) && word.toLowerCase() !== 'the');
  const first = words.findIndex((word) => !isLittle(word));
  const last = words.findLastIndex((word) => !isLittle(word) && !END_NOISE.has(word.toLowerCase()));
  return first < 0 ? [] : words.slice(first, last + 1);
}

/** A name typed all in capitals is not shouted on. */
function calm(words: string[]): string[] {
  const shouted = words.join('').length > 4 && words.every((word) => word === word.toUpperCase());
  return shouted ? words.map((word) => word.toLowerCase()) : words;
}
