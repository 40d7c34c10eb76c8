import { folded, numbersOf, type Evidence } from './evidence.js';

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

const COUNTED = new RegExp(`(?<![\\p{L}\\d])(\\d+|${Object.values(WORDS).join('|')})\\+?[- ]?${UNITS}(?!\\p{L})`, 'gu');

/** The numbers that a text gives and no input does; those of years, customers and the like must count the same there. */
export function unstatedNumbersIn(text: string, evidence: Evidence): string[] {
  const numbers = numbersOf(text).filter((number) => !evidence.hasNumber(number));
  const counts = [...folded(text).matchAll(COUNTED)]
    .filter(([, count = '']) => !evidence.matches(countOf(count)))
    .map(([found]) => found);
  return [...new Set([...numbers, ...counts])];
}

/** The count in digits or in words, before whatever was counted. */
function countOf(count: string): RegExp {
  const digits = Object.keys(WORDS).find((key) => new RegExp(`^(?:${WORDS[key]})$`, 'u').test(count)) ?? count;
  const forms = [digits, ...(WORDS[digits] ? [WORDS[digits]] : [])].join('|');
  return new RegExp(`(?<![\\p{L}\\d])(?:${forms})\\+?[- ]?(?:\\p{L}+ )?${UNITS}`, 'u');
}
