import { LANGUAGES } from '@gmb-moments/backend/contract/languages';
import { describe, expect, it } from '@jest/globals';
import { HttpError } from '../http';
import { ARABIC } from './ar';
import { GERMAN } from './de';
import { ENGLISH } from './en';
import { SPANISH } from './es';
import { FRENCH } from './fr';
import { ITALIAN } from './it';
import { DUTCH } from './nl';
import { PORTUGUESE } from './pt';
import { ERRORS, ENGLISH_TRANSLATOR, Translator, type VisitorTexts } from './translator';

const TEXTS = { de: GERMAN, fr: FRENCH, es: SPANISH, pt: PORTUGUESE, it: ITALIAN, nl: DUTCH, ar: ARABIC };
type Translated = keyof typeof TEXTS;

const TEXT_KEYS = Object.keys(ENGLISH) as (keyof typeof ENGLISH)[];
const formsOf = (text: string | object): [form: string, text: string][] =>
  typeof text === 'string' ? [['other', text]] : Object.entries(text);
const valuesOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** The plural categories of small integers; these pages have no millions and no fractions. */
const categoriesOf = (language: Translated) => {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 200 }, (_, n) => rules.select(n)));
};

describe.each(Object.keys(TEXTS) as Translated[])('what visitors read in %s', (language) => {
  const texts: VisitorTexts = TEXTS[language];

  it('is all there, with every plural that the language has', () => {
    expect(Object.keys(texts).toSorted()).toEqual([...TEXT_KEYS, ...ERRORS.map((name) => `error.${name}`)].toSorted());
    const forms = Object.values(texts).map(formsOf);
    for (const [, form] of forms.flat()) expect(form.trim()).not.toBe('');
    for (const plural of forms.filter(({ length }) => length > 1)) {
      expect(plural.map(([name]) => name)).toEqual(expect.arrayContaining([...categoriesOf(language)]));
    }
  });

  it('names the values of the English texts', () => {
    for (const key of TEXT_KEYS) {
      const known = new Set(valuesOf(formsOf(ENGLISH[key]).at(-1)![1]));
      for (const [form, text] of formsOf(texts[key])) {
        const named = valuesOf(text);
        // Forms for one or two may write the number as a word.
        const needed = [...known].filter((name) => name !== 'n' || form === 'other');
        const missing = needed.filter((name) => !named.includes(name) && !(name === 'n' && isCountedElsewhere(key)));
        expect({ key, form, missing }).toEqual({ key, form, missing: [] });
        expect({ key, form, unknown: named.filter((name) => !known.has(name)) }).toEqual({ key, form, unknown: [] });
      }
    }
  });
});

/** Texts whose list of names shows the number. */
const isCountedElsewhere = (key: string) => key === 'moment.noCaption';

it('is there in all languages', () => {
  expect(['en', ...Object.keys(TEXTS)].toSorted()).toEqual([...LANGUAGES].toSorted());
});

it('counts as each language does', () => {
  const photos = (language: Translated, n: number) => new Translator(language, TEXTS[language]).text('photos', { n });
  expect([photos('fr', 0), photos('fr', 1), photos('fr', 2)]).toEqual(['0 photo', '1 photo', '2 photos']);
  expect([1, 2, 3, 11, 100].map((n) => photos('ar', n))).toEqual([
    'صورة واحدة',
    'صورتان',
    '3 صور',
    '11 صورة',
    '100 صورة',
  ]);
});

describe('an error', () => {
  const error = new HttpError(403, JSON.stringify({ code: 'WRONG_PASSCODE', message: 'The sentence of the server.' }));
  const german = new Translator('de', GERMAN);

  it('is said by its code, and in English in the server’s words', () => {
    expect(german.reasonOf(error)).toBe('Das ist nicht der Zugangscode dieses Links.');
    expect(ENGLISH_TRANSLATOR.reasonOf(error)).toBe('The sentence of the server.');
  });

  it('is said in the server’s words where its code is not one of these pages', () => {
    const other = new HttpError(400, JSON.stringify({ code: 'VALIDATION_FAILED', message: 'note must be shorter' }));
    expect(german.reasonOf(other)).toBe('note must be shorter');
  });

  it.each([
    [502, /^Der Server antwortet gerade nicht/],
    [413, /^Die Datei ist größer/],
    [403, /^Der Server hat das abgelehnt/],
    [429, /^Das waren zu viele Versuche/],
    [500, /^Bei uns ist etwas schiefgegangen/],
  ])('is said by its status %i where it is a proxy’s', (status, sentence) => {
    for (const answer of ['<html>nginx</html>', 'Bad Gateway', '']) {
      expect(german.reasonOf(new HttpError(status, answer))).toMatch(sentence);
    }
  });

  it('is said without an answer as well', () => {
    expect(german.reasonOf(new HttpError(0, 'x'))).toMatch(/^Der Server ist nicht erreichbar/);
    expect(german.reasonOf(new TypeError('x'))).toMatch(/^Auf dieser Seite/);
  });
});
