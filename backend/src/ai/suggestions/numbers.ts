import type { Evidence } from './evidence.js';
import { folded } from './folded.js';

/** What is counted when a business boasts; folded. */
const UNITS =
  '(?:years?|jahre\\w*|ans|annees|anos|anni|generations?|generationen|generaciones|generazioni|decades?|customers|clients|kunden|clientes|clienti|locations|branches|filialen|employees|mitarbeiter\\w*|projects|awards?|stars?)';

/** Numbers in words, by what they are in digits; folded. */
const WORDS: Record<string, string> = {
  2: 'two|zwei|deux|dos|due',
  3: 'three|drei|trois|tres|tre',
  4: 'four|vier|quatre|cuatro|quattro',
  5: 'five|funf|cinq|cinco|cinque',
  6: 'six|sechs|seis|sei',
  7: 'seven|sieben|sept|siete|sette',
  8: 'eight|acht|huit|ocho|otto',
  9: 'nine|neun|neuf|nueve|nove',
  10: 'ten|zehn|dix|diez|dieci',
  15: 'fifteen|funfzehn|quinze|quince|quindici',
  20: 'twenty|zwanzig|vingt|veinte|venti',
  25: 'twenty[- ]five|funfundzwanzig|vingt[- ]cinq|veinticinco|venticinque',
  30: 'thirty|dreissig|trente|treinta|trenta',
  40: 'forty|vierzig|quarante|cuarenta|quaranta',
  50: 'fifty|funfzig|cinquante|cincuenta|cinquanta',
  100: '(?:a |one )?hundred|hundert|cent|cien|cento',
};

const BEFORE = '(?<![\\p{L}\\d])';
const BEHIND = `\\+?[- ]?(?:\\p{L}+ )?${UNITS}`;
const COUNTED = new RegExp(`${BEFORE}(\\d+|${Object.values(WORDS).join('|')})\\+?[- ]?${UNITS}(?!\\p{L})`, 'gu');
const STATED_DIGITS = new RegExp(`${BEFORE}(\\d+)(?=${BEHIND})`, 'gu');
/** The counts that have words, each with what says it, and with what states it. */
const IN_WORDS = Object.entries(WORDS).map(([digits, words]) => ({
  digits,
  said: new RegExp(`^(?:${digits}|${words})$`, 'u'),
  stated: new RegExp(`${BEFORE}(?:${digits}|${words})${BEHIND}`, 'u'),
}));

const FRENCH_HOUR = /(?<!\d)(\d{1,2})\s?h\s?(\d{2})(?!\d)/giu;
const HOUR = /(?<!\d)(\d{1,2})(?:[:.](\d\d))?(?!\d)(\s?p\.?m)?/gu;
const FULL_HOUR = /(?<!\d)(\d{1,2}):00/gu;

/** The numbers that a text gives and no input does; those of years, customers and the like must count the same there. */
export function unstatedNumbersIn(text: string, evidence: Evidence): string[] {
  const numbers = numbersOf(text).filter((number) => !evidence.numbers.has(number));
  const counts = [...folded(text).matchAll(COUNTED)]
    .filter(([, count = '']) => !evidence.numbers.hasCount(count))
    .map(([found]) => found);
  return [...new Set([...numbers, ...counts])];
}

/** What a folded text states in numbers; its hours are written with colons. */
export class StatedNumbers {
  private readonly numbers: Set<string>;
  private readonly counts: Set<string>;

  constructor(text: string) {
    this.numbers = new Set([...numbersOf(text).map(plainNumber), ...otherHours(text)]);
    const inWords = IN_WORDS.filter(({ stated }) => stated.test(text)).map(({ digits }) => digits);
    this.counts = new Set([...inWords, ...[...text.matchAll(STATED_DIGITS)].map(([count]) => count)]);
  }

  /** Whether a number stands there, be it written a little differently. */
  has(number: string): boolean {
    return this.numbers.has(plainNumber(number));
  }

  /** Whether so many years, customers or the like stand there, in digits or in words. */
  hasCount(count: string): boolean {
    return this.counts.has(IN_WORDS.find(({ said }) => said.test(count))?.digits ?? count);
  }
}

function numbersOf(text: string): string[] {
  return withColons(text).match(/\d+(?:[.,:]\d+)*/gu) ?? [];
}

/** Hours with colons: `14:30` for `14h30`. */
export function withColons(text: string): string {
  return text.replace(FRENCH_HOUR, '$1:$2');
}

/** An hour is known in both ways of telling it. */
function otherHours(text: string): string[] {
  const full = new Set([...text.matchAll(FULL_HOUR)].map(([, hour]) => hour));
  return [...text.matchAll(HOUR)].flatMap(([, hour = '', minute = '00', evening]) => {
    const other = Number(hour) + (evening && Number(hour) < 12 ? 12 : Number(hour) > 12 && Number(hour) < 25 ? -12 : 0);
    const isTime = evening !== undefined || minute !== '00' || full.has(hour);
    return isTime ? [plainNumber(`${other}:${minute}`)] : [];
  });
}

function plainNumber(number: string): string {
  return number
    .replace(/[:.]00$/u, '')
    .replace('.', ':')
    .replaceAll(',', '')
    .replace(/^0+(?=\d)/u, '');
}
