import * as fc from 'fast-check';

/** What text rules look for, and what makes them start looking: digits, marks, words, letters of every kind. */
const PARTS = [
  ...[
    '1',
    '12',
    '1h',
    '1h1h',
    '1.',
    '1,',
    '12:00 ',
    '9 am ',
    '0113 ',
    '+44 ',
    '(0',
    '5 years ',
    'five ',
    '20% ',
    '1980-',
  ],
  ...['€1', '1 €', '9 eur', '4000-', 'LS6 2QA '],
  ...[
    ' ',
    '\n',
    '\t',
    '\n\n{',
    ' \n',
    '.',
    '. ',
    ', ',
    '; ',
    ': ',
    '! ',
    '?',
    '-',
    '–',
    '…',
    '/',
    '|',
    '•',
    '&',
    '*',
    '_',
    '#',
    '# ',
  ],
  ...[
    '"',
    '“',
    '“a',
    "'",
    " 'a",
    '’',
    '(',
    ')',
    '[',
    ']',
    '{',
    '<',
    '<a',
    '</',
    '<b>',
    '<!--',
    '&amp',
    '&#1',
    '`',
    '```',
    '\\',
    '\\n',
  ],
  ...['<think>', '</think>', 'Q:', 'A:', 'Q: a A: b\n', '{"a":', '["a",', '"name":"x",', '"name": "', '","', '[{'],
  ...['@', 'a@', '@a ', 'http', 'http://', 'www.', 'a.', 'a.b.', '://', '](', 'exa\u00admple.', '(at)'],
  ...[
    'a',
    'A',
    'a ',
    'A ',
    'ab ',
    'Aa ',
    'A. ',
    'A.',
    'St. ',
    'aA',
    'Aa',
    'bcdfg',
    "a'",
    'a-',
    'Leeds, ',
    'Leeds and ',
    ' and ',
    ' und A',
  ],
  ...[
    'and',
    'de A',
    'in Aa ',
    'serv',
    'cover',
    'certifi',
    'award',
    'award ',
    'best ',
    'hundreds of ',
    'free ',
    'call ',
    'call 1',
    'tel 1',
  ],
  ...[
    'not ',
    'no a, ',
    'n’t ',
    'but ',
    'never forget ',
    'did not a ',
    'add ',
    'add a, b and ',
    'ergänzen ',
    'too long ',
    'feedback ',
  ],
  ...['we ', 'the and of ', 'der die das ', 'We build oak doors. ', 'our services\n', 'Oak doors\n', '3 Mill Lane, '],
  ...[
    'é',
    'é ',
    'ß',
    'İ',
    'ﷺ',
    'Å',
    '\u0301',
    '\u0315\u0301',
    'a\u0301\u0315',
    '\u200b',
    '\u202e',
    '\ufeff',
    '\u00a0',
    '\u2028',
    '\u0000',
  ],
  ...[
    '的',
    '的。',
    'ก',
    'ที่',
    'か',
    'नि',
    '가',
    'ᄀ',
    'Ж',
    'Ж ',
    '💐',
    '👩‍👩‍👧',
    '🇵🇹',
    '🇵',
    '\u{1d54a}',
    '\ud800',
    '１',
    '٣',
  ],
];

const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Different words, or numbers, of one after the other. */
const counted = (word: (place: number) => string, length: number): string => {
  let text = '';
  for (let place = 0; text.length < length; place += 1) text += word(place);
  return text.slice(0, length);
};

const letters = (place: number): string =>
  place.toString(26).replace(/./gu, (digit) => String.fromCharCode(97 + parseInt(digit, 26)));

/** Texts of a length whose parts are all alike, or all different, which is where careless rules take long. */
export function slowTexts(length: number): Record<string, string> {
  return {
    ...Object.fromEntries(PARTS.map((part) => [`${JSON.stringify(part)} again and again`, repeated(part, length)])),
    'different numbers': counted((place) => `${place} `, length),
    'different years of experience': counted((place) => `${place} years `, length),
    'different times': counted((place) => `${place % 24}h${(place % 50) + 10} `, length),
    'different prices': counted((place) => `€${place}, `, length),
    'different words': counted((place) => `q${letters(place)} `, length),
    'different names': counted((place) => `Q${letters(place)} `, length),
    'different entries': counted((place) => `Q${letters(place)}, `, length),
    'different lines': counted((place) => `oak ${letters(place)}\n`, length),
    'different refusals': counted((place) => `no q${letters(place)}, `, length),
    'different quotes': counted((place) => `not "q${letters(place)}" `, length),
    'different certificates': counted((place) => `certified${letters(place)} `, length),
    'different sentences': counted((place) => `We build ${letters(place)} doors. `, length),
    'words that grow': counted((place) => `${'a'.repeat(place % 300)} `, length),
    'one word of many letters': counted(letters, length),
  };
}

/** Texts of a length in which parts follow and enclose each other in any way. */
export function anySlowText(length: number): fc.Arbitrary<string> {
  const part = fc.constantFrom(...PARTS);
  const unit = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
  const run = fc.tuple(unit, fc.integer({ min: 1, max: length })).map(([text, size]) => repeated(text, size));
  return fc.array(fc.oneof(run, unit), { minLength: 1, maxLength: 6 }).map((runs) => {
    const text = runs.join('').slice(0, length);
    return text + repeated(runs[0]!, length - text.length);
  });
}
