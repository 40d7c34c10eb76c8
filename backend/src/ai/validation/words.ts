import { folded } from '../text.js';

/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
/** Minimum letters of a word that is searched within longer words. */
const PART_MIN = 5;
/** Maximum letters of a word that is compared. */
const COMPARED_MAX = 64;
/** The share of a long word that must equal the beginning of a known word. */
const BEGINNING_SHARE = 0.75;

/** Words that do not characterize a business: neither its trade nor its place nor its specialities; folded. */
const GENERIC_WORDS = new Set(
  `the and for with our your you their from all any are can near nearby local around area areas town city shop store
  company business service services repair repairs fitting installation installations maintenance design delivery
  consultation consultations advice support professional quality custom bespoke made new online home house open expert
  experts specialist specialists team work works solution solutions care help other more one per into
  der die das und fur mit unser unsere ihr ihre von zum zur bei auch eine einer nahe stadt umgebung laden geschaft firma
  betrieb beratung reparatur reparaturen wartung montage einbau leistung leistungen angebot neu hilfe les des une pour
  avec notre nos votre vos pres chez dans ville autour entreprise magasin boutique reparation entretien conseil conseils
  livraison prestation prestations los las una para con nuestro nuestra cerca ciudad empresa tienda negocio servicio
  servicios reparacion reparaciones instalacion mantenimiento asesoramiento entrega gli del della per con nostro nostra
  vicino citta azienda negozio servizio servizi riparazione riparazioni installazione manutenzione consulenza`.split(
    /\s+/u,
  ),
);

/** Endings that are removed to compare words: of plurals, activities (`painting`) and people (`painters`). */
const ENDING =
  /(?:ations?|ements?|ings?|ers?|ed|ies|es|s|e|y|ungen|ung|eure?|en|n|ages?|eurs?|ions?|cion|ciones|os|as|o|a|zione|zioni|i)$/u;

/** Whether a text contains a phrase as whole words; both must be folded. */
export function containsWords(text: string, words: string): boolean {
  const isUnspaced = UNSPACED.test(words);
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const around = (text[at - 1] ?? ' ') + (text[at + words.length] ?? ' ');
    if (isUnspaced || !/[\p{L}\d]/u.test(around)) return true;
  }
  return false;
}

/** Returns the words of a text without short and generic ones. */
export function contentWords(text: string): string[] {
  const all = text.match(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/gu) ?? [];
  return all.filter((word) => word.length > 2 && !GENERIC_WORDS.has(folded(word)));
}

/** An index of the words of a folded text. The time of a lookup hardly depends on their number. */
export class KnownWords {
  private readonly words: Set<string>;
  private readonly stems: Set<string>;
  /** The words of at least `PART_MIN` letters, one per line, to search for parts of them. */
  private readonly lines: string;

  constructor(private readonly text: string) {
    this.words = new Set(text.match(/\p{L}{2,}/gu));
    const compared = [...this.words].filter(isCompared);
    this.stems = new Set(compared.map(stemOf));
    this.lines = `\n${compared.filter((word) => word.length >= PART_MIN).join('\n')}\n`;
  }

  /**
   * Whether the text contains this folded word, also with another ending or within a longer word, or a part of it.
   */
  has(word: string): boolean {
    if (this.words.has(word)) return true;
    if (UNSPACED.test(word)) return [...word.matchAll(/(?=(..))/gu)].some(([, pair = '']) => this.text.includes(pair));
    if (word.length < 3 || word.length > COMPARED_MAX) return false;
    // Names change their endings in inflected languages, such as Slavic ones.
    const isLong = word.length >= (/\P{sc=Latin}/u.test(word) ? 5 : 7);
    const beginning = isLong ? `\n${word.slice(0, Math.ceil(word.length * BEGINNING_SHARE))}` : '';
    return (
      this.stems.has(stemOf(word)) ||
      (isLong && this.lines.includes(beginning)) ||
      (word.length >= PART_MIN && (this.lines.includes(word) || this.hasPartOf(word)))
    );
  }

  /** Whether a part of this word is a known word, as in German compounds. */
  private hasPartOf(word: string): boolean {
    for (let from = 0; from + PART_MIN <= word.length; from += 1) {
      for (let to = from + PART_MIN; to <= word.length; to += 1) {
        const part = word.slice(from, to);
        if (this.words.has(part) && isCompared(part)) return true;
      }
    }
    return false;
  }
}

/** Whether a folded word is specific enough to be compared with others. */
function isCompared(word: string): boolean {
  return word.length >= 3 && word.length <= COMPARED_MAX && !GENERIC_WORDS.has(word);
}

function stemOf(word: string): string {
  const stem = word.replace(ENDING, '');
  return stem.length > 2 ? stem.replace(/(\p{L})\1$/u, '$1') : word;
}
